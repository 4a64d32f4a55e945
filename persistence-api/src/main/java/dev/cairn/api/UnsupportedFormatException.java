package dev.cairn.api;

/**
 * Stored data is in a format that this release does not read. Nothing was changed; use a release
 * that knows the format.
 */
public final class UnsupportedFormatException extends CairnException {
  /** Says what happened and the way out. */
  public UnsupportedFormatException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public UnsupportedFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
