package dev.cairn.api.store;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A commit in progress.
 *
 * @param <R> the result type of the change
 */
public interface PendingCommit<R> {
  /**
   * Completes with the outcome, on the store's executor. On failure it completes with the exception
   * of the change or of {@link Store#commit}. Commits that share a swap complete sequentially on
   * one thread: dependent stages should be fast, and need an executor of their own (the {@code
   * …Async} methods) if they wait for another commit.
   */
  CompletionStage<Committed<R>> result();

  /**
   * Abandons the commit. If it has not started, it never will, and the result is empty. Otherwise
   * it may or may not be applied, is not retried, and the result is the ID to query.
   *
   * <p>{@link #result} completes at once, with {@link java.util.concurrent.CancellationException}
   * or {@link CommitUnknownException}. If it is already complete, the outcome stays and this
   * returns empty.
   */
  Optional<CommitId> leave();
}
