package dev.cairn.benchmarks;

/** A histogram of latencies, in buckets of a sixteenth of their size. */
public final class Latencies {
  private static final int STEPS = 16;
  private final long[] counts = new long[64 * STEPS];
  private long most;

  void time(Runnable work) {
    long start = System.nanoTime();
    work.run();
    add(System.nanoTime() - start);
  }

  /** Counts one. */
  public void add(long nanos) {
    counts[bucket(nanos)]++;
    most = Math.max(most, nanos);
  }

  /** Adds all of {@code others}. */
  public void addAll(Latencies others) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += others.counts[i];
    }
    most = Math.max(most, others.most);
  }

  private static int bucket(long nanos) {
    if (nanos < STEPS) {
      return (int) Math.max(0, nanos);
    }
    int shift = 59 - Long.numberOfLeadingZeros(nanos);
    return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
  }

  // The upper end of the bucket.
  private static long nanos(int bucket) {
    int shift = bucket / STEPS - 1;
    return shift < 0 ? bucket : ((bucket % STEPS) + STEPS + 1L) << shift;
  }

  /** The latency that one in {@code oneIn} exceeds, in milliseconds. */
  public double millis(double oneIn) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    long left = (long) Math.ceil(total / oneIn);
    for (int i = counts.length - 1; i >= 0; i--) {
      left -= counts[i];
      if (left < 0) {
        return Math.min(most, nanos(i)) / 1e6;
      }
    }
    return 0;
  }

  /** The longest time, in milliseconds. */
  public double mostMillis() {
    return most / 1e6;
  }

  @Override
  public String toString() {
    return "p50 %.2f, p99 %.2f, p99.9 %.2f, max %.1f ms"
        .formatted(millis(2), millis(100), millis(1_000), mostMillis());
  }
}
