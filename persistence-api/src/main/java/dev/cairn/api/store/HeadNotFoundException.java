package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/** A head is not in the line of heads of its reference, or was, too long ago to be retained. */
public final class HeadNotFoundException extends CairnException {
  /** Says what happened and the way out. */
  public HeadNotFoundException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public HeadNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
