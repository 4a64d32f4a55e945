package dev.cairn.api;

/** There is no such reference, or it is deleted, confirmed by a strong read. */
public final class ReferenceNotFoundException extends CairnException {
  /** Says what happened and the way out. */
  public ReferenceNotFoundException(String message) {
    super(message);
  }
}
