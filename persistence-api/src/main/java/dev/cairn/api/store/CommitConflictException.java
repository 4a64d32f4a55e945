package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/**
 * A commit failed because other writers moved the reference during every attempt.
 *
 * <p>It was not applied and never will be. The limits on attempts and time are {@code
 * cairn.commit.*}. The commit may be tried again.
 */
public final class CommitConflictException extends CairnException {
  public CommitConflictException(String message) {
    super(message);
  }

  public CommitConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
