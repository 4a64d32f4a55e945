package dev.cairn.api.catalog;

import dev.cairn.api.CairnException;

/** A tenant or catalog with that name already exists. Nothing was changed. */
public final class CatalogExistsException extends CairnException {
  private static final long serialVersionUID = 1;

  public CatalogExistsException(String message) {
    super(message);
  }
}
