package dev.cairn.api;

/** A reference does not exist or is deleted, confirmed by a strong read. */
public final class ReferenceNotFoundException extends CairnException {
  public ReferenceNotFoundException(String message) {
    super(message);
  }
}
