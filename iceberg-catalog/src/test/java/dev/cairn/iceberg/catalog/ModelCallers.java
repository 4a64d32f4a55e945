package dev.cairn.iceberg.catalog;

import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Store;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.iceberg.location.AllowedLocations;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultPlan;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.RandomFaults;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.inmemory.InMemoryFileIO;

/**
 * Callers of catalogs in two processes with bad connections to one database, and an observer with a
 * good one. Time is that of a test clock, and all calls are made by one thread, so that a seed
 * replays.
 */
final class ModelCallers implements AutoCloseable {
  static final int PROCESSES = 2;
  static final String BASE = "s3://warehouse/base";

  /** It is certain that nothing was applied. */
  static final String UNAVAILABLE = "unavailable";

  /** It is not known whether it was applied. */
  static final String UNKNOWN = "unknown";

  private static final Scope SCOPE = new Scope("acme", "sales");
  private static final int MAX_ATTEMPTS = 5;
  // Held, because a logger that is not is collected together with its level.
  private static final Logger LOGGER = Logger.getLogger("dev.cairn");

  private final Level level = LOGGER.getLevel();
  private final TestClock clock = new TestClock();
  private final Backend database = new InMemoryBackend();
  private final InMemoryFileIO files = new InMemoryFileIO();
  private final List<Tick> ticks = new ArrayList<>();
  private final List<Node> processes = new ArrayList<>();
  private final Node observer;
  private CommitId last;
  private boolean isDisturbed;

