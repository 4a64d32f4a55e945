package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Long random sequences of operations on two indexes of a head, each next to a {@link TreeMap}.
 * Pages are so small that they split and merge all the time; every change goes through the stored
 * form of head and pages, the limits change now and then as they may with a release, and pages that
 * the collector would delete are deleted.
 */
class IndexModelTest {
  private static final int OPERATIONS = 1_000_000;

  @Test
  void behavesLikeASortedMapThroughSplitsMergesAndCollections() {
    long seed = RandomizedRuns.seed(IndexModelTest.class);
    long operations = (long) (OPERATIONS * RandomizedRuns.scale());
    Random random = new Random(seed);
    long done = 0;
    int tallest = 0;
    int emptied = 0;
    while (done < operations) {
      IndexModel model = new IndexModel(new Random(random.nextLong()));
      long until = Math.min(operations, done + 60_000);
      try {
        while (done < until) {
          done += model.step();
          tallest = Math.max(tallest, model.height());
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("after " + done + " operations of seed " + seed, e);
      }
      emptied += model.timesEmptied();
    }
    assertTrue(operations < OPERATIONS || tallest >= 4, "the tallest tree had " + tallest);
    assertTrue(operations < OPERATIONS || emptied >= 3, "trees were emptied " + emptied + " times");
  }
}
