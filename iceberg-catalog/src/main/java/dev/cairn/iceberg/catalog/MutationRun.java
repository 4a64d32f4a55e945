package dev.cairn.iceberg.catalog;

import static dev.cairn.api.catalog.Catalogs.MAIN;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.ClockOffException;
import dev.cairn.api.IdsUnavailableException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.api.store.Workspace;
import dev.cairn.iceberg.catalog.CatalogCommits.Plan;
import dev.cairn.iceberg.catalog.CatalogCommits.PlannedFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * One mutation, from its first plan to its end.
 *
 * <p>Files are deleted only if it is certain that no state names them: those of an attempt that was
 * certainly not applied, and, once the outcome under the key of the request is known, those of all
 * attempts of this request that the outcome does not name. After an unknown outcome the attempt is
 * repeated only under a key, because the key tells whether it was applied. A refusal found
 * afterwards is thrown like any other: the executor of the request records it in the head, and what
 * the head has instead wins.
 */
final class MutationRun<R extends MutationResult> {
  /** The store has tried for as long as it may; more attempts rarely help, and the client waits. */
  private static final int MAX_REPEATS = 2;

  private final CatalogCommits.Shared shared;
  private final CatalogCommits commits;
  private final CatalogRequest request;
  private final String operation;
  private final Class<R> type;
  private final Function<CatalogState, Plan<R>> planner;

  /** The last purge that the state of the plan knows. */
  private volatile Optional<Bytes> lastPurge = Optional.empty();

  /** The plans whose outcome is unknown. */
  private final List<Plan<R>> doubtful = new ArrayList<>();

  MutationRun(
      CatalogCommits.Shared shared,
      CatalogCommits commits,
      String operation,
      Class<R> type,
      Function<CatalogState, Plan<R>> planner) {
    this.shared = shared;
    this.commits = commits;
    this.request = commits.request();
    this.operation = operation;
    this.type = type;
    this.planner = planner;
  }

  /**
   * Makes plans, one after the other, until one is applied.
   *
   * @param queue waits for the turn of this mutation
   */
  R run(Supplier<TableQueues.Held> queue) {
    try {
      TableQueues.Held held = queue.get();
      try {
        return applied();
      } finally {
        held.close();
      }
    } catch (CommitConflictException
        | StoreBusyException
        | IdsUnavailableException
        | ClockOffException
        | BackendUnavailableException e) {
      if (doubtful.isEmpty()) {
        throw new ServiceUnavailableException(e, "Commit failed: %s; try again", e.getMessage());
      }
      throw new CommitStateUnknownException(e);
    }
  }

  private R applied() {
    Instant deadline = shared.clock().instant().plus(shared.limit());
    Plan<R> plan = planOnRecent();
    // What moved since a cached state may have moved long ago, and that state refuses nothing.
    boolean isOnCurrent = false;
    while (true) {
      try {
        return apply(plan);
      } catch (MovedException e) {
        if (isOnCurrent && shared.clock().instant().isAfter(deadline)) {
          throw new CommitFailedException(e, "Commit failed: %s; try again", e.getMessage());
        }
        plan = planOn(commits.current());
        isOnCurrent = true;
      } catch (UnknownOutcomeException e) {
        doubtful.add(plan);
        boolean mayRepeat =
            request.isKeyed()
                && doubtful.size() <= MAX_REPEATS
                && !shared.clock().instant().isAfter(deadline)
                && !Thread.currentThread().isInterrupted();
        if (!mayRepeat) {
          throw new CommitStateUnknownException(e);
        }
      }
    }
  }

  private Plan<R> planOn(CatalogState state) {
    lastPurge = state.lastPurge();
    return planner.apply(state);
  }

  private Plan<R> planOnRecent() {
    try {
      return planOn(commits.recent());
    } catch (RuntimeException refusedOnRecent) {
      return planOn(commits.current());
    }
  }

