package dev.cairn.benchmarks.compare;

import java.util.SplittableRandom;

/** A sequence of distinct values. */
final class DistinctValues {
  static final int SMALL = 100;
  static final int LARGE = 1_024;

  private final SplittableRandom random;

  DistinctValues(long seed) {
    this.random = new SplittableRandom(seed);
  }

  byte[] next(int length) {
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }

  int number(int below) {
    return random.nextInt(below);
  }
}
