package dev.cairn.core;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A database that tells its time, and processes whose clocks differ from it. */
final class ClockWorld implements AutoCloseable {
  static final Scope SCOPE = new Scope("tenant", "catalog");
  static final String MAIN = "main";
  static final Duration SKEW = Duration.ofSeconds(5);

  /** From one tick of a lease to the next, and how many are between two renewals. */
  private static final Duration TICK = Duration.ofSeconds(10);

  private static final int TICKS = 10;

  /** How often a process looks whether garbage is to be collected. */
  private static final Duration LOOK = Duration.ofMinutes(10);

  /** What was warned of, and that it is over. */
  final List<LogRecord> logged = new ArrayList<>();

  private final Logger logger = Logger.getLogger("dev.cairn.core");
  private final Handler handler =
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

  final Database database = new Database();
  private final Deque<Machine> processes = new ArrayDeque<>();
  private int seeds;

  /** What time it really is; the database's clock is right. */
  Instant now = Instant.parse("2026-01-01T00:00:00Z");

  ClockWorld() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  /** The rows of all processes. */
  final class Database extends ForwardingBackend {
    private Optional<Runnable> beforeSweep = Optional.empty();
    boolean isTimeless;
    boolean isSilent;
    boolean isReadOnly;

    Database() {
      super(new InMemoryBackend());
    }

    @Override
    public Optional<DatabaseTime> time() {
      if (isSilent) {
        throw new BackendUnavailableException("the database does not say what time it is");
      }
      return isTimeless ? Optional.empty() : Optional.of(DatabaseTime.ofMillis(now.toEpochMilli()));
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      if (isReadOnly) {
        throw new BackendUnavailableException("the database cannot be written to");
      }
      return super.swap(expected, next);
    }

    /** Does something when all is marked and nothing is swept yet. */
    void beforeSweep(Runnable action) {
      beforeSweep = Optional.of(action);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      if (type.isEmpty()) { // the purge of records scans by type
        Optional<Runnable> action = beforeSweep;
        beforeSweep = Optional.empty();
        action.ifPresent(Runnable::run);
      }
      return super.scanObjects(scope, type, bound, after, visitor);
    }

    @Override
    public void close() {
      // Other processes have it open too.
    }
  }

  /** A process, whose scheduler ticks when a test says so. */
  final class Machine implements IdScheduler, AutoCloseable {
    /** How far its clock is ahead. */
    Duration off;

    final Cairn cairn;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Runnable> leaseTicks = new ArrayList<>();
    private final List<Runnable> looks = new ArrayList<>();

    Machine(Duration off) {
      this.off = off;
      cairn =
          Cairn.open(
              database,
              Configuration.builder().build(CairnSettings.ALL),
              TestTypes.ALL,
              new EngineRuntime(
                  new Environment(
                      () -> now.plus(this.off),
                      duration -> now = now.plus(duration),
                      new Random(++seeds)),
                  Runnable::run,
                  this,
                  meters,
                  () -> {}));
      processes.addLast(this);
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      List<Runnable> tasks =
          period.equals(TICK) ? leaseTicks : period.equals(LOOK) ? looks : new ArrayList<>();
      tasks.add(task);
      return () -> tasks.remove(task);
    }

    /** Collects, if it is time to. */
    void lookForGarbage() {
      List.copyOf(looks).forEach(Runnable::run);
    }

    double gauge(String name) {
      return meters.get(name).gauge().value();
    }

    /** Lets time pass until the lease was renewed or its renewal tried. */
    void renew() {
      for (int i = 0; i < TICKS; i++) {
        tick();
      }
    }

    void tick() {
      now = now.plus(TICK);
      List.copyOf(leaseTicks).forEach(Runnable::run);
    }

    Store store() {
      return cairn.store(SCOPE);
    }

    /** Puts {@code key} into an index. */
    void commit(String key) {
      var unused =
          store()
              .commit(
                  MAIN,
                  workspace -> {
                    workspace
                        .index("keys", ValueSerializer.bytes())
                        .put(Bytes.ofUtf8(key), Bytes.empty());
                    return key;
                  });
    }

    /** The keys of the current state. */
    List<String> keys() {
      List<String> keys = new ArrayList<>();
      keys(store().current(MAIN), keys);
      return keys;
    }

    /** The keys of the state at {@code time}. */
    List<String> keysAt(Instant time) {
      List<String> keys = new ArrayList<>();
      keys(store().at(MAIN, time), keys);
      return keys;
    }

    private static void keys(Snapshot state, List<String> keys) {
      state
          .index("keys", ValueSerializer.bytes())
          .list(IndexRange.all())
          .forEachRemaining(entry -> keys.add(entry.key().toUtf8()));
    }

    @Override
    public void close() {
      cairn.close();
    }
  }

  /** A process that is right. */
  Machine start() {
    return start(Duration.ZERO);
  }

  /** A process whose clock is ahead of the database's. */
  Machine start(Duration ahead) {
    return new Machine(ahead);
  }

  /** How many objects and references there are. */
  long countRows() {
    long[] rows = {0};
    var unused = database.scanReferences(Optional.empty(), Optional.empty(), row -> ++rows[0] > 0);
    var unusedToo =
        database.scanObjects(
            Optional.empty(),
            Optional.empty(),
            ScanBound.NONE,
            Optional.empty(),
            row -> ++rows[0] > 0);
    return rows[0];
  }

  @Override
  public void close() {
    processes.forEach(Machine::close);
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }
}
