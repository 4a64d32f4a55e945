package dev.cairn.api;

/**
 * Stored bytes are not what was written: truncated, altered, of another object, or missing a part.
 * Nothing of them was returned as data.
 */
public final class DamagedDataException extends CairnException {
  /** Says what happened and the way out. */
  public DamagedDataException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public DamagedDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
