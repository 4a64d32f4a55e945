package dev.cairn.core.task;

import java.time.Duration;

/**
 * How tasks are done.
 *
 * @param lease for how long a process is believed to work without saying so
 * @param maxClockSkew how far the clocks of two processes may be apart
 * @param maxAttempts how often a run is tried before it has failed
 * @param firstRetry how long to wait after the first failure; doubles with each further one
 * @param lastRetry what that wait never exceeds
 */
public record TaskSettings(
    Duration lease,
    Duration maxClockSkew,
    int maxAttempts,
    Duration firstRetry,
    Duration lastRetry) {
  /** Checks the numbers. */
  public TaskSettings {
    if (lease.toMillis() < 3 || maxAttempts < 1 || lastRetry.compareTo(firstRetry) < 0) {
      throw new IllegalArgumentException(
          "tasks cannot have leases of %s, %d attempts and waits from %s to %s"
              .formatted(lease, maxAttempts, firstRetry, lastRetry));
    }
  }

  /** The usual ones. */
  public static TaskSettings of(Duration maxClockSkew) {
    return new TaskSettings(
        Duration.ofSeconds(30), maxClockSkew, 10, Duration.ofSeconds(10), Duration.ofHours(1));
  }

  /** How long to wait after so many failures. */
  Duration retryAfter(int failures) {
    Duration wait = firstRetry;
    for (int i = 1; i < failures && wait.compareTo(lastRetry) < 0; i++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(lastRetry) < 0 ? wait : lastRetry;
  }
}
