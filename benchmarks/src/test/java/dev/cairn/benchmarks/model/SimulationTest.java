package dev.cairn.benchmarks.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final double SECONDS = 5;

  @Test
  void oneProcessCommitsAGroupForEachPairOfCalls() {
    ModelOutcome outcome =
        QueueModel.run(Service.measured(5), new Crowd(1, 16, 128, 0, 0), SECONDS, 1);
    assertEquals(1_600, outcome.commits(), 20);
    assertEquals(10, outcome.p50(), 0.1);
    assertEquals(2.0 / 16, outcome.calls(), 0.01);
    assertEquals(0, outcome.lost());
    assertEquals(1, outcome.fairness());
  }

  @Test
  void callersWithoutGroupsTakeEachOthersRow() {
    ModelOutcome grouped =
        QueueModel.run(Service.measured(5), new Crowd(1, 16, 128, 0, 0.25), SECONDS, 1);
    ModelOutcome alone =
        QueueModel.run(Service.measured(5), new Crowd(1, 16, 1, 0, 0.25), SECONDS, 1);
    assertTrue(alone.lost() > 0.3, alone.toString());
    assertTrue(alone.commits() < grouped.commits() / 5, alone.toString());
    assertTrue(alone.commits() <= 200, "one swap after the other: " + alone);
  }

  @Test
  void aServiceTakesNoMoreSwapsThanItAllows() {
    Service service = new Service("narrow", 1, 1, 1, 0, 100, true, "");
    ModelOutcome outcome = QueueModel.run(service, new Crowd(20, 4, 1, 0, 0.25), SECONDS, 1);
    // A second of silence adds one second's worth.
    assertTrue(outcome.swaps() <= 100 + 100 / SECONDS, outcome.toString());
    assertTrue(outcome.commits() > 0, outcome.toString());
  }

  @Test
  void aRowThatIsBusyTakesOneSwapAfterTheOther() {
    Service service = new Service("slow row", 1, 1, 1, 10, Double.POSITIVE_INFINITY, true, "");
    ModelOutcome outcome = QueueModel.run(service, new Crowd(10, 4, 1, 0, 0.25), SECONDS, 1);
    assertTrue(outcome.swaps() <= 101, outcome.toString());
  }

  @Test
  void aConflictThatDoesNotTellTheRowCostsARead() {
    Service telling = new Service("telling", 1, 1, 1, 0, Double.POSITIVE_INFINITY, true, "");
    Service silent = new Service("silent", 1, 1, 1, 0, Double.POSITIVE_INFINITY, false, "");
    Crowd crowd = new Crowd(4, 4, 1, 0, 0.25);
    ModelOutcome told = QueueModel.run(telling, crowd, SECONDS, 1);
    ModelOutcome untold = QueueModel.run(silent, crowd, SECONDS, 1);
    double callsTold = told.calls() * told.commits() / told.swaps();
    double callsUntold = untold.calls() * untold.commits() / untold.swaps();
    assertTrue(callsUntold > callsTold + untold.lost() / 2, callsTold + " and " + callsUntold);
  }

  @Test
  void theSameSeedGivesTheSameOutcome() {
    Crowd crowd = new Crowd(10, 4, 128, 0.03, 0.25);
    Service service = Service.production().get(0);
    assertEquals(
        QueueModel.run(service, crowd, SECONDS, 7), QueueModel.run(service, crowd, SECONDS, 7));
  }
}
