package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/** The store is closed. What was refused with this was not begun. */
public final class StoreClosedException extends CairnException {
  /** Says what happened and the way out. */
  public StoreClosedException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public StoreClosedException(String message, Throwable cause) {
    super(message, cause);
  }
}
