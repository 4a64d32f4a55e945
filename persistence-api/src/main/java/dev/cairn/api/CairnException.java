package dev.cairn.api;

/**
 * What every exception of Cairn has in common: its message names the thing and the way out, and
 * never contains a secret.
 */
public abstract class CairnException extends RuntimeException {
  protected CairnException(String message) {
    super(message);
  }

  protected CairnException(String message, Throwable cause) {
    super(message, cause);
  }
}
