package dev.cairn.core.internal.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides when long work reports its progress: regularly, by one thread at a time. Any thread of
 * the work may call it after each piece.
 */
public final class ProgressMeter {
  private final Environment environment;
  private final Duration interval;
  private final ReentrantLock reporting = new ReentrantLock();
  private volatile Instant began;
  private volatile Instant reported;

  /**
   * Begins to measure.
   *
   * @param interval the least time between two reports
   */
  public ProgressMeter(Environment environment, Duration interval) {
    this.environment = environment;
    this.interval = interval;
    began = environment.clock().instant();
    reported = began;
  }

  /** Begins a new phase: its time counts from now. */
  public void begin() {
    began = environment.clock().instant();
    reported = began;
  }

  /** The time since the phase began. */
  public Duration elapsed() {
    Duration elapsed = Duration.between(began, environment.clock().instant());
    return elapsed.isNegative() ? Duration.ZERO : elapsed;
  }

  /** Runs {@code report}, unless that was done just now or is being done. */
  public void reportIfDue(Runnable report) {
    if (reporting.tryLock()) {
      try {
        Instant now = environment.clock().instant();
        if (Duration.between(reported, now).abs().compareTo(interval) >= 0) {
          reported = now;
          report.run();
        }
      } finally {
        reporting.unlock();
      }
    }
  }
}
