package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/** The current head of a reference is intact; use a reset, which loses less than a recovery. */
public final class NothingToRecoverException extends CairnException {
  public NothingToRecoverException(String message) {
    super(message);
  }
}
