package dev.cairn.snowflake;

/**
 * The clock is behind the last timestamp used, or stands still, and did not catch up in time.
 *
 * <p>No ID was issued. Calling again is safe, and succeeds once the clock is past that timestamp.
 */
public final class ClockBehindException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClockBehindException(String message) {
    super(message);
  }
}
