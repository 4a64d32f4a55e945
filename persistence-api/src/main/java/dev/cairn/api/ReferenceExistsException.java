package dev.cairn.api;

/** A reference of that name is there already. Nothing was changed. */
public final class ReferenceExistsException extends CairnException {
  /** Says what happened and the way out. */
  public ReferenceExistsException(String message) {
    super(message);
  }
}
