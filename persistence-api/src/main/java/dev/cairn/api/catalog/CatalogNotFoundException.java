package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** No tenant or catalog has that name. */
public final class CatalogNotFoundException extends CairnException {
  private static final long serialVersionUID = 1;

  public CatalogNotFoundException(String message) {
    super(message);
  }
}
