package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/**
 * A commit was not begun, because too many wait for the same reference already. It may be tried
 * again, later.
 */
public final class StoreBusyException extends CairnException {
  /** Says what happened and the way out. */
  public StoreBusyException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public StoreBusyException(String message, Throwable cause) {
    super(message, cause);
  }
}
