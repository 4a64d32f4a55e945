package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/** A commit was refused because too many are waiting for the same reference. Try again later. */
public final class StoreBusyException extends CairnException {
  public StoreBusyException(String message) {
    super(message);
  }

  public StoreBusyException(String message, Throwable cause) {
    super(message, cause);
  }
}
