package dev.cairn.snowflake;

import java.time.Duration;

/**
 * How long things last.
 *
 * @param leaseDuration how long a node stays taken after its holder died, and how long a holder can
 *     go on while the store gives no answers
 * @param maxClockWait how long a call waits for a clock that went back or stands still
 * @param maxLeaseWait how long a call waits for a node while the process has none
 */
public record IdSettings(Duration leaseDuration, Duration maxClockWait, Duration maxLeaseWait) {
  // Before DEFAULT, which is checked against it.
  private static final Duration MIN_LEASE = Duration.ofSeconds(1);

  /** So that adding to a time and counting in nanoseconds never overflow. */
  private static final Duration MAX = Duration.ofDays(365);

  /** Leases of 5 minutes; calls wait up to 2 seconds for the clock and 5 seconds for a node. */
  public static final IdSettings DEFAULT =
      new IdSettings(Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofSeconds(5));

  private static final int TICKS_PER_LEASE = 30;

  /** A renewal is due when a third of the lease is over: there is time for twenty more tries. */
  static final int TICKS_PER_RENEWAL = TICKS_PER_LEASE / 3;

  /** Checks that the lease is long enough to be renewed, and nothing negative or beyond a year. */
  public IdSettings {
    if (leaseDuration.compareTo(MIN_LEASE) < 0) {
      throw new IllegalArgumentException(
          "the duration of a node lease is at least " + MIN_LEASE + ", not " + leaseDuration);
    }
    if (maxClockWait.isNegative() || maxLeaseWait.isNegative()) {
      throw new IllegalArgumentException(
          "waiting times are not negative: clock %s, lease %s"
              .formatted(maxClockWait, maxLeaseWait));
    }
    if (leaseDuration.compareTo(MAX) > 0
        || maxClockWait.compareTo(MAX) > 0
        || maxLeaseWait.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          "lease duration and waiting times are at most %s: lease %s, waits for clock %s, node %s"
              .formatted(MAX, leaseDuration, maxClockWait, maxLeaseWait));
    }
  }

  /** How often the lease is looked after; an unsettled renewal is tried again that soon. */
  Duration tick() {
    return leaseDuration.dividedBy(TICKS_PER_LEASE);
  }
}
