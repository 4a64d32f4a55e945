package dev.cairn.core.internal.index;

import java.util.Random;

/** How long randomized tests run, and the seed that makes a run happen again. */
final class RandomizedRuns {
  private RandomizedRuns() {}

  /** A multiple of the short form of every test. */
  static double scale() {
    return Double.parseDouble(System.getProperty("cairn.test.scale", "1"));
  }

  /** The seed given by {@code -Dcairn.test.seed}, else a new one; printed in both cases. */
  static long seed(Class<?> test) {
    long seed = Long.getLong("cairn.test.seed", new Random().nextLong());
    System.out.printf("%s: repeat with -Dcairn.test.seed=%d%n", test.getSimpleName(), seed);
    return seed;
  }
}
