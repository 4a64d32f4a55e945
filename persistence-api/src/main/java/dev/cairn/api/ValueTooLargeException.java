package dev.cairn.api;

/** A value exceeds the size limit. Nothing was written. */
public final class ValueTooLargeException extends CairnException {
  public ValueTooLargeException(String message) {
    super(message);
  }

  public ValueTooLargeException(String message, Throwable cause) {
    super(message, cause);
  }
}
