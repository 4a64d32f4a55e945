package dev.cairn.api.store;

import dev.cairn.api.Bytes;

/** The result of a commit with a {@link CommitKey}. */
public sealed interface KeyedCommit {
  /**
   * The commit was applied now.
   *
   * @param result what the change returned
   */
  record Applied(Bytes result, CommitId id) implements KeyedCommit {}

  /** An earlier attempt at the same request was applied; the change of this attempt was not. */
  record AlreadyApplied(Bytes result, CommitId id) implements KeyedCommit {}

  /** The request was recorded as failed and can no longer be applied. */
  record AlreadyFailed(Bytes failure) implements KeyedCommit {}

  /**
   * Whether the request was applied is unknown, because heads no longer keep its key; it was not
   * applied now. The request must not be executed again under another key unless its client has
   * found out the outcome.
   */
  record WindowExpired(String reason) implements KeyedCommit {}
}
