package dev.cairn.rules.upgrade;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Waiter;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.maintenance.CollectionReport.Amount;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Method;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A process on the engine of the class loader that loads this class. Uses what every release since
 * format level 1 has.
 */
public final class EngineProcess implements ReleaseProcess {
  private static final Duration WINDOW = Duration.ofHours(1);

  /** A text in an object of its own. */
  public record Note(String text) {
    static final ObjectType<Note> TYPE =
        new ObjectType<>() {
          @Override
          public String name() {
            return "note";
          }

          @Override
          public Class<Note> valueClass() {
            return Note.class;
          }
        };
  }

  /** Keeps what is scheduled until the test runs it. */
  private static final class ManualScheduler implements IdScheduler {
    private final List<Runnable> repeated = new CopyOnWriteArrayList<>();

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      repeated.add(task);
      return () -> repeated.remove(task);
    }
  }

  /** Starts processes. */
  public static final class Start implements Starter {
    @Override
    public ReleaseProcess start(String url, InstantSource clock) {
      return new EngineProcess(url, clock);
    }
  }

  private final ManualScheduler scheduler = new ManualScheduler();
  private final Cairn cairn;
  private final Store store;

  private EngineProcess(String url, InstantSource clock) {
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "jdbc")
            .set("cairn.jdbc.url", url)
            .build(Cairn.settings());
    Backend backend = Backends.discover().open(configuration);
    backend.createSchema();
    try {
      this.cairn =
          Cairn.open(
              backend,
              configuration,
              ObjectTypes.of(List.of(Note.TYPE)),
              new EngineRuntime(
                  new Environment(clock, Waiter.system(), new SecureRandom()),
                  Runnable::run,
                  scheduler,
                  new SimpleMeterRegistry(),
                  () -> {}));
    } catch (RuntimeException | Error e) {
      backend.close();
      throw e;
    }
    if (cairn.catalogs().findTenant(TENANT).isEmpty()) {
      var unused = cairn.catalogs().createTenant(TENANT, Map.of());
      createCatalog(CATALOG);
    }
    this.store = cairn.catalogs().open(TENANT, CATALOG);
  }

  @Override
  public void put(String index, String key, String text) {
    var unused =
        store.commit(
            Catalogs.MAIN,
            workspace -> {
              workspace.index(index).put(Key.of(key), workspace.put(new Note(text)));
              workspace.message(text);
              return text;
            });
  }

  @Override
  public void fill(String index, String prefix, int entries) {
    var unused =
        store.commit(
            Catalogs.MAIN,
            workspace -> {
              WorkingIndex<Bytes> values = workspace.index(index, ValueSerializer.bytes());
              for (int i = 0; i < entries; i++) {
                values.put(Key.of(prefix, Integer.toString(i)), Bytes.ofUtf8("value " + i));
              }
              return entries;
            });
  }

  @Override
  public void increment(String index, String key) {
    while (true) {
      try {
        incrementOnce(index, key);
        return;
      } catch (CommitConflictException e) {
        // Nothing was applied; at level 1 one of two busy processes may lose every race.
      }
    }
  }

  private void incrementOnce(String index, String key) {
    var unused =
        store.commit(
            Catalogs.MAIN,
            workspace -> {
              WorkingIndex<Bytes> numbers = workspace.index(index, ValueSerializer.bytes());
              int next = numbers.get(Key.of(key)).map(EngineProcess::parse).orElse(0) + 1;
              numbers.put(Key.of(key), Bytes.ofUtf8(Integer.toString(next)));
              return next;
            });
  }

  private static int parse(Bytes number) {
    return Integer.parseInt(number.toUtf8());
  }

  @Override
  public Map<String, String> texts(String index) {
    Snapshot state = store.current(Catalogs.MAIN);
    Map<String, String> texts = new TreeMap<>();
    var cursor = state.index(index).list(IndexRange.all());
    while (cursor.next()) {
      texts.put(
          Key.elements(cursor.key()).get(0).toUtf8(), state.get(Note.class, cursor.value()).text());
    }
    return texts;
  }

  @Override
  public int number(String index, String key) {
    return store
        .current(Catalogs.MAIN)
        .index(index, ValueSerializer.bytes())
        .get(Key.of(key))
        .map(EngineProcess::parse)
        .orElse(0);
  }

  @Override
  public int count(String index) {
    IndexCursor<Bytes> cursor =
        store.current(Catalogs.MAIN).index(index, ValueSerializer.bytes()).list(IndexRange.all());
    int count = 0;
    while (cursor.next()) {
      count++;
    }
    return count;
  }

  @Override
  public String request(String key, String answer) {
    RequestKey request = RequestKey.of(Principal.NONE, "test", "/notes", new IdempotencyKey(key));
    try (IdempotentExecutor executor = cairn.idempotency().executor(store.scope())) {
      return text(
          executor.execute(
              IdempotentCall.of(request, store, Catalogs.MAIN),
              execution ->
                  execution.commit(
                      store,
                      Catalogs.MAIN,
                      workspace -> {
                        workspace
                            .index("requests")
                            .put(Key.of(key), workspace.put(new Note(answer)));
                        return Outcome.of(200, "text/plain", Bytes.ofUtf8(answer));
                      })));
    }
  }

  private static String text(IdempotentResult result) {
    if (result instanceof IdempotentResult.Executed executed) {
      return "executed: " + executed.outcome().body().bytes().toUtf8();
    }
    if (result instanceof IdempotentResult.Replayed replayed) {
      return "replayed: " + replayed.outcome().body().bytes().toUtf8();
    }
    return result.toString();
  }

  @Override
  public String commitOnce(String key, Instant accepted) {
    return store
        .commit(
            Catalogs.MAIN,
            new CommitKey(key, "", accepted, accepted.plus(WINDOW), WINDOW),
            workspace -> Bytes.ofUtf8("x".repeat(200)))
        .getClass()
        .getSimpleName();
  }

  @Override
  public List<String> log() {
    return store.log(Catalogs.MAIN, 100).entries().stream().map(entry -> entry.message()).toList();
  }

  @Override
  public void createCatalog(String name) {
    var unused = cairn.catalogs().createCatalog(TENANT, name, Map.of());
  }

  @Override
  public void setProperty(String name, String property, String value) {
    Catalog seen = catalog(name);
    Map<String, String> properties = new HashMap<>(seen.properties());
    properties.put(property, value);
    var unused = cairn.catalogs().updateCatalog(seen, properties);
  }

  @Override
  public void purgeCatalog(String name) {
    cairn.catalogs().purgeCatalog(cairn.catalogs().deactivateCatalog(catalog(name)));
  }

  @Override
  public Map<String, String> properties(String name) {
    return catalog(name).properties();
  }

  private Catalog catalog(String name) {
    return cairn.catalogs().findCatalog(TENANT, name).orElseThrow();
  }

  @Override
  public List<String> check() {
    try {
      return report().findings().stream().map(Object::toString).toList();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** By reflection, because the type of the options has another name than it had at first. */
  private CheckReport report() throws ReflectiveOperationException {
    for (Method each : Checks.class.getMethods()) {
      if (each.getName().equals("check")) {
        Class<?> options = each.getParameterTypes()[0];
        Consumer<Object> told = new ArrayList<>()::add;
        Object all = options.getField("ALL").get(null);
        Object serial = options.getMethod("withParallelism", int.class).invoke(all, 1);
        return (CheckReport) each.invoke(cairn.checks(), serial, told);
      }
    }
    throw new NoSuchMethodException("check");
  }

  @Override
  public long collect() {
    Consumer<Object> told = new ArrayList<>()::add;
    @SuppressWarnings({"unchecked", "rawtypes"}) // what is told had another type at first
    CollectionReport report = cairn.maintenance().collect((Consumer) told);
    return report.deleted().values().stream().mapToLong(Amount::rows).sum();
  }

  @Override
  public void runScheduled() {
    scheduler.repeated.forEach(Runnable::run);
  }

  /** What only the current release has, for the test's own checks. */
  Cairn cairn() {
    return cairn;
  }

  @Override
  public void close() {
    store.close();
    cairn.close();
  }
}
