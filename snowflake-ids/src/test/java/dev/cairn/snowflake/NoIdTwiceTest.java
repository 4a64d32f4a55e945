package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NoIdTwiceTest {
  private static final int SCHEDULES = 12_000;

  /**
   * Schedule n has the seed of the first one plus n, so {@code -Dcairn.test.seed} with the seed of
   * a failed schedule begins with that one.
   */
  @Test
  void noIdIsMadeTwiceAndIntervalsOfHoldersAreDisjointWhateverClocksAndWritesDo() {
    long first = Long.getLong("cairn.test.seed", System.nanoTime());
    System.out.println("NoIdTwiceTest begins with -Dcairn.test.seed=" + first);
    int schedules = SCHEDULES * Integer.getInteger("cairn.test.scale", 1);
    long made = 0;
    for (int i = 0; i < schedules; i++) {
      long seed = first + i;
      try {
        made += new LeaseSimulation(seed).run();
      } catch (AssertionError e) {
        throw new AssertionError("-Dcairn.test.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
    assertTrue(made > 20L * schedules, "schedules make IDs: " + made);
  }
}
