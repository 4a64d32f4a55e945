package dev.cairn.cli.sample;

import java.time.Duration;
import java.util.Arrays;

/** How long things took. */
public final class SampleLatencies {
  private final long[] sorted;
  private final Duration elapsed;

  SampleLatencies(long[] nanos, Duration elapsed) {
    this.sorted = nanos.clone();
    Arrays.sort(sorted);
    this.elapsed = elapsed;
  }

  /** How many there were. */
  public int count() {
    return sorted.length;
  }

  /** How long all took together, many at once. */
  public Duration elapsed() {
    return elapsed;
  }

  /** How many were done in a second. */
  public double perSecond() {
    return count() / Math.max(1e-9, elapsed.toNanos() / 1e9);
  }

  /**
   * The time within which a part of them was done.
   *
   * @param part from 0 to 1: 0.5 is the median
   */
  public Duration percentile(double part) {
    if (sorted.length == 0) {
      return Duration.ZERO;
    }
    int rank = (int) Math.ceil(part * sorted.length);
    return Duration.ofNanos(sorted[Math.max(0, Math.min(sorted.length, rank) - 1)]);
  }
}
