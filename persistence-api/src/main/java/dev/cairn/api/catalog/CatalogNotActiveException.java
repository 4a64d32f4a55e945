package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** The tenant or catalog is not in the state that the call requires. Nothing was changed. */
public final class CatalogNotActiveException extends CairnException {
  private static final long serialVersionUID = 1;

  public CatalogNotActiveException(String message) {
    super(message);
  }
}
