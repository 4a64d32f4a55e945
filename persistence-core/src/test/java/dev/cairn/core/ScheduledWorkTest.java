package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.idempotency.PeriodicPurge;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What processes do by themselves, and that they leave it where it is turned off. */
class ScheduledWorkTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Map<String, String> NO_COLLECTION = Map.of("cairn.gc.enabled", "false");

  private static final Map<String, String> NOTHING =
      Map.of("cairn.gc.enabled", "false", "cairn.idempotency.cleanup.enabled", "false");

  private final InMemoryBackend database = new InMemoryBackend();
  private final TestEnvironment world = new TestEnvironment();
  private int processes;

  /** A process whose scheduled work is done when the test says so. */
  private final class Peer extends ForwardingBackend implements IdScheduler, AutoCloseable {
    private final List<Runnable> looks = new ArrayList<>();
    private final boolean expiresRows;
    private final Cairn cairn;
    private Runnable duringNextScan = () -> {};
    private int scans;

    Peer(Map<String, String> settings) {
      this(settings, TestTypes.ALL, false);
    }

    Peer(Map<String, String> settings, ObjectTypes types, boolean expiresRows) {
      super(database);
      this.expiresRows = expiresRows;
      Configuration.Builder builder = Configuration.builder();
      settings.forEach(builder::set);
      cairn =
          Cairn.open(
              this,
              builder.build(CairnSettings.ALL),
              types,
              new EngineRuntime(
                  world.environment(++processes),
                  Runnable::run,
                  this,
                  new SimpleMeterRegistry(),
                  () -> {}));
    }

    /** Does what is due every few minutes; leases are renewed more often, and not here. */
    void look() {
      List.copyOf(looks).forEach(Runnable::run);
    }

    @Override
    public boolean expiresRows() {
      return expiresRows;
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      if (operation == Operation.SCAN_OBJECTS) {
        scans++;
        Runnable now = duringNextScan;
        duringNextScan = () -> {};
        now.run();
      }
      return super.around(operation, call);
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      if (period.compareTo(Duration.ofMinutes(1)) < 0) {
        return () -> {};
      }
      looks.add(task);
      return () -> looks.remove(task);
    }

    @Override
    public void close() {} // the database stays open for others
  }

  private static RequestKey request(String key) {
    return RequestKey.of(Principal.NONE, "create", "/tables", KeyRule.PATTERN.parse(key));
  }

  private static void finish(Peer process, String key) {
    Reservation reservation =
        process.cairn.idempotency().store(SCOPE).reserve(request(key), Fingerprint.none());
    assertEquals(
        new Ownership.Kept.Done(),
        assertInstanceOf(Reservation.Reserved.class, reservation).owner().finish(Outcome.of(204)));
  }

  private static boolean isThere(Peer process, String key) {
    return process.cairn.idempotency().store(SCOPE).load(request(key)).isPresent();
  }

  @Test
  void recordsPastTheirTimeArePurgedByOneProcessInAnHour() {
    Peer a = new Peer(NO_COLLECTION);
    Peer b = new Peer(NO_COLLECTION);
    finish(a, "k");
    a.look();
    b.look();
    assertEquals(0, a.scans + b.scans, "an hour after the first process came");
    world.move(HOUR);
    for (int i = 0; i < 5; i++) {
      b.look();
      a.look();
      world.move(Duration.ofMinutes(10));
    }
    assertEquals(false, isThere(a, "k"));
    assertEquals(2, b.scans, "records and their parts");
    assertEquals(0, a.scans);
    world.move(HOUR);
    a.look();
    b.look();
    assertEquals(2, a.scans);
    assertEquals(2, b.scans);
  }

  @Test
  void aPurgeThatIsUnderWayIsNotBegunAgain() {
    Peer a = new Peer(NO_COLLECTION);
    Peer b = new Peer(NO_COLLECTION);
    a.look();
    world.move(HOUR);
    List<Integer> meanwhile = new ArrayList<>();
    a.duringNextScan =
        () -> {
          a.look();
          b.look();
          meanwhile.add(a.scans + b.scans);
        };
    a.look();
    assertEquals(List.of(1), meanwhile);
    assertEquals(2, a.scans);
    assertEquals(0, b.scans);
  }

  @Test
  void whereTheDatabaseExpiresRowsNoProcessLooksForThem() {
    Peer process = new Peer(NO_COLLECTION, TestTypes.ALL, true);
    finish(process, "k");
    assertPurgesNothing(process);
  }

  @Test
  void aCleanupThatIsOffPurgesNothing() {
    Peer off = new Peer(NOTHING);
    finish(off, "k");
    assertPurgesNothing(off);
    Peer without =
        new Peer(Map.of("cairn.gc.enabled", "false", "cairn.idempotency.enabled", "false"));
    assertPurgesNothing(without);
  }

  private void assertPurgesNothing(Peer process) {
    for (int i = 0; i < 5; i++) {
      process.look();
      world.move(HOUR);
    }
    assertEquals(0, process.scans);
    assertTrue(isThere(process, "k"));
    assertEquals(Optional.empty(), process.cairn.tasks().find(PeriodicPurge.TASK));
  }

  @Test
  void keysThatAreOffAreNotLookedAt() {
    Peer process = new Peer(Map.of("cairn.idempotency.enabled", "false"));
    Store store = process.cairn.store(SCOPE);
    var unused = store.createReference("main");
    IdempotentCall call = IdempotentCall.of(request("k"), store, "main");
    try (IdempotentExecutor executor = process.cairn.idempotency().executor(SCOPE)) {
      for (int i = 1; i <= 2; i++) {
        assertEquals(
            new IdempotentResult.Executed(Outcome.of(201)),
            executor.execute(
                call,
                execution -> {
                  assertEquals(Optional.empty(), execution.owner());
                  return execution.commit(store, "main", workspace -> Outcome.of(201));
                }));
      }
    }
    assertEquals(false, isThere(process, "k"));
  }

  @Test
  void aPurgeThatFailsIsWarnedOfAndTriedAgain() {
    Peer process = new Peer(NO_COLLECTION);
    finish(process, "k");
    process.look();
    world.move(HOUR);
    List<LogRecord> logged = new ArrayList<>();
    Logger logger = Logger.getLogger(EngineIdempotency.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            logged.add(entry);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      process.duringNextScan =
          () -> {
            throw new BackendUnavailableException("away for a moment");
          };
      process.look();
      assertEquals(1, logged.size());
      assertTrue(logged.get(0).getMessage().contains("purging idempotency records failed"));
      assertTrue(isThere(process, "k"));
      world.move(HOUR);
      process.look();
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    assertEquals(1, logged.size());
    assertEquals(false, isThere(process, "k"));
  }

  /** States of which all but the last are garbage after the retention. */
  private static void fill(Peer process) {
    Store store = process.cairn.store(SCOPE);
    var unused = store.createReference("main");
    for (int i = 0; i < 20; i++) {
      String name = "table " + i;
      var unusedToo =
          store.commit(
              "main",
              workspace -> {
                workspace
                    .index("tables")
                    .put(Key.of("one"), workspace.put(TestTypes.Table.named(name)));
                return name;
              });
    }
  }

  private long rows() {
    return database.estimateSize().objects().orElseThrow();
  }

  @Test
  void aScheduledCollectionDeletesWhatNoStateNeeds() {
    Peer process = new Peer(Map.of());
    fill(process);
    long before = rows();
    process.look();
    world.move(Duration.ofDays(10));
    process.look();
    assertTrue(rows() < before / 2, () -> rows() + " rows of " + before);
    assertEquals(
        TaskStatus.State.SUCCEEDED, process.cairn.tasks().find("cairn.gc").orElseThrow().state());
    assertEquals(
        1, process.cairn.store(SCOPE).current("main").index("tables").count(IndexRange.all()));
  }

  @Test
  void objectsOfUnknownTypesAreCollectedOnlyWhereThatIsOn() {
    ObjectTypes none = ObjectTypes.of(List.of());
    fill(new Peer(NOTHING));
    Peer off = new Peer(Map.of("cairn.idempotency.cleanup.enabled", "false"), none, false);
    Peer on =
        new Peer(
            Map.of("cairn.idempotency.cleanup.enabled", "false", "cairn.gc.unknown-types", "true"),
            none,
            false);
    off.look();
    world.move(Duration.ofDays(10));
    off.look();
    long kept = rows();
    world.move(Duration.ofDays(10));
    off.look();
    assertEquals(kept, rows());
    world.move(Duration.ofDays(10));
    on.look();
    assertEquals(kept - 19, rows(), "all tables but the last");
  }

  @Test
  void aCollectionThatIsOffDeletesNothing() {
    Peer process = new Peer(NOTHING);
    fill(process);
    long before = rows();
    for (int i = 0; i < 5; i++) {
      process.look();
      world.move(Duration.ofDays(10));
    }
    assertEquals(before, rows());
    assertEquals(Optional.empty(), process.cairn.tasks().find("cairn.gc"));
  }
}
