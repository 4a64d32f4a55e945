package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Passes the changes of one handle to the queues of its store, and waits for their outcome. */
final class HandleCommits {
  private final Object handle;
  private final CommitServices services;
  private final Function<String, GroupCommitter> queues;

  /**
   * @param handle whose close withdraws the commits that wait
   * @param queues the queue of a reference, or an exception if it cannot be committed to now
   */
  HandleCommits(Object handle, CommitServices services, Function<String, GroupCommitter> queues) {
    this.handle = handle;
    this.services = services;
    this.queues = queues;
  }

  <R> Committed<R> run(String reference, MemberChange<R> change) {
    // Attempts end at the time limit; settling the last one may take longer.
    return run(reference, change, services.limits().timeLimit().multipliedBy(2));
  }

  <R> Committed<R> run(String reference, MemberChange<R> change, Duration patience) {
    while (true) {
      GroupCommitter queue = queues.apply(reference);
      QueuedCommit<R> entry = entry(change, queue, Thread.currentThread());
      if (queue.await(entry, patience)) {
        return entry.outcome();
      }
    }
  }

  <R> PendingCommit<R> submit(String reference, MemberChange<R> change) {
    while (true) {
      GroupCommitter queue = queues.apply(reference);
      QueuedCommit<R> entry = entry(change, queue, null);
      if (queue.submit(entry)) {
        return entry;
      }
    }
  }

  private <R> QueuedCommit<R> entry(
      MemberChange<R> change, GroupCommitter queue, @Nullable Thread caller) {
    return new QueuedCommit<>(change, queue, handle, caller, services.environment().nowMicros());
  }

  /** A change that is applied at most once under {@code key}. */
  KeyedChange once(CommitKey key, Change<Bytes> change, boolean isFailure) {
    return new KeyedChange(
        key, AppliedKeys.place(key), change, isFailure, services.environment().clock());
  }
}
