package dev.cairn.api;

/** A required object is missing, confirmed by a strong read. */
public final class ObjectNotFoundException extends CairnException {
  public ObjectNotFoundException(String message) {
    super(message);
  }

  public ObjectNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
