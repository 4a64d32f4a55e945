package dev.cairn.api;

/**
 * Base class of Cairn's exceptions.
 *
 * <p>A message says what happened, to which thing, and what to do. It never contains a secret.
 */
public abstract class CairnException extends RuntimeException {
  protected CairnException(String message) {
    super(message);
  }

  protected CairnException(String message, Throwable cause) {
    super(message, cause);
  }
}
