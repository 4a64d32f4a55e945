package dev.cairn.api.store;

import dev.cairn.api.UnknownOutcomeException;

/**
 * A commit may or may not have been applied, and may still be.
 *
 * <p>{@link Store#commitStatus} reports a commit that was applied. Callers that need certainty
 * commit with an idempotency key.
 */
public final class CommitUnknownException extends UnknownOutcomeException {
  private final transient CommitId commitId;

  /** Creates the exception; {@code why} completes the message. */
  public CommitUnknownException(CommitId commitId, String why, Throwable cause) {
    super(message(commitId, why), cause);
    this.commitId = commitId;
  }

  /** Creates the exception for a caller that stopped waiting. */
  public CommitUnknownException(CommitId commitId, String why) {
    super(message(commitId, why));
    this.commitId = commitId;
  }

  private static String message(CommitId commitId, String why) {
    return "the commit on reference '%s' may or may not have been applied: %s. Ask commitStatus about %s"
        .formatted(commitId.reference(), why, commitId);
  }

  /** The commit to ask about. */
  public CommitId commitId() {
    return commitId;
  }
}
