package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** The tenant or catalog has changed since the caller read it. This call changed nothing. */
public final class CatalogChangedException extends CairnException {
  private static final long serialVersionUID = 1;

  public CatalogChangedException(String message) {
    super(message);
  }
}
