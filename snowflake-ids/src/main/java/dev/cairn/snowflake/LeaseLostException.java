package dev.cairn.snowflake;

import org.jspecify.annotations.Nullable;

/**
 * The process has no node to make IDs with: its lease was lost while the call was in flight, or ran
 * out and could not be renewed in time. No ID was handed out; calling again is safe, and works as
 * soon as a node is leased.
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
