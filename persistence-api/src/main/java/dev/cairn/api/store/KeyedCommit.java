package dev.cairn.api.store;

import dev.cairn.api.Bytes;

/** What came of a commit with a {@link CommitKey}. */
public sealed interface KeyedCommit {
  /**
   * It was applied now.
   *
   * @param result what the change returned
   */
  record Applied(Bytes result, CommitId id) implements KeyedCommit {}

  /** An earlier attempt at the same request was applied; the change of this one was not. */
  record AlreadyApplied(Bytes result, CommitId id) implements KeyedCommit {}

  /** The request was recorded as failed, so it is not applied any more. */
  record AlreadyFailed(Bytes failure) implements KeyedCommit {}

  /**
   * Nobody can tell whether it was applied, as the head does not keep keys for so long; it was not
   * applied now. The request must not be executed again under another key either, unless its client
   * finds out what became of it.
   */
  record WindowExpired(String reason) implements KeyedCommit {}
}
