package dev.cairn.api.spi;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A reading of the database clock.
 *
 * @param time the reading, rounded down to the resolution
 * @param resolution the clock showed a time from {@code time} up to {@code time + resolution}
 */
public record DatabaseTime(Instant time, Duration resolution) {
  /** Checks the resolution. */
  public DatabaseTime {
    if (resolution.isNegative()) {
      throw new IllegalArgumentException("a resolution is zero or more, not " + resolution);
    }
  }

  /** A reading in whole milliseconds. */
  public static DatabaseTime ofMillis(long millisSince1970) {
    return new DatabaseTime(Instant.ofEpochMilli(millisSince1970), Duration.ofMillis(1));
  }

  /** A reading in whole microseconds. */
  public static DatabaseTime ofMicros(long microsSince1970) {
    return new DatabaseTime(
        Instant.EPOCH.plus(microsSince1970, ChronoUnit.MICROS), Duration.ofNanos(1_000));
  }

  /** The upper bound of the reading. */
  public Instant latest() {
    return time.plus(resolution);
  }
}
