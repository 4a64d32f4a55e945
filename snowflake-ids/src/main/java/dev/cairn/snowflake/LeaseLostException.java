package dev.cairn.snowflake;

import org.jspecify.annotations.Nullable;

/**
 * The process has no node: its lease was lost during the call, or expired and was not renewed in
 * time.
 *
 * <p>No ID was issued. Calling again is safe, and succeeds once a node is leased.
 */
public final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LeaseLostException(String message) {
    super(message);
  }

  LeaseLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
