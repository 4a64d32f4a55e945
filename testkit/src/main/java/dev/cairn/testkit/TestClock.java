package dev.cairn.testkit;

import dev.cairn.api.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it, forwards or backwards. */
public final class TestClock implements InstantSource {
  /** Where a new clock stands if nothing else is said. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now;

  /** A clock that shows {@link #START}. */
  public TestClock() {
    this(START);
  }

  /** A clock that shows {@code start}. */
  public TestClock(Instant start) {
    now = start;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  /** Moves the clock by {@code step}, which may be negative; returns what it shows then. */
  public synchronized Instant advance(Duration step) {
    now = now.plus(step);
    return now;
  }

  /** Moves the clock to {@code instant}. */
  public synchronized void set(Instant instant) {
    now = instant;
  }

  /**
   * Waits by moving this clock: what would take an hour takes no time. Several threads that wait at
   * once add their times up, as if they had waited one after the other.
   */
  public Waiter waiter() {
    return duration -> {
      // What the contract of Waiter says of interrupted threads.
      if (!duration.isNegative() && !Thread.currentThread().isInterrupted()) {
        advance(duration);
      }
    };
  }

  @Override
  public String toString() {
    return "test clock at " + instant();
  }
}
