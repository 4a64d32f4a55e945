package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** The tenant or catalog is not in the state that this needs; nothing was changed. */
public final class CatalogNotActiveException extends CairnException {
  private static final long serialVersionUID = 1;

  /** Says what happened and the way out. */
  public CatalogNotActiveException(String message) {
    super(message);
  }
}
