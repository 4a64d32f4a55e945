package dev.cairn.api;

/**
 * Stored bytes differ from what was written: truncated, altered, incomplete, or of another object.
 *
 * <p>None of them was returned as data.
 */
public final class DamagedDataException extends CairnException {
  public DamagedDataException(String message) {
    super(message);
  }

  public DamagedDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
