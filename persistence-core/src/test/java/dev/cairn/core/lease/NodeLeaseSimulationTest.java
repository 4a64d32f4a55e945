package dev.cairn.core.lease;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NodeLeaseSimulationTest {
  private static final int SCHEDULES = 2_000;

  /**
   * Schedule n has the seed of the first one plus n, so {@code -Dcairn.test.seed} with the seed of
   * a failed schedule begins with that one.
   */
  @Test
  void noIdIsMadeTwiceWhateverClocksAndLeaseWritesDo() {
    long first = Long.getLong("cairn.test.seed", System.nanoTime());
    System.out.println("NodeLeaseSimulationTest begins with -Dcairn.test.seed=" + first);
    int schedules = SCHEDULES * Integer.getInteger("cairn.test.scale", 1);
    long made = 0;
    for (long seed = first; seed < first + schedules; seed++) {
      try {
        made += new NodeLeaseSimulation(seed).run();
      } catch (AssertionError e) {
        throw new AssertionError("-Dcairn.test.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
    assertTrue(made > 5L * schedules, "schedules make IDs: " + made);
  }
}
