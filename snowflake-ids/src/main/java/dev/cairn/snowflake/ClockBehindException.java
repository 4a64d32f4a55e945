package dev.cairn.snowflake;

/**
 * The clock is behind the last timestamp that was used, or stands still, and did not catch up
 * within the time that a call may wait. No ID was handed out; calling again is safe, and works as
 * soon as the clock is past that timestamp.
 */
public final class ClockBehindException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClockBehindException(String message) {
    super(message);
  }
}
