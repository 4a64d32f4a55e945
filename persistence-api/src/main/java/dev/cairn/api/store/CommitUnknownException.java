package dev.cairn.api.store;

import dev.cairn.api.UnknownOutcomeException;

/**
 * A commit may or may not have been applied, and may still be. {@link Store#commitStatus} tells
 * when it was; whoever has to know for certain commits with an idempotency key.
 */
public final class CommitUnknownException extends UnknownOutcomeException {
  private final transient CommitId commitId;

  /** Says why nobody knows. */
  public CommitUnknownException(CommitId commitId, String why, Throwable cause) {
    super(message(commitId, why), cause);
    this.commitId = commitId;
  }

  /** The same where nothing failed but the caller's patience. */
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
