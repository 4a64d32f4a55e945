package dev.cairn.snowflake;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that jumps, drifts and stops. */
final class SimulatedClock implements InstantSource {
  private final Runnable onRead;
  private double millis;
  private double rate = 1;
  private boolean stopped;

  /**
   * @param onRead runs at every reading, before the time is returned
   */
  SimulatedClock(double millis, Runnable onRead) {
    this.millis = millis;
    this.onRead = onRead;
  }

  /** The true time moves on. */
  void pass(double trueMillis) {
    if (!stopped) {
      millis += trueMillis * rate;
    }
  }

  void jump(double by) {
    millis = Math.max(0, millis + by);
  }

  void drift(double newRate) {
    rate = newRate;
  }

  void stop(boolean stop) {
    stopped = stop;
  }

  @Override
  public Instant instant() {
    onRead.run();
    return SnowflakeId.toInstant(0).plusNanos((long) (millis * 1e6));
  }

  @Override
  public String toString() {
    return "%.3f x%.2f%s".formatted(millis, rate, stopped ? " stopped" : "");
  }
}
