package dev.cairn.backend.dynamodb;

import dev.cairn.api.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.DoubleSupplier;

/**
 * When to try again: exponential back-off with full jitter, so that callers that were throttled
 * together do not return together.
 *
 * @param time how long to try
 * @param clock measures the time that has passed
 * @param jitter draws from 0 to 1
 */
record Patience(Duration time, InstantSource clock, Waiter waiter, DoubleSupplier jitter) {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(25);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** Failures caused by a dead server are repeated for a shorter time than throttling. */
  private static final int MOST_BREAKS = 3;

  /** Starts the tries of a new call. */
  Tries begin() {
    return new Tries();
  }

  /** The tries of one call. */
  final class Tries {
    private Instant began = clock.instant();
    private Duration pause = FIRST_PAUSE;
    private int breaks;

    /** Records progress: the rest gets as much time as the whole had. */
    void progress() {
      began = clock.instant();
      pause = FIRST_PAUSE;
      breaks = 0;
    }

    /** Waits before another try; returns whether to make it. */
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
