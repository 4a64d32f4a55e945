package dev.cairn.simulation.chaos;

import dev.cairn.api.Waiter;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.workload.BookKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Stores that tell callers what a sound engine would not have told them. */
final class MutantStores {
  private static final Duration LONG = Duration.ofMinutes(10);

  private MutantStores() {}

  /** A failure is released when the change throws, before the swap of its group. */
  static Store releasesFailuresEarly(Store sound, Waiter waiter) {
    return new ForwardingStore(sound) {
      @Override
      public <R> Committed<R> commit(String reference, Change<R> change) {
        CompletableFuture<Committed<R>> told = new CompletableFuture<>();
        PendingCommit<R> pending =
            super.submit(
                reference,
                workspace -> {
                  try {
                    return change.apply(workspace);
                  } catch (BookKeeper.Refused e) {
                    told.completeExceptionally(e);
                    throw e;
                  }
                });
        pending
            .result()
            .whenComplete(
                (committed, failure) -> {
                  if (failure == null) {
                    told.complete(committed);
                  } else {
                    told.completeExceptionally(failure);
                  }
                });
        waiter.awaitDone(told, LONG);
        return BookKeeper.outcome(told);
      }
    };
  }

  /**
   * A failure is released after its group's swap, whatever came of that: it is not evaluated again
   * on what is there then.
   */
  static Store releasesFailuresOfLostGroups(Store sound) {
    return new ForwardingStore(sound) {
      @Override
      public <R> Committed<R> commit(String reference, Change<R> change) {
        List<BookKeeper.Refused> first = new ArrayList<>();
        return super.commit(
            reference,
            workspace -> {
              if (!first.isEmpty()) {
                throw first.get(0);
              }
              try {
                return change.apply(workspace);
              } catch (BookKeeper.Refused e) {
                first.add(e);
                throw e;
              }
            });
      }
    };
  }

  /** Remembers the state that was read last, and not the newest: replies overtake each other. */
  static Store acceptsLowerVersions(Store sound) {
    return new ForwardingStore(sound) {
      private final Map<String, Snapshot> last = new HashMap<>();

      @Override
      public Snapshot current(String reference) {
        Snapshot read = super.current(reference);
        last.put(reference, read);
        return read;
      }

      // What a commit makes is remembered instead.
      @Override
      public <R> Committed<R> commit(String reference, Change<R> change, Duration patience) {
        try {
          return super.commit(reference, change, patience);
        } finally {
          last.remove(reference);
        }
      }

      @Override
      public <R> Committed<R> commit(String reference, Change<R> change) {
        return commit(reference, change, LONG);
      }

      @Override
      public <R> PendingCommit<R> submit(String reference, Change<R> change) {
        PendingCommit<R> pending = super.submit(reference, change);
        pending.result().whenComplete((committed, failure) -> last.remove(reference));
        return pending;
      }

      @Override
      public Snapshot recent(String reference) {
        Snapshot remembered = last.get(reference);
        return remembered == null ? super.recent(reference) : remembered;
      }
    };
  }

  /** The status of a commit that cannot be found is reported as not applied. */
  static Store saysNotApplied(Store sound) {
    return new ForwardingStore(sound) {
      @Override
      public <R> Committed<R> commit(String reference, Change<R> change) {
        return asking(() -> super.commit(reference, change));
      }

      @Override
      public <R> Committed<R> commit(String reference, Change<R> change, Duration patience) {
        return asking(() -> super.commit(reference, change, patience));
      }

      private <R> Committed<R> asking(Supplier<Committed<R>> call) {
        try {
          return call.get();
        } catch (CommitUnknownException e) {
          if (commitStatus(e.commitId()) == CommitStatus.UNKNOWN) {
            throw new CommitConflictException("not found, so not applied");
          }
          throw e;
        }
      }
    };
  }
}
