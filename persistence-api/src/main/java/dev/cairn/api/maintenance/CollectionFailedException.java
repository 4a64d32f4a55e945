package dev.cairn.api.maintenance;

import dev.cairn.api.CairnException;

/** A collection did not complete. Nothing reachable was deleted. */
public final class CollectionFailedException extends CairnException {
  private static final long serialVersionUID = 1;

  public CollectionFailedException(String message) {
    super(message);
  }
}
