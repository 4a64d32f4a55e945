package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/**
 * A commit was not applied, and never will be: others moved the reference each time it was tried,
 * for as long and as often as the configuration allows. It may be tried again.
 */
public final class CommitConflictException extends CairnException {
  /** Says what happened and the way out. */
  public CommitConflictException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public CommitConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
