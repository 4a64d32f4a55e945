package dev.cairn.backend.dynamodb;

import dev.cairn.api.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.DoubleSupplier;

/**
 * How often and after what pause something is tried again: exponential with full jitter, so that
 * those who were throttled together do not come back together.
 *
 * @param time for how long
 * @param clock tells how long it has been
 * @param jitter draws from 0 to 1
 */
record Patience(Duration time, InstantSource clock, Waiter waiter, DoubleSupplier jitter) {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(25);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** Failures that a dead server causes are not worth waiting for as long as throttling is. */
  private static final int MOST_BREAKS = 3;

  /** Begins to count for a new call. */
  Tries begin() {
    return new Tries();
  }

  /** The tries of one call. */
  final class Tries {
    private Instant began = clock.instant();
    private Duration pause = FIRST_PAUSE;
    private int breaks;

    /** Something was done: what is left is tried as patiently as the whole was. */
    void progress() {
      began = clock.instant();
      pause = FIRST_PAUSE;
      breaks = 0;
    }

    /** Waits before another try; answers whether there is to be one. */
    boolean again(Failure failure) {
      return switch (failure) {
        case THROTTLED, FAULT -> pause();
        case UNREACHED, BROKEN -> ++breaks < MOST_BREAKS && pause();
        case REFUSED -> false;
      };
    }

    private boolean pause() {
      Duration passed = Duration.between(began, clock.instant());
      if (passed.compareTo(time) >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      waiter.await(Duration.ofNanos((long) (jitter.getAsDouble() * pause.toNanos())));
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
      return !Thread.currentThread().isInterrupted();
    }
  }
}
