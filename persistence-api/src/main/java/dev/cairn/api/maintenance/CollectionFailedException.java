package dev.cairn.api.maintenance;

import dev.cairn.api.CairnException;

/** A collection did not come to its end. Nothing that is needed was deleted. */
public final class CollectionFailedException extends CairnException {
  private static final long serialVersionUID = 1;

  /** Says why, and what happens next. */
  public CollectionFailedException(String message) {
    super(message);
  }
}
