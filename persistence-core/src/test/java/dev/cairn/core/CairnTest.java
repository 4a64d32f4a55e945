package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.store.Store;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.SnowflakeId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CairnTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final InMemoryBackend database = new InMemoryBackend();
  private final List<String> events = new ArrayList<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  /** Runs nothing by itself, and notes when it is no longer needed. */
  private final class Scheduler implements IdScheduler {
    @Override
    public void execute(Runnable task) {}

    @Override
    public Repeated every(Duration period, Runnable task) {
      return () -> events.add("ticks ended");
    }
  }

  private EngineRuntime runtime() {
    return new EngineRuntime(
        new TestEnvironment().environment(7),
        Runnable::run,
        new Scheduler(),
        meters,
        () -> events.add("runtime ended"));
  }

  private static Configuration configuration(Map<String, String> values) {
    Configuration.Builder builder = Configuration.builder().set("cairn.backend", "inmemory");
    values.forEach(builder::set);
    return builder.build(Cairn.settings());
  }

  /** A backend that stays open for others, and notes what is asked of it. */
  private class Shared extends ForwardingBackend {
    Shared(Backend delegate) {
      super(delegate);
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      events.add(operation.toString());
      return call.get();
    }

    @Override
    public void verifySchema() {
      events.add("schema");
      super.verifySchema();
    }

    @Override
    public void close() {
      events.add("backend closed");
    }
  }

  private Cairn open(Backend backend) {
    return Cairn.open(backend, configuration(Map.of()), TestTypes.ALL, runtime());
  }

  private static long commit(Store store, String key) {
    return store
        .commit(
            "main",
            workspace -> {
              workspace
                  .index("settings", ValueSerializer.bytes())
                  .put(Bytes.ofUtf8(key), Bytes.empty());
              return key;
            })
        .id()
        .orElseThrow()
        .head()
        .id();
  }

  // Schema, level, lease, reference, and only then the first ID.
  @Test
  void anEmptyDatabaseIsPreparedInTheOrderOfTheDesign() {
    Cairn cairn = open(new Shared(database));
    assertEquals(
        List.of(
            "schema",
            "FETCH", // the level: none
            "INSERT",
            "FETCH", // the level again, with the lease that is to be taken
            "FETCH",
            "INSERT",
            "READ_REFERENCE", // of the system scope: none
            "INSERT_REFERENCE"),
        events);
    assertTrue(
        database
            .readReference(new ReferenceKey(Scope.SYSTEM, Cairn.SYSTEM_REFERENCE), ReadMode.STRONG)
            .isPresent());
    cairn.close();
    events.clear();
    open(new Shared(database)).close();
    assertFalse(events.contains("INSERT_REFERENCE"), events.toString());
  }

  @Test
  void severalMayOpenOneEmptyDatabaseAtOnce() throws Exception {
    int count = 8;
    ExecutorService threads = Executors.newFixedThreadPool(count);
    CyclicBarrier barrier = new CyclicBarrier(count);
    try {
      List<Callable<Long>> openings = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int seed = i;
        openings.add(
            () -> {
              barrier.await();
              EngineRuntime runtime =
                  new EngineRuntime(
                      new TestEnvironment().environment(seed),
                      Runnable::run,
                      new QuietScheduler(),
                      new SimpleMeterRegistry(),
                      () -> {});
              Cairn cairn = Cairn.open(database, configuration(Map.of()), TestTypes.ALL, runtime);
              Store store = cairn.store(new Scope("tenant" + seed, "catalog"));
              store.createReference("main");
              return commit(store, "a");
            });
      }
      Set<Integer> nodes = new HashSet<>();
      for (Future<Long> opened : threads.invokeAll(openings)) {
        nodes.add(SnowflakeId.node(opened.get()));
      }
      assertEquals(count, nodes.size(), "every process has a node of its own");
    } finally {
      threads.shutdown();
    }
  }

  private static final class QuietScheduler implements IdScheduler {
    @Override
    public void execute(Runnable task) {}

    @Override
    public Repeated every(Duration period, Runnable task) {
      return () -> {};
    }
  }

  @Test
  void oneCallOpensWhatIsConfigured() {
    try (Cairn cairn = Cairn.open(configuration(Map.of()))) {
      Store store = cairn.store(SCOPE);
      store.createReference("main");
      assertTrue(commit(store, "a") > 0);
      assertEquals("inmemory", cairn.backend().name());
      assertEquals(SCOPE, store.scope());
    }
  }

  @Test
  void theObjectTypesOnTheClassPathAreKnown() {
    try (Cairn cairn = Cairn.open(configuration(Map.of()))) {
      Store store = cairn.store(SCOPE);
      List<ObjectRef> refs = store.putAll(List.of(TestTypes.Table.named("t")));
      assertEquals("t", store.findAll(TestTypes.Table.class, refs).get(0).orElseThrow().name());
    }
  }

  @Test
  void storesOfOneCairnShareACache() {
    Cairn cairn = open(new Shared(database));
    Store store = cairn.store(SCOPE);
    store.createReference("main");
    long head = commit(store, "a");
    events.clear();
    assertEquals(head, cairn.store(SCOPE).recent("main").head().orElseThrow().id());
    assertEquals(List.of(), events);
  }

  @Test
  void closingEndsStoresLeaseBackendAndRuntimeInThisOrder() {
    Cairn cairn = open(new Shared(database));
    Store store = cairn.store(SCOPE);
    events.clear();
    cairn.close();
    assertThrows(ClosedException.class, store::listReferences);
    assertEquals(
        List.of(
            "ticks ended", // of cleaning up
            "ticks ended", // of collection
            "ticks ended", // of the lease
            "SWAP",
            "backend closed",
            "runtime ended"),
        events);
    assertDoesNotThrow(cairn::close);
    assertThrows(ClosedException.class, () -> cairn.store(SCOPE));
  }

  @Test
  void aGraceThatASlowCommitCouldOutliveIsRefusedBeforeAnythingIsWritten() {
    Configuration bad =
        configuration(
            Map.of(
                "cairn.gc.grace", "PT64S",
                "cairn.commit.time-limit", "PT30S",
                "cairn.max-clock-skew", "PT5S"));
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> Cairn.open(new Shared(database), bad, TestTypes.ALL, runtime()));
    assertTrue(e.getMessage().contains("cairn.gc.grace is PT1M4S"), e.getMessage());
    assertTrue(e.getMessage().contains("PT1M5S"), e.getMessage());
    assertEquals(List.of(), events);
    Configuration good =
        configuration(
            Map.of(
                "cairn.gc.grace", "PT65S",
                "cairn.commit.time-limit", "PT30S",
                "cairn.idempotency.lifetime", "PT30S",
                "cairn.idempotency.grace", "PT30S"));
    Cairn.open(new Shared(database), good, TestTypes.ALL, runtime()).close();
  }

  @Test
  void settingsWithWhichNothingWorksAreRefusedBeforeAnythingIsWritten() {
    for (String key : List.of("cairn.commit.time-limit", "cairn.gc.period")) {
      Configuration bad = configuration(Map.of(key, "PT0S"));
      ConfigurationException e =
          assertThrows(
              ConfigurationException.class,
              () -> Cairn.open(new Shared(database), bad, TestTypes.ALL, runtime()));
      assertTrue(e.getMessage().startsWith(key), e.getMessage());
    }
    assertEquals(List.of(), events);
  }

  @Test
  void aRetentionShorterThanTheGraceIsRefused() {
    Configuration bad = configuration(Map.of("cairn.gc.retention", "PT23H"));
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> Cairn.open(new Shared(database), bad, TestTypes.ALL, runtime()));
    assertTrue(e.getMessage().contains("cairn.gc.retention is PT23H"), e.getMessage());
  }

  @Test
  void aDatabaseThatIsNotPreparedIsRefusedBeforeAnythingElse() {
    Backend unprepared =
        new Shared(database) {
          @Override
          public void verifySchema() {
            throw new SchemaMismatchException("apply this");
          }
        };
    assertThrows(SchemaMismatchException.class, () -> open(unprepared));
    assertEquals(List.of(), events);
  }

  // The lease is taken when the reference cannot be read: it has to be given back.
  @Test
  void whatFailsWhileOpeningLeavesNothingBehind() {
    Backend broken =
        new Shared(database) {
          @Override
          protected <T> T around(Operation operation, Supplier<T> call) {
            if (operation == Operation.READ_REFERENCE) {
              throw new ClosedException("gone");
            }
            return super.around(operation, call);
          }
        };
    assertThrows(ClosedException.class, () -> open(broken));
    assertTrue(events.contains("ticks ended"), events.toString());
    assertEquals("SWAP", events.get(events.size() - 1), "the lease is given back");
  }

  @Test
  void anUnknownBackendIsNamed() {
    Configuration unknown =
        Configuration.builder().set("cairn.backend", "none").build(Cairn.settings());
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> Cairn.open(unknown, ObjectTypes.of(List.of()), runtime()));
    assertTrue(e.getMessage().contains("none"), e.getMessage());
  }

  @Test
  void everySettingHasADefaultAndADescription() {
    for (Setting<?> setting : CairnSettings.ALL) {
      assertTrue(setting.key().startsWith("cairn."), setting.key());
      assertTrue(setting.defaultText().isPresent(), setting.key());
      assertFalse(setting.description().isEmpty(), setting.key());
    }
    assertTrue(Cairn.settings().containsAll(CairnSettings.ALL));
  }

  @Test
  void whatTheEngineDoesIsCounted() {
    Cairn cairn = open(new Shared(database));
    Store store = cairn.store(SCOPE);
    store.createReference("main");
    commit(store, "a");
    assertEquals(1, meters.get("cairn.commit.commit").tag("outcome", "applied").timer().count());
    assertEquals(
        1, meters.get("cairn.backend.swap-reference").tag("outcome", "applied").timer().count());
    cairn.close();
  }
}
