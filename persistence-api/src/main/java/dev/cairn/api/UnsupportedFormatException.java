package dev.cairn.api;

/**
 * Stored data is in a format that this release does not support. Nothing was changed; use a newer
 * release.
 */
public final class UnsupportedFormatException extends CairnException {
  public UnsupportedFormatException(String message) {
    super(message);
  }

  public UnsupportedFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
