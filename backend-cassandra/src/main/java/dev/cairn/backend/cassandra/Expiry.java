package dev.cairn.backend.cassandra;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;

/**
 * Turns expiry hints into Cassandra's time to live, which counts from when a write is executed, by
 * the clock of the cluster. Whoever set the hint thought of skew between himself and the cluster;
 * the margin is for the clock here.
 */
final class Expiry {
  /** No time to live. */
  static final int NEVER = 0;

  /** The longest that Cassandra takes: 20 years. */
  private static final long MOST_SECONDS = 20L * 365 * 24 * 60 * 60;

  /**
   * Unless told otherwise, Cassandra 5 stores expiry as older releases do, in a signed 32-bit
   * number, and refuses what is later. To keep a row for good is always allowed.
   */
  private static final Instant LATEST = Instant.parse("2038-01-01T00:00:00Z");

  private final InstantSource clock;
  private final Duration margin;

  Expiry(InstantSource clock, Duration margin) {
    this.clock = clock;
    this.margin = margin;
  }

  /** How many seconds a row that is written now lives at least. */
  int seconds(OptionalLong expiresAtMicros) {
    if (expiresAtMicros.isEmpty()) {
      return NEVER;
    }
    long micros = expiresAtMicros.getAsLong();
    Instant end =
        Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000).plus(margin);
    // Cassandra counts in whole seconds: one more for the part it cuts off at either end.
    long seconds = Duration.between(clock.instant(), end).toSeconds() + 2;
    return end.isAfter(LATEST) || seconds > MOST_SECONDS ? NEVER : (int) Math.max(1, seconds);
  }
}
