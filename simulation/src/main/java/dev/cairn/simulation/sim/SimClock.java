package dev.cairn.simulation.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock of one actor: simulated time, but off by an offset, fast or slow, and given to jumps.
 * To look at it is a switch point. It goes on while its actor is paused, crashed or restarted.
 */
public final class SimClock implements InstantSource {
  /** What an exact clock shows when a simulation begins. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final double MILLION = 1_000_000;

  private final Scheduler scheduler;
  private long offsetMicros;
  private double rate = 1;
  // Where the rate was last changed: before it, time passed at other rates.
  private long sinceMicros;

  SimClock(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public Instant instant() {
    scheduler.step("looks at its clock");
    return peek();
  }

  /** What it shows, without being a switch point. */
  public Instant peek() {
    long passed = Math.round((scheduler.nowMicros() - sinceMicros) * rate);
    return START.plus(Duration.ofNanos((offsetMicros + passed) * 1_000));
  }

  /** Moves it by {@code step}, which may be negative. */
  public void jump(Duration step) {
    offsetMicros += step.toNanos() / 1_000;
  }

  /** From now on it gains as many microseconds in a second as this, or loses if it is negative. */
  public void drift(int microsPerSecond) {
    offsetMicros += Math.round((scheduler.nowMicros() - sinceMicros) * rate);
    sinceMicros = scheduler.nowMicros();
    rate = 1 + microsPerSecond / MILLION;
  }

  @Override
  public String toString() {
    return "clock at " + peek();
  }
}
