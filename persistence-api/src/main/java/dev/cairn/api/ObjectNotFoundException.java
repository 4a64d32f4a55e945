package dev.cairn.api;

/** An object that had to be there is not, confirmed by a strong read. */
public final class ObjectNotFoundException extends CairnException {
  /** Says what happened and the way out. */
  public ObjectNotFoundException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public ObjectNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
