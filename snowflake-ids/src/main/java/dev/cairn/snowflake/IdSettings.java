package dev.cairn.snowflake;

import java.time.Duration;

/**
 * Durations of leases and waits.
 *
 * @param leaseDuration how long a node stays held after its holder died, and how long a holder can
 *     continue while the store does not answer
 * @param maxClockWait how long a call waits for a clock that went back or stands still
 * @param maxLeaseWait how long a call waits for a node while the process has none
 */
public record IdSettings(Duration leaseDuration, Duration maxClockWait, Duration maxLeaseWait) {
  // Before DEFAULT, which is checked against it.
  private static final Duration MIN_LEASE = Duration.ofSeconds(1);

  /** Prevents overflows of sums and of nanoseconds. */
  private static final Duration MAX = Duration.ofDays(365);

  /** Leases of 5 minutes; calls wait up to 2 seconds for the clock and 5 seconds for a node. */
  public static final IdSettings DEFAULT =
      new IdSettings(Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofSeconds(5));

  private static final int TICKS_PER_LEASE = 30;

  /** A renewal is due after a third of the lease, which leaves time for twenty more attempts. */
  static final int TICKS_PER_RENEWAL = TICKS_PER_LEASE / 3;

  /** Checks that the lease is long enough to renew, and no duration is negative or too long. */
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

  /** The interval of lease checks, and of retries after an unknown renewal. */
  Duration tick() {
    return leaseDuration.dividedBy(TICKS_PER_LEASE);
  }
}
