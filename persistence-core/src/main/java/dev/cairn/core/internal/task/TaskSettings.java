package dev.cairn.core.internal.task;

import java.time.Duration;

/**
 * Timing and retries of tasks.
 *
 * @param lease how long a process counts as working without a heartbeat
 * @param maxClockSkew how far the clocks of two processes may be apart
 * @param maxAttempts how many attempts a run has before it counts as failed
 * @param firstRetry how long to wait after the first failure; doubles with each further one
 * @param lastRetry the longest such wait
 */
public record TaskSettings(
    Duration lease,
    Duration maxClockSkew,
    int maxAttempts,
    Duration firstRetry,
    Duration lastRetry) {
  /** Validates the settings. */
  public TaskSettings {
    if (lease.toMillis() < 3 || maxAttempts < 1 || lastRetry.compareTo(firstRetry) < 0) {
      throw new IllegalArgumentException(
          "invalid task settings: lease %s, %d attempts, waits from %s to %s"
              .formatted(lease, maxAttempts, firstRetry, lastRetry));
    }
  }

  /** The default settings. */
  public static TaskSettings of(Duration maxClockSkew) {
    return new TaskSettings(
        Duration.ofSeconds(30), maxClockSkew, 10, Duration.ofSeconds(10), Duration.ofHours(1));
  }

  /** How long to wait after {@code failures} failed attempts. */
  Duration retryAfter(int failures) {
    Duration wait = firstRetry;
    for (int i = 1; i < failures && wait.compareTo(lastRetry) < 0; i++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(lastRetry) < 0 ? wait : lastRetry;
  }
}