  private R apply(Plan<R> plan) {
    Attempt attempt = new Attempt(plan);
    Optional<Execution> execution = request.execution();
    if (execution.isEmpty()) {
      R result = guarded(attempt, () -> shared.store().commit(MAIN, attempt::run).value());
      plan.applied();
      return result;
    }
    Outcome kept =
        guarded(attempt, () -> execution.get().commit(shared.store(), MAIN, attempt::summarized));
    return ended(attempt, kept);
  }

  private <T> T guarded(Attempt attempt, Supplier<T> commit) {
    try {
      return commit.get();
    } catch (RuntimeException e) {
      if (attempt.isCertainlyLost(e) && !doubtful.contains(attempt.plan)) {
        delete(attempt.plan.files());
      }
      throw e;
    }
  }

  /** The mutation is applied, by {@code attempt} or by an earlier one of the same request. */
  private R ended(Attempt attempt, Outcome kept) {
    MutationSummary summary = MutationSummary.of(kept);
    Set<Plan<R>> plans = new LinkedHashSet<>(doubtful);
    plans.add(attempt.plan);
    for (Plan<R> plan : plans) {
      List<PlannedFile> lost =
          plan.files().stream().filter(file -> !summary.names(file.state().id())).toList();
      delete(lost);
      if (lost.isEmpty()) {
        plan.applied();
      }
    }
    R result = attempt.resultOf(summary).orElseGet(() -> replayed(summary));
    commits.made(kept, result);
    return result;
  }

  private R replayed(MutationSummary summary) {
    Optional<MutationResult> found;
    try {
      found = shared.replays().replay(summary);
    } catch (CairnException e) {
      throw new CommitStateUnknownException(e); // applied, but not to be called a failure
    }
    MutationResult result =
        found.orElseThrow(
            () ->
                new CommitStateUnknownException(
                    "The request was applied before, but its result is no longer available",
                    new NoSuchElementException(summary.operation())));
    if (!type.isInstance(result)) {
      throw new IllegalStateException(
          "The key of the request was used for %s, not for %s"
              .formatted(summary.operation(), operation));
    }
    return type.cast(result);
  }

  private void delete(List<PlannedFile> files) {
    shared.files().delete(files.stream().map(PlannedFile::location).toList());
  }

  /** A plan on its way into the store, which may run it more than once, on another thread. */
  private final class Attempt {
    private final Plan<R> plan;
    private volatile boolean started;
    private volatile @Nullable RuntimeException thrown;
    private volatile @Nullable R result;

    Attempt(Plan<R> plan) {
      this.plan = plan;
    }

    R run(Workspace workspace) {
      started = true;
      try {
        R applied = plan.apply(new CatalogEdits(workspace, request, lastPurge));
        result = applied;
        return applied;
      } catch (RuntimeException e) {
        thrown = e;
        throw e;
      }
    }

    Outcome summarized(Workspace workspace) {
      CatalogLog.sign(workspace, request, operation);
      return MutationSummary.of(operation, run(workspace)).toOutcome();
    }

    /** The result, if it is the one that {@code applied} stands for. */
    Optional<R> resultOf(MutationSummary applied) {
      return Optional.ofNullable(result)
          .filter(mine -> MutationSummary.of(operation, mine).equals(applied));
    }

    /**
     * Whether {@code e} proves that this attempt was not and will not be applied. Of an exception
     * that is not known here, nothing is concluded: a file too many harms nothing.
     */
    boolean isCertainlyLost(RuntimeException e) {
      return !(e instanceof UnknownOutcomeException)
          && (!started
              || e == thrown
              || e instanceof CommitConflictException
              || e instanceof StoreBusyException
              || e instanceof IdsUnavailableException
              || e instanceof ClockOffException
              || e instanceof BackendUnavailableException
              || e instanceof ReferenceNotFoundException
              || e instanceof CancellationException);
    }
  }
}
