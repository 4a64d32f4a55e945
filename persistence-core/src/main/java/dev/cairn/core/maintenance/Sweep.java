package dev.cairn.core.maintenance;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Deletes rows that are unmarked, immutable and older than the cutoff, one stretch of the scan
 * after the other; between two, everything found so far is deleted and can be written down.
 */
final class Sweep {
  private static final int STRETCH_ROWS = 10_000;
  private static final int STRETCH_DELETES = 1_000;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final Backend backend;
  private final Environment environment;
  private final MarkFilter marked;
  private final long cutoff;
  private final Predicate<Scope> scopes;
  private final Predicate<String> types;
  private final long deletesPerSecond;
  private final boolean isPreview;

  /**
   * @param scopes whether rows of a scope may go
   * @param types whether rows of a type may go
   */
  Sweep(
      Backend backend,
      Environment environment,
      MarkFilter marked,
      long cutoff,
      Predicate<Scope> scopes,
      Predicate<String> types,
      long deletesPerSecond,
      boolean isPreview) {
    this.backend = backend;
    this.environment = environment;
    this.marked = marked;
    this.cutoff = cutoff;
    this.scopes = scopes;
    this.types = types;
    this.deletesPerSecond = deletesPerSecond;
    this.isPreview = isPreview;
  }

  /** Is told after each stretch. */
  interface Listener {
    /**
     * Everything before {@code position} is done.
     *
     * @param stretch how many rows were looked at since the last time
     */
    void swept(String position, SweepCounts counts, long stretch);

    /** Is told while rows are not deleted because that would be too fast. */
    void waiting();
  }

  /** Sweeps on from where an earlier sweep stopped, if one did. */
  SweepCounts run(Optional<String> from, SweepCounts counts, Listener listener) {
    SweepCounts found = counts;
    Optional<ScanPosition> position = from.map(Sweep::position);
    do {
      Stretch stretch = new Stretch(found);
      Optional<ScanPosition> after = position;
      long began = environment.nowMicros();
      Optional<ScanPosition> next = retrying(() -> stretch.scan(after));
      if (!isPreview) {
        retrying(() -> delete(stretch.unneeded));
      }
      found = stretch.counter.counts();
      if (next.isPresent()) {
        listener.swept(text(next.get()), found, stretch.rows);
        throttle(stretch.unneeded.size(), began, listener);
      }
      position = next;
    } while (position.isPresent());
    return found;
  }

  private static ScanPosition position(String text) {
    return new ScanPosition(Bytes.wrap(Base64.getDecoder().decode(text)));
  }

  private static String text(ScanPosition position) {
    return Base64.getEncoder().encodeToString(position.bytes().toByteArray());
  }

  /** Rows that follow each other. If its scan fails in the middle, it begins anew. */
  private final class Stretch {
    private final SweepCounts before;
    private SweepCounts.Counter counter;
    private final List<ObjectKey> unneeded = new ArrayList<>();
    private long rows;

    Stretch(SweepCounts before) {
      this.before = before;
      this.counter = new SweepCounts.Counter(before);
    }

    Optional<ScanPosition> scan(Optional<ScanPosition> from) {
      counter = new SweepCounts.Counter(before);
      unneeded.clear();
      rows = 0;
      return backend.scanObjects(
          Optional.empty(),
          Optional.empty(),
          from,
          row -> {
            visit(row);
            return ++rows < STRETCH_ROWS && unneeded.size() < STRETCH_DELETES;
          });
    }

    private void visit(ObjectRow row) {
      counter.scanned();
      // Updateable rows go by the rule of their own type.
      if (row.token().isPresent()) {
        return;
      }
      String type = row.key().type();
      long bytes = row.value().length();
      if (!scopes.test(row.key().scope())) {
        counter.unknownScope(row.key().scope(), bytes);
      } else if (marked.mayContain(row.key())) {
        return;
      } else if (writtenAt(row) >= cutoff) {
        counter.young();
      } else if (!types.test(type)) {
        counter.unknownType(type, bytes);
      } else {
        counter.deleted(type, bytes);
        unneeded.add(row.key());
      }
    }
  }

  /**
   * When it was written at the latest, by the clock of its writer: its ID may be older or newer.
   */
  private static long writtenAt(ObjectRow row) {
    Instant id = SnowflakeId.instant(row.key().id().toLong());
    return Math.max(row.createdAtMicros(), ChronoUnit.MICROS.between(Instant.EPOCH, id));
  }

  private boolean delete(List<ObjectKey> keys) {
    if (!keys.isEmpty()) {
      backend.delete(keys);
    }
    return true;
  }

  private void throttle(int deleted, long began, Listener listener) {
    if (isPreview || deletesPerSecond <= 0) {
      return;
    }
    long due = began + deleted * 1_000_000L / deletesPerSecond;
    long left = due - environment.nowMicros();
    // A clock that jumps must not make this wait for ever.
    Duration wait =
        Duration.of(Math.min(left, deleted * 1_000_000L / deletesPerSecond), ChronoUnit.MICROS);
    while (wait.compareTo(Duration.ZERO) > 0) {
      Duration step = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
      environment.waiter().await(step);
      listener.waiting();
      wait = wait.minus(step);
    }
  }

  private <T> T retrying(Supplier<T> call) {
    for (int tryNumber = 1; ; tryNumber++) {
      try {
        return call.get();
      } catch (BackendUnavailableException e) {
        if (tryNumber == Backoff.BRIEF.tries()) {
          throw e;
        }
        Backoff.BRIEF.await(tryNumber, environment);
      }
    }
  }
}
