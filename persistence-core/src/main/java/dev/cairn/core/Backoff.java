package dev.cairn.core;

import dev.cairn.api.BackendUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The one policy for trying again: a bounded number of tries, each wait drawn evenly from zero to a
 * bound that doubles (full jitter), so that those who collided do not meet again.
 *
 * @param tries how many tries there are in all, the first included
 * @param first the bound of the first wait
 * @param most what the bound never exceeds
 */
public record Backoff(int tries, Duration first, Duration most) {
  /** For calls to a database that is slow or away for a moment: about a second in all. */
  public static final Backoff BRIEF = new Backoff(6, Duration.ofMillis(20), Duration.ofMillis(640));

  /** Checks the numbers. */
  public Backoff {
    if (tries < 1 || first.isNegative() || most.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "not a back-off: %d tries, waits from %s to %s".formatted(tries, first, most));
    }
  }

  /** Waits after the try numbered {@code failedTry}, counted from 1. */
  public void await(int failedTry, Environment environment) {
    long bound = most.toNanos();
    if (failedTry - 1 < Long.numberOfLeadingZeros(first.toNanos())) {
      bound = Math.min(bound, first.toNanos() << (failedTry - 1));
    }
    environment.waiter().await(Duration.ofNanos(environment.random().nextLong(bound + 1)));
  }

  /** Makes {@code call} until the database is there for it, or the tries are used up. */
  public <T> T retrying(Environment environment, Supplier<T> call) {
    for (int tryNumber = 1; ; tryNumber++) {
      try {
        return call.get();
      } catch (BackendUnavailableException e) {
        if (tryNumber == tries) {
          throw e;
        }
        await(tryNumber, environment);
      }
    }
  }
}
