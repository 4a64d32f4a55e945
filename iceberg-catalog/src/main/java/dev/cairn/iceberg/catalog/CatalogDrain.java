package dev.cairn.iceberg.catalog;

import dev.cairn.api.Scope;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.TaskCancelledException;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskLostException;
import dev.cairn.api.task.Tasks;
import dev.cairn.iceberg.file.LocalFileIO;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;

/**
 * Ends dropped tables and views of a warehouse that were kept for long enough, as a coordinated
 * task.
 *
 * <pre>{@code
 * CatalogDrain drain = new CatalogDrain(store, files, keepDropped, clock, executor, 8);
 * // Now and then, from every process; the task decides when and where it runs.
 * Tasks.Offer offer = drain.runIfDue(cairn.tasks(), Duration.ofHours(1));
 * }</pre>
 *
 * <p>An entity that was dropped without purge, or with {@code gc.enabled=false}, ends in one commit
 * that frees its locations; its files belong to their owner again. One that was dropped with purge
 * takes three steps: a commit after which it cannot be undropped and its locations are shared with
 * no new table; the deletion of the files below its own locations; a commit that frees them. Every
 * step can be repeated, by any process, also at the same time: what is to be done is in the catalog
 * and in the listing of the files, not in the run.
 */
public final class CatalogDrain implements Tasks.Work {
  private final DrainCommits commits;
  private final FilePurge purge;
  private final FileIO files;
  private final Scope scope;
  private final Duration keep;
  private final Clock clock;

  /**
   * @param store the store of the warehouse
   * @param files the files of the warehouse
   * @param keep how long dropped entities are kept
   * @param executor deletes files
   * @param parallel how many calls of the executor run at a time
   */
  public CatalogDrain(
      Store store, FileIO files, Duration keep, Clock clock, Executor executor, int parallel) {
    if (parallel < 1) {
      throw new IllegalArgumentException("a drain needs at least one deletion at a time");
    }
    this.commits = new DrainCommits(store);
    this.purge = new FilePurge(files, executor, parallel);
    this.files = files;
    this.scope = store.scope();
    this.keep = keep;
    this.clock = clock;
  }

  /** The name of the task that drains the warehouse {@code scope}. */
  public static String taskName(Scope scope) {
    return "iceberg.drain/" + scope.tenantId() + "/" + scope.catalogId();
  }

  /** Drains if {@code period} has passed since the last run and no other process is draining. */
  public Tasks.Offer runIfDue(Tasks tasks, Duration period) {
    return tasks.runEvery(period, taskName(scope), "", this);
  }

  /**
   * Drains all that is due. An entity that cannot be drained does not keep the others from it.
   *
   * @return a {@link DrainReport} as text; also the checkpoints are such reports
   * @throws RuntimeIOException if some could not be drained; they are tried again later
   */
  @Override
  public String run(TaskContext context) {
    Run run = new Run(context);
    // Those whose deletion has begun come first: no other entity shares their places.
    run.drainAll(commits.due(DroppedEntity.Details::purging));
    run.drainAll(commits.due(this::isDue));
    run.checkFailures();
    return run.report.toText();
  }

  private boolean isDue(DroppedEntity.Details details) {
    return !details.purging() && clock.millis() - details.droppedAtMillis() >= keep.toMillis();
  }

  /** One attempt of the task. */
  private final class Run {
    private final TaskContext context;
    private final List<String> failures = new ArrayList<>();
    private DrainReport report;

    Run(TaskContext context) {
      this.context = context;
      this.report = context.checkpoint().map(DrainReport::ofText).orElse(DrainReport.EMPTY);
    }

    void drainAll(List<DroppedEntity> due) {
      for (DroppedEntity each : due) {
        context.heartbeat();
        try {
          drain(each);
        } catch (TaskLostException | TaskCancelledException e) {
          throw e;
        } catch (RuntimeException e) {
          failures.add("%s (%s): %s".formatted(each.details().identifier(), each.entry().id(), e));
        }
      }
    }

    void checkFailures() {
      if (!failures.isEmpty()) {
        throw new RuntimeIOException(
            "%s dropped entities could not be drained, first %s", failures.size(), failures.get(0));
      }
    }

    private void drain(DroppedEntity dropped) {
      if (dropped.details().purging()) {
        purge(dropped);
      } else if (commits.isToBePurged(dropped)) {
        if (commits.beginPurge(dropped)) {
          purge(dropped.purging());
        }
      } else if (commits.release(dropped)) {
        report(report.plusReleased());
      }
    }

    private void purge(DroppedEntity purging) {
      try {
        for (PurgePlace place : commits.places(purging)) {
          if (!place.isCovered()) {
            long kept = purge.deleteAll(place, guard(purging));
            report = report.plusFiles(0, kept);
            removeDirectories(place);
          }
        }
        if (commits.endPurge(purging)) {
          report(report.plusPurged());
        }
      } catch (PurgeOverException e) {
        // Another process ended it; what is there now may belong to others.
      }
    }

    private FilePurge.Guard guard(DroppedEntity purging) {
      return new FilePurge.Guard() {
        @Override
        public void beforeBatch() {
          context.heartbeat();
          commits.checkPurging(purging);
        }

        @Override
        public void beat() {
          context.heartbeat();
        }

        @Override
        public void afterBatch(int deleted) {
          report(report.plusFiles(deleted, 0));
        }
      };
    }

    private void report(DrainReport next) {
      report = next;
      context.checkpoint(next.toText());
    }
  }

  private void removeDirectories(PurgePlace place) {
    if (files instanceof LocalFileIO local && place.others().isEmpty()) {
      local.deleteEmptyDirectories(place.own().given());
    }
  }
}
