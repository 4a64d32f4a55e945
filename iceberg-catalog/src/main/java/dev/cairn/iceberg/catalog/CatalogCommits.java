package dev.cairn.iceberg.catalog;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;

/**
 * Plans and applies commits.
 *
 * <p>A plan is made on a state that may come from the cache. If that state refuses it, the current
 * state decides. A plan writes its metadata files before it is applied; the change that applies it
 * only compares what it touches with what the plan was made on, and edits the indexes. If something
 * moved, nothing is applied, the files are deleted, and a new plan is made. After an unknown
 * outcome no file is deleted: the catalog may name it.
 */
final class CatalogCommits {
  /** A commit that is ready to be applied. */
  interface Plan<R> {
    /** Applies it; may run more than once. */
    R apply(CatalogEdits edits);

    /** The files that it wrote; deleted if it is certain that it was not applied. */
    default List<String> files() {
      return List.of();
    }
  }

  private final Store store;
  private final MetadataFiles files;
  private final Clock clock;
  private final Duration limit;
  private final TableQueues queues = new TableQueues();

  CatalogCommits(Store store, MetadataFiles files, Clock clock, Duration limit) {
    this.store = store;
    this.files = files;
    this.clock = clock;
    this.limit = limit;
  }

  Store store() {
    return store;
  }

  CatalogState current() {
    return new CatalogState(store.current(Catalogs.MAIN));
  }

  /** Makes plans with {@code planner}, one after the other, until one is applied. */
  <R> R run(Collection<String> names, Function<CatalogState, Plan<R>> planner) {
    TableQueues.Held held = queues.enter(names, limit);
    try {
      return run(planner);
    } finally {
      held.close();
    }
  }

  private <R> R run(Function<CatalogState, Plan<R>> planner) {
    Instant deadline = clock.instant().plus(limit);
    Plan<R> plan = planOnRecent(planner);
    while (true) {
      try {
        return apply(plan);
      } catch (MovedException e) {
        files.delete(plan.files());
        if (clock.instant().isAfter(deadline)) {
          throw new CommitFailedException(e, "Commit failed: %s; try again", e.getMessage());
        }
      }
      plan = planner.apply(current());
    }
  }

  private <R> Plan<R> planOnRecent(Function<CatalogState, Plan<R>> planner) {
    try {
      return planner.apply(new CatalogState(store.recent(Catalogs.MAIN)));
    } catch (RuntimeException refusedOnRecent) {
      return planner.apply(current());
    }
  }

  private <R> R apply(Plan<R> plan) {
    try {
      return store
          .commit(Catalogs.MAIN, workspace -> plan.apply(new CatalogEdits(workspace)))
          .value();
    } catch (UnknownOutcomeException e) {
      throw new CommitStateUnknownException(e);
    } catch (CommitConflictException | StoreBusyException e) {
      files.delete(plan.files());
      throw new ServiceUnavailableException(e, "Commit failed: %s; try again", e.getMessage());
    } catch (MovedException e) {
      throw e;
    } catch (RuntimeException e) {
      files.delete(plan.files());
      throw e;
    }
  }
}
