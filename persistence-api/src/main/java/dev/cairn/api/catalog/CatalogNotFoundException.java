package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** There is no tenant or catalog of that name. */
public final class CatalogNotFoundException extends CairnException {
  private static final long serialVersionUID = 1;

  /** Says what happened and the way out. */
  public CatalogNotFoundException(String message) {
    super(message);
  }
}