  /** A process that dies where it is. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private record Node(
      Cairn cairn,
      FaultyBackend connection,
      InterceptedStore intercepted,
      IcebergCatalog catalog,
      KeyedServer server) {}

  ModelCallers(Seed seed) {
    // What the faults make the engine report is not news here.
    LOGGER.setLevel(Level.OFF);
    Random random = seed.random("processes");
    observer = open(random, FaultPlan.none());
    RandomFaults faults =
        RandomFaults.none()
            .with(Fault.REFUSED, 0.01)
            .with(Fault.REQUEST_LOST, 0.03)
            .with(Fault.REPLY_LOST, 0.03)
            .with(Fault.DELAYED, 0.01)
            .with(Fault.DUPLICATED, 0.01)
            .with(Fault.STALE, 0.02)
            .with(Fault.SILENT, 0.02);
    for (int i = 0; i < PROCESSES; i++) {
      FaultPlan drawn = faults.seeded(random.nextLong());
      FaultPlan plan =
          (call, operation) -> isDisturbed ? drawn.next(call, operation) : Optional.empty();
      processes.add(open(random, plan));
    }
  }

  private Node open(Random random, FaultPlan plan) {
    FaultyBackend connection = new FaultyBackend(new SharedBackend(database), plan, clock.waiter());
    Cairn cairn =
        Cairn.open(
            connection,
            Configuration.builder()
                .set("cairn.backend", "inmemory")
                // The caches of three processes in one heap must not fill it.
                .set("cairn.cache.size", "32m")
                .build(Cairn.settings()),
            ObjectTypes.discover(),
            new EngineRuntime(
                new Environment(clock, clock.waiter(), new Random(random.nextLong())),
                Runnable::run,
                new Ticks(),
                new CompositeMeterRegistry(),
                () -> {}));
    Store store = cairn.store(SCOPE);
    if (store.findReference("main").isEmpty()) {
      store.createReference("main");
    }
    InterceptedStore intercepted = new InterceptedStore(store);
    IcebergCatalog catalog =
        new IcebergCatalog(
            intercepted.store(),
            files,
            new WarehouseSettings(
                BASE, AllowedLocations.of(List.of(BASE)), true, Duration.ofSeconds(30)),
            clock.withZone(ZoneOffset.UTC));
    IdempotentExecutor executor = cairn.idempotency().executor(SCOPE);
    return new Node(
        cairn,
        connection,
        intercepted,
        catalog,
        new KeyedServer(catalog, intercepted.store(), executor));
  }

  /** Repeats tasks when the clock has moved, on the thread that moves it. */
  private final class Ticks implements IdScheduler {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      Tick tick = new Tick(period, task, clock.instant().plus(period));
      ticks.add(tick);
      return () -> ticks.remove(tick);
    }
  }

  private static final class Tick {
    private final Duration period;
    private final Runnable task;
    private Instant next;

    Tick(Duration period, Runnable task, Instant next) {
      this.period = period;
      this.task = task;
      this.next = next;
    }
  }

  private void advance(Duration step) {
    Instant now = clock.advance(step);
    for (Tick tick : List.copyOf(ticks)) {
      if (!tick.next.isAfter(now) && ticks.contains(tick)) {
        tick.next = now.plus(tick.period);
        tick.task.run();
      }
    }
  }

  static String requestId(int number) {
    return "request-key-" + number;
  }

  IcebergCatalog observer() {
    return observer.catalog();
  }

  boolean hasFile(String location) {
    return files.fileExists(location);
  }

  /** Whether the connections are bad from now on. */
  void disturb(boolean isBad) {
    isDisturbed = isBad;
  }

  void beforeNextCommit(int process, Runnable action) {
    processes.get(process).intercepted().beforeNextCommit(action);
  }

  void forget() {
    processes.forEach(process -> process.intercepted().forget());
  }

  void landDelayed() {
    processes.forEach(process -> process.connection().landDelayed());
  }

  /** What the log has got since the last call, oldest first. */
  List<LogEntry> newEntries() {
    Store store = observer.intercepted().store();
    List<LogEntry> entries;
    if (last == null) {
      entries = new ArrayList<>(store.log("main", 1_000).entries());
      Collections.reverse(entries);
    } else {
      entries = store.logAfter(last, 1_000);
    }
    if (!entries.isEmpty()) {
      last = entries.get(entries.size() - 1).id();
    }
    return entries;
  }

  /** Makes an operation without a key: the answer is "ok", a refusal, or that it is not known. */
  String plain(int process, ModelOperation operation, Random random) {
    advance(Duration.ofMillis(3));
    lose(processes.get(process), random);
    CatalogRequest request = CatalogRequest.of(Principal.of("ann"), requestId(operation.number()));
    try {
      operation.run().accept(processes.get(process).catalog().forRequest(request));
      return CatalogModel.OK;
    } catch (ServiceUnavailableException e) {
      return UNAVAILABLE;
    } catch (CommitStateUnknownException e) {
      return UNKNOWN;
    } catch (CairnException e) {
      return UNAVAILABLE; // reads before a plan
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName();
    }
  }

  /** Makes an operation with a key, as a client that repeats it, also at the other process. */
  String keyed(int process, ModelOperation operation, Random random) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      advance(Duration.ofMillis(3));
      Node chosen = processes.get(attempt == 0 ? process : random.nextInt(PROCESSES));
      lose(chosen, random);
      if (random.nextInt(50) == 0) {
        chosen.intercepted().beforeNextCommit(ModelCallers::kill);
      } else if (random.nextInt(50) == 0) {
        chosen.intercepted().afterNextCommit(ModelCallers::kill);
      }
      Optional<String> answer = attempt(chosen, operation);
      chosen.intercepted().forget();
      if (answer.isPresent()) {
        // Clients send requests again that were answered: the answer stays.
        if (random.nextInt(10) == 0) {
          Optional<String> again = attempt(processes.get(random.nextInt(PROCESSES)), operation);
          if (!again.orElse(answer.get()).equals(answer.get())) {
            throw new AssertionError(
                "%s was answered %s, then %s".formatted(operation.name(), answer, again));
          }
        }
        return answer.get();
      }
      advance(Duration.ofMinutes(1)); // longer than a lease
    }
    return UNKNOWN;
  }

  /** Lets the store lose track of some commits, before or after they are applied. */
  private static void lose(Node process, Random random) {
    Runnable loss =
        () -> {
          throw new UnknownOutcomeException("lost");
        };
    int losses = random.nextInt(12) == 0 ? 1 + random.nextInt(4) : 0;
    for (int i = 0; i < losses; i++) {
      if (random.nextBoolean()) {
        process.intercepted().beforeNextCommit(loss);
      } else {
        process.intercepted().afterNextCommit(loss);
      }
    }
  }

  private static void kill() {
    throw new Killed();
  }

  private static Optional<String> attempt(Node process, ModelOperation operation) {
    IdempotentResult result;
    try {
      result = process.server().request("key-" + operation.number(), operation.run());
    } catch (ServiceUnavailableException
        | CommitStateUnknownException
        | CairnException
        | Killed e) {
      return Optional.empty();
    }
    if (result instanceof IdempotentResult.Refused refused) {
      if (refused.subtype() == ErrorSubtype.IDEMPOTENCY_KEY_CONFLICT) {
        throw new AssertionError(operation.name() + ": " + refused.message());
      }
      return Optional.empty();
    }
    Outcome outcome =
        result instanceof IdempotentResult.Executed executed
            ? executed.outcome()
            : ((IdempotentResult.Replayed) result).outcome();
    return Optional.of(
        outcome.status() / 100 == 2 ? CatalogModel.OK : outcome.body().bytes().toUtf8());
  }

  @Override
  public void close() {
    processes.forEach(process -> process.cairn().close());
    observer.cairn().close();
    LOGGER.setLevel(level);
  }
}
