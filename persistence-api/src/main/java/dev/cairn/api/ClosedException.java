package dev.cairn.api;

/** A connection, store or backend was used after it was closed. The call had no effect. */
public final class ClosedException extends CairnException {
  public ClosedException(String message) {
    super(message);
  }

  public ClosedException(String message, Throwable cause) {
    super(message, cause);
  }
}
