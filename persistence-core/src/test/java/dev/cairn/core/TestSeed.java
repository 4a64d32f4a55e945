package dev.cairn.core;

import java.util.concurrent.ThreadLocalRandom;

/** The seed of a randomized test: printed, and taken back by {@code -Dcairn.test.seed=…}. */
public final class TestSeed {
  private TestSeed() {}

  /** A seed for {@code test}, new each time unless one is given. */
  public static long of(String test) {
    long seed = Long.getLong("cairn.test.seed", ThreadLocalRandom.current().nextLong());
    System.out.printf("%s: replay with -Dcairn.test.seed=%d%n", test, seed);
    return seed;
  }

  /** How much longer than usual randomized tests run. */
  public static int scale() {
    return Integer.getInteger("cairn.test.scale", 1);
  }
}
