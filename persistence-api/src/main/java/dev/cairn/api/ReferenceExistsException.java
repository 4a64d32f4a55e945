package dev.cairn.api;

/** A reference with that name already exists. Nothing was changed. */
public final class ReferenceExistsException extends CairnException {
  public ReferenceExistsException(String message) {
    super(message);
  }
}
