package dev.cairn.api;

/** A value is larger than what may be stored. Nothing was written. */
public final class ValueTooLargeException extends CairnException {
  /** Says what happened and the way out. */
  public ValueTooLargeException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public ValueTooLargeException(String message, Throwable cause) {
    super(message, cause);
  }
}
