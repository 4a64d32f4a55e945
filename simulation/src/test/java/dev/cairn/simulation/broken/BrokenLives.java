package dev.cairn.simulation.broken;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.SizeEstimate;
import dev.cairn.testkit.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Opening, schema and closing, broken. */
final class BrokenLives {
  private BrokenLives() {}

  /** Closing does nothing. */
  static final class UsableAfterClose extends Broken {
    UsableAfterClose(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void close() {}
  }

  /** A closed backend answers reads from what it remembers. */
  static final class ReadableAfterClose extends Broken {
    ReadableAfterClose(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private volatile boolean closed;

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      return closed ? Optional.empty() : super.readReference(key, mode);
    }

    @Override
    public void close() {
      closed = true;
      super.close();
    }
  }

  /** Health is what it was when it was opened. */
  static final class HealthyAfterClose extends Broken {
    HealthyAfterClose(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Health first = delegate().health();

    @Override
    public Health health() {
      return first;
    }
  }

  /** An open backend is unhealthy and does not say why. */
  static final class Unhealthy extends Broken {
    Unhealthy(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Health health() {
      return new Health(false, "");
    }
  }

  /** Closing twice is an error. */
  static final class CloseOnlyOnce extends Broken {
    CloseOnlyOnce(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private boolean closed;

    @Override
    public void close() {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      closed = true;
      super.close();
    }
  }

  /** The time is that of an earlier call, long ago. */
  static final class TellsAnOldTime extends Broken {
    TellsAnOldTime(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<DatabaseTime> time() {
      return Optional.of(
          DatabaseTime.ofMillis(Instant.now().minus(Duration.ofHours(1)).toEpochMilli()));
    }
  }

  /** Only the first call is answered. */
  static final class TellsTheTimeOnce extends Broken {
    TellsTheTimeOnce(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private boolean told;

    @Override
    public synchronized Optional<DatabaseTime> time() {
      boolean isFirst = !told;
      told = true;
      return isFirst
          ? Optional.of(DatabaseTime.ofMillis(Instant.now().toEpochMilli()))
          : Optional.empty();
    }
  }

  /** The time is the process's own. */
  static final class TellsTheTimeAfterClose extends Broken {
    TellsTheTimeAfterClose(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<DatabaseTime> time() {
      return Optional.of(DatabaseTime.ofMillis(Instant.now().toEpochMilli()));
    }
  }

  /** Creating the schema begins with an empty one. */
  static final class CreateSchemaDropsRows extends Broken {
    CreateSchemaDropsRows(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void createSchema() {
      super.scanReferences(
          Optional.empty(),
          Optional.empty(),
          row -> {
            remove(row.key());
            return true;
          });
    }
  }

  /** A good schema does not pass. */
  static final class VerifyFindsFault extends Broken {
    VerifyFindsFault(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void verifySchema() {
      throw new SchemaMismatchException("no schema");
    }
  }

  /** Name and schema are blank, limits change, sizes are negative. */
  static final class SaysNothing extends Broken {
    SaysNothing(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private int limit = 8 * 1024;

    @Override
    public String name() {
      return "In Memory";
    }

    @Override
    public String describeSchema() {
      return " ";
    }

    @Override
    public Limits limits() {
      return new Limits(limit--, 10, 10);
    }

    @Override
    public SizeEstimate estimateSize() {
      return new SizeEstimate(OptionalLong.of(-1), OptionalLong.empty(), OptionalLong.empty());
    }

    @Override
    public Map<String, Double> statistics() {
      return Map.of("Rows", Double.NaN);
    }
  }

  /** All backends share what the first one closes. */
  static final class ClosesWhatOthersUse extends Broken {

    private static final AtomicInteger CLOSED = new AtomicInteger();

    private final int closedBefore = CLOSED.get();

    ClosesWhatOthersUse(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {

      if (CLOSED.get() != closedBefore) {
        throw new ClosedException("the connection was closed");
      }
      super.write(rows);
    }

    @Override
    public void close() {
      CLOSED.incrementAndGet();
      super.close();
    }
  }

  /** Keeps its rows behind a channel that an interrupt closes. */
  static final class InterruptCloses extends Broken {
    private volatile boolean closed;

    InterruptCloses(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      if (closed || Thread.currentThread().isInterrupted()) {
        closed = true;
        throw new BackendUnavailableException("the channel is closed");
      }
      return super.around(operation, call);
    }
  }
}
