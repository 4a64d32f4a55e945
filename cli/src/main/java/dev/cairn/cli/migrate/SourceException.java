package dev.cairn.cli.migrate;

/**
 * The source did not give a usable answer. The message has no secrets; there is no cause, because
 * its message might have some.
 */
public final class SourceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean isUnavailable;

  SourceException(boolean isUnavailable, String message) {
    super(message);
    this.isUnavailable = isUnavailable;
  }

  /** Whether nothing answers, or it says that it is overloaded, so that it may be tried again. */
  public boolean isUnavailable() {
    return isUnavailable;
  }
}
