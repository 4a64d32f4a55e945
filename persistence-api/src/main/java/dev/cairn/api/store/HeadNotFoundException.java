package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/** A head never belonged to its reference, or is no longer retained. */
public final class HeadNotFoundException extends CairnException {
  public HeadNotFoundException(String message) {
    super(message);
  }

  public HeadNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
