package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** There is a tenant or catalog of that name already; nothing was changed. */
public final class CatalogExistsException extends CairnException {
  private static final long serialVersionUID = 1;

  /** Says what happened and the way out. */
  public CatalogExistsException(String message) {
    super(message);
  }
}
