package dev.cairn.api.store;

import dev.cairn.api.CairnException;

/** The current head of a reference is whole, so a reset loses less than a recovery would. */
public final class NothingToRecoverException extends CairnException {
  /** Says what is whole and the way out. */
  public NothingToRecoverException(String message) {
    super(message);
  }
}
