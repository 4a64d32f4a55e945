package dev.cairn.backend.cassandra;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;

/**
 * Turns expiry hints into Cassandra's time to live, which counts from the execution of a write, by
 * the cluster's clock. The hint already allows for skew between its writer and the cluster; the
 * margin allows for the clock of this process.
 */
final class TimeToLive {
  /** No time to live. */
  static final int NEVER = 0;

  /** The longest time to live that Cassandra accepts: 20 years. */
  private static final long MOST_SECONDS = 20L * 365 * 24 * 60 * 60;

  /**
   * By default Cassandra 5 stores expiry like older releases, in a signed 32-bit number, and
   * refuses later times. Keeping a row for good is always allowed.
   */
  private static final Instant LATEST = Instant.parse("2038-01-01T00:00:00Z");

  private final InstantSource clock;
  private final Duration margin;

  TimeToLive(InstantSource clock, Duration margin) {
    this.clock = clock;
    this.margin = margin;
  }

  /** The time to live of a row that is written now, in seconds. */
  int seconds(OptionalLong expiresAtMicros) {
    if (expiresAtMicros.isEmpty()) {
      return NEVER;
    }
    long micros = expiresAtMicros.getAsLong();
    Instant end =
        Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000).plus(margin);
    // Cassandra counts whole seconds: add one for the fraction that it cuts off at either end.
    long seconds = Duration.between(clock.instant(), end).toSeconds() + 2;
    return end.isAfter(LATEST) || seconds > MOST_SECONDS ? NEVER : (int) Math.max(1, seconds);
  }
}
