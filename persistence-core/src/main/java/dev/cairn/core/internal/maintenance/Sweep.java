package dev.cairn.core.internal.maintenance;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.core.internal.runtime.ScanBounds;
import dev.cairn.core.internal.runtime.WorkStack;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Deletes rows that are unmarked, immutable and older than the cutoff. Where the database can split
 * a scan, it is split into parts, so that several threads sweep at once. Within a part, one stretch
 * follows the other; after each, everything found in it is deleted, and its position can be stored.
 * A stretch that fails ends the sweep: running stretches finish, no other begins.
 */
final class Sweep {
  private static final int STRETCH_ROWS = 10_000;
  private static final int STRETCH_DELETES = 1_000;
  // More parts than threads, so that all threads have work although parts differ in size.
  private static final int PARTS_PER_THREAD = 4;
  // The positions of all parts are stored with the task, in one row.
  private static final int MOST_PARTS = 64;
  private static final int ROWS_PER_SIGN = 256;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final Backend backend;
  private final Environment environment;
  private final MarkFilter marked;
  private final long cutoff;
  private final ScanBound bound;
  private final Predicate<Scope> scopes;
  private final Predicate<String> types;
  private final Predicate<ObjectKey> updateables;
  private final Pace pace;
  private final int threads;
  private final WorkStack workers;
  private final boolean isPreview;

  /**
   * @param scopes whether rows of a scope may be deleted
   * @param types whether rows of a type may be deleted
   * @param updateables whether an updateable row may be deleted, by its token
   * @param executor provides threads besides the caller's
   */
  Sweep(
      Backend backend,
      Environment environment,
      MarkFilter marked,
      long cutoff,
      Predicate<Scope> scopes,
      Predicate<String> types,
      Predicate<ObjectKey> updateables,
      CollectionSettings settings,
      Executor executor,
      boolean isPreview) {
    this.backend = backend;
    this.environment = environment;
    this.marked = marked;
    this.cutoff = cutoff;
    this.bound = ScanBounds.upTo(cutoff - 1); // rows that are kept anyway are not read
    this.scopes = scopes;
    this.types = types;
    this.updateables = updateables;
    this.threads = settings.threads();
    this.pace =
        new Pace(environment, settings.deletesPerSecond(), (long) STRETCH_DELETES * threads);
    this.workers = new WorkStack(executor, threads);
    this.isPreview = isPreview;
  }

  /**
   * Sweeps, from where an earlier sweep stopped, if there was one.
   *
   * @param left the positions of the unfinished parts of that sweep
   */
  SweepCounts run(
      Optional<List<String>> left, SweepCounts counts, SweepProgress.Listener listener) {
    SweepProgress progress =
        left.map(positions -> SweepProgress.resumed(positions, counts, listener))
            .orElseGet(() -> SweepProgress.begun(parts(), counts, listener));
    // Parts are added from within work, because that starts helper threads.
    workers.add(() -> progress.left().forEach(part -> workers.add(() -> stretch(part, progress))));
    workers.finish();
    return progress.counts();
  }

  private List<ScanPosition> parts() {
    try {
      return retrying(() -> backend.splitObjects(Math.min(MOST_PARTS, threads * PARTS_PER_THREAD)));
    } catch (BackendUnavailableException e) {
      return List.of(); // sweeps in one part; if the database is unavailable, the scan fails
    }
  }

  private void stretch(SweepProgress.Part part, SweepProgress progress) {
    Stretch stretch = new Stretch(progress);
    long began = environment.nowMicros();
    Optional<ScanPosition> next = retrying(() -> stretch.scan(part.position()));
    if (!isPreview) {
      retrying(() -> delete(stretch.unneeded));
      stretch.updateable.forEach((key, token) -> retrying(() -> backend.deleteIf(key, token)));
    }
    progress.swept(part, next, stretch.counter.counts());
    if (!isPreview) {
      await(pace.pause(stretch.deletes(), began), progress);
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

  /** Consecutive rows of a part. If its scan fails in the middle, the stretch begins anew. */
  private final class Stretch {
    private final SweepProgress progress;
    private final List<ObjectKey> unneeded = new ArrayList<>();
    private final Map<ObjectKey, Token> updateable = new LinkedHashMap<>();
    private SweepCounts.Counter counter = new SweepCounts.Counter(SweepCounts.none());
    private long rows;

    Stretch(SweepProgress progress) {
      this.progress = progress;
    }

    Optional<ScanPosition> scan(Optional<ScanPosition> from) {
      counter = new SweepCounts.Counter(SweepCounts.none());
      unneeded.clear();
      updateable.clear();
      rows = 0;
      return backend.scanObjects(
          Optional.empty(),
          Optional.empty(),
          bound,
          from,
          row -> {
            visit(row);
            if (rows % ROWS_PER_SIGN == 0) {
              progress.waiting(); // large rows take long
            }
            return ++rows < STRETCH_ROWS && deletes() < STRETCH_DELETES;
          });
    }

    int deletes() {
      return unneeded.size() + updateable.size();
    }

    private void visit(ObjectRow row) {
      counter.scanned();
      String type = row.key().type();
      long bytes = row.value().length();
      if (row.token().isPresent()) {
        // Otherwise they are deleted by the rules of their own type. One that changes meanwhile has
        // another token and is left to the next collection.
        if (updateables.test(row.key()) && row.createdAtMicros() < cutoff) {
          counter.deleted(type, bytes);
          updateable.put(row.key(), row.token().get());
        }
        return;
      }
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
   * The latest time at which a row may have been written, by its writer's clock: its ID may be
   * older or newer than the write.
   */
  private static long writtenAt(ObjectRow row) {
    Instant id = SnowflakeId.instant(row.key().id().toLong());
    return Math.max(row.createdAtMicros(), Micros.of(id));
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
