package dev.cairn.core.maintenance;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import dev.cairn.core.Workers;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Deletes rows that are unmarked, immutable and older than the cutoff. The scan is cut into parts
 * where the database can do that, so that several threads sweep at once; in each part one stretch
 * follows the other, and after each, everything found in it is deleted and can be written down. A
 * stretch that fails ends the sweep: others under way are finished, no other begins.
 */
final class Sweep {
  private static final int STRETCH_ROWS = 10_000;
  private static final int STRETCH_DELETES = 1_000;
  // So that threads still have work when some parts turn out larger than others.
  private static final int PARTS_PER_THREAD = 4;
  // The position in each is stored with the task, in one row.
  private static final int MOST_PARTS = 64;
  private static final int ROWS_PER_SIGN = 256;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final Backend backend;
  private final Environment environment;
  private final MarkFilter marked;
  private final long cutoff;
  private final Predicate<Scope> scopes;
  private final Predicate<String> types;
  private final Pace pace;
  private final int threads;
  private final Workers workers;
  private final boolean isPreview;

  /**
   * @param scopes whether rows of a scope may go
   * @param types whether rows of a type may go
   * @param executor gives threads besides the caller's
   */
  Sweep(
      Backend backend,
      Environment environment,
      MarkFilter marked,
      long cutoff,
      Predicate<Scope> scopes,
      Predicate<String> types,
      CollectionSettings settings,
      Executor executor,
      boolean isPreview) {
    this.backend = backend;
    this.environment = environment;
    this.marked = marked;
    this.cutoff = cutoff;
    this.scopes = scopes;
    this.types = types;
    this.threads = settings.threads();
    this.pace =
        new Pace(environment, settings.deletesPerSecond(), (long) STRETCH_DELETES * threads);
    this.workers = new Workers(executor, threads);
    this.isPreview = isPreview;
  }

  /**
   * Sweeps on from where an earlier sweep stopped, if one did.
   *
   * @param left the positions of that one's parts, without those that it finished
   */
  SweepCounts run(
      Optional<List<String>> left, SweepCounts counts, SweepProgress.Listener listener) {
    SweepProgress progress =
        left.map(positions -> SweepProgress.resumed(positions, counts, listener))
            .orElseGet(() -> SweepProgress.begun(parts(), counts, listener));
    // Work that is added by work calls for help.
    workers.add(() -> progress.left().forEach(part -> workers.add(() -> stretch(part, progress))));
    workers.finish();
    return progress.counts();
  }

  private List<ScanPosition> parts() {
    try {
      return retrying(() -> backend.splitObjects(Math.min(MOST_PARTS, threads * PARTS_PER_THREAD)));
    } catch (BackendUnavailableException e) {
      return List.of(); // it goes without; if the database is away, the scan will say so
    }
  }

  private void stretch(SweepProgress.Part part, SweepProgress progress) {
    Stretch stretch = new Stretch(progress);
    long began = environment.nowMicros();
    Optional<ScanPosition> next = retrying(() -> stretch.scan(part.position()));
    if (!isPreview) {
      retrying(() -> delete(stretch.unneeded));
    }
    progress.swept(part, next, stretch.counter.counts());
    if (!isPreview) {
      await(pace.pause(stretch.unneeded.size(), began), progress);
    }
    if (next.isPresent()) {
      workers.add(() -> stretch(part, progress));
    }
  }

  private void await(Duration pause, SweepProgress progress) {
    Duration left = pause;
    while (left.compareTo(Duration.ZERO) > 0 && !workers.isFailed()) {
      Duration step = left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT;
      environment.waiter().await(step);
      progress.waiting();
      left = left.minus(step);
    }
  }

  /** Rows that follow each other. If its scan fails in the middle, it begins anew. */
  private final class Stretch {
    private final SweepProgress progress;
    private final List<ObjectKey> unneeded = new ArrayList<>();
    private SweepCounts.Counter counter = new SweepCounts.Counter(SweepCounts.none());
    private long rows;

    Stretch(SweepProgress progress) {
      this.progress = progress;
    }

    Optional<ScanPosition> scan(Optional<ScanPosition> from) {
      counter = new SweepCounts.Counter(SweepCounts.none());
      unneeded.clear();
      rows = 0;
      return backend.scanObjects(
          Optional.empty(),
          Optional.empty(),
          from,
          row -> {
            visit(row);
            if (rows % ROWS_PER_SIGN == 0) {
              progress.waiting(); // large rows take their time
            }
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

  private <T> T retrying(Supplier<T> call) {
    return Backoff.BRIEF.retrying(environment, call);
  }
}
