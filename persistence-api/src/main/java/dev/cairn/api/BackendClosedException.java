package dev.cairn.api;

/** The backend was used after it was closed. Nothing was done. */
public final class BackendClosedException extends CairnException {
  /** Says what happened and the way out. */
  public BackendClosedException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public BackendClosedException(String message, Throwable cause) {
    super(message, cause);
  }
}
