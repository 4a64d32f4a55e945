package dev.cairn.core.internal.runtime;

import dev.cairn.api.BackendUnavailableException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The retry policy: a bounded number of tries, with waits drawn uniformly from zero to a bound that
 * doubles (full jitter), so that callers that collided do not collide again.
 *
 * @param tries how many tries there are in all, the first included
 * @param first the bound of the first wait
 * @param most the largest bound
 */
public record Backoff(int tries, Duration first, Duration most) {
  /** For calls to a database that is slow or briefly unavailable: about a second in all. */
  public static final Backoff BRIEF = new Backoff(6, Duration.ofMillis(20), Duration.ofMillis(640));

  /** Validates the numbers. */
  public Backoff {
    if (tries < 1 || first.isNegative() || most.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "invalid back-off: %d tries, waits from %s to %s".formatted(tries, first, most));
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

  /** Repeats {@code call} until the database is available, or the tries are used up. */
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

  /** Repeats {@code attempt} until it succeeds; false if the tries are used up. */
  public boolean until(Environment environment, BooleanSupplier attempt) {
    for (int tryNumber = 1; ; tryNumber++) {
      if (attempt.getAsBoolean()) {
        return true;
      }
      if (tryNumber == tries) {
        return false;
      }
      await(tryNumber, environment);
    }
  }
}
