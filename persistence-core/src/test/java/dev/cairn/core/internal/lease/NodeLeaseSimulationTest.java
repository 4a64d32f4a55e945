package dev.cairn.core.internal.lease;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.TestSeed;
import org.junit.jupiter.api.Test;

class NodeLeaseSimulationTest {
  private static final int SCHEDULES = 2_000;

  /**
   * Schedule n has the seed of the first one plus n, so {@code -Dcairn.test.seed} with the seed of
   * a failed schedule begins with that one.
   */
  @Test
  void intervalsOfHoldersAreDisjointAndNoIdIsMadeTwiceWhateverClocksAndWritesDo() {
    long first = TestSeed.of("NodeLeaseSimulationTest");
    int schedules = SCHEDULES * TestSeed.scale();
    long made = 0;
    for (int i = 0; i < schedules; i++) {
      long seed = first + i;
      try {
        made += new NodeLeaseSimulation(seed).run();
      } catch (AssertionError e) {
        throw new AssertionError("-Dcairn.test.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
    assertTrue(made > 5L * schedules, "schedules make IDs: " + made);
  }
}
