package dev.cairn.benchmarks.compare;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Counts the calls to a database, and delays them. */
public final class CostCounter {
  private final LongAdder calls = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final long delayNanos;

  /**
   * Counts from zero.
   *
   * @param delayMicros how much longer each call takes
   */
  public CostCounter(int delayMicros) {
    this.delayNanos = delayMicros * 1_000L;
  }

  void call() {
    calls.increment();
    long end = System.nanoTime() + delayNanos;
    for (long left = delayNanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  void row(int length) {
    rows.increment();
    bytes.add(length);
  }

  /** All until now. */
  public Costs costs() {
    return new Costs(calls.sum(), rows.sum(), bytes.sum());
  }
}
