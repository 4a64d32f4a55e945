package dev.cairn.api.store;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A commit under way.
 *
 * @param <R> what the change returns
 */
public interface PendingCommit<R> {
  /**
   * Completes with the outcome, on the store's executor. If it fails, then with what the change
   * threw, or with an exception of {@link Store#commit}. Commits that share a swap complete one
   * after the other on one thread, so what depends on them should be quick, and use an executor of
   * its own (the {@code …Async} methods) if it waits for another commit.
   */
  CompletionStage<Committed<R>> result();

  /**
   * Gives the commit up. If it was not begun, it never will be, and the answer is empty. Otherwise
   * it may be applied or not, and the answer is the ID to ask about; it is not tried again.
   *
   * <p>{@link #result} completes at once, with {@link java.util.concurrent.CancellationException}
   * or {@link CommitUnknownException}. If it is complete already, that stays the outcome, and the
   * answer is empty.
   */
  Optional<CommitId> leave();
}
