package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** Somebody changed the tenant or catalog since the caller saw it; nothing was changed. */
public final class CatalogChangedException extends CairnException {
  private static final long serialVersionUID = 1;

  /** Says what happened and the way out. */
  public CatalogChangedException(String message) {
    super(message);
  }
}
