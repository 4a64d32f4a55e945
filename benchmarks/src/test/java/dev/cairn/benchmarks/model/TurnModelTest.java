package dev.cairn.benchmarks.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What the engine's rules of turns must achieve in the model; every run has the same seed. */
class TurnModelTest {
  private static double one(Service service) {
    return TurnModel.run(service, TurnLoad.saturated(1, true), 1, 10, 7).commits();
  }

  @Test
  void aProcessAloneCommitsAsWithoutTurns() {
    for (Service service : Service.production()) {
      TurnOutcome racing = TurnModel.run(service, TurnLoad.saturated(1, false), 1, 10, 7);
      assertEquals(racing.commits(), one(service));
      assertEquals(0, racing.lost());
    }
  }

  @Test
  void tenProcessesShareAlikeAtLittleCost() {
    for (Service service : Service.production()) {
      TurnOutcome turns = TurnModel.run(service, TurnLoad.saturated(10, true), 5, 20, 1);
      assertTrue(turns.share() >= 0.8, service.name() + ": " + turns.share());
      assertTrue(turns.commits() >= 0.8 * one(service), service.name() + ": " + turns.commits());
    }
  }

  @Test
  void aHundredProcessesThatStartAtOnceAllCommitWithinTenSeconds() {
    for (Service service : Service.production()) {
      double one = one(service);
      // Of single seeds, one in twenty had a process that slept through its every turn.
      for (int seed = 1; seed <= 40; seed++) {
        TurnOutcome turns = TurnModel.run(service, TurnLoad.saturated(100, true), 10, 5, seed);
        String run = service.name() + ", seed " + seed + ": ";
        assertTrue(turns.longest() <= 10_000, run + turns.longest());
        assertTrue(turns.commits() >= 0.6 * one, run + turns.commits());
      }
    }
  }

  @Test
  void oneOfTwoProcessesThatRaceGetsNothing() {
    TurnOutcome racing =
        TurnModel.run(Service.production().get(0), TurnLoad.saturated(2, false), 1, 10, 1);
    assertTrue(racing.share() < 0.1, "" + racing.share());
  }

  @Test
  void aSlowProcessDoesNotSlowDownTheOthers() {
    Service service = Service.production().get(0);
    TurnOutcome turns = TurnModel.run(service, TurnLoad.withSlow(10, true), 5, 20, 1);
    double without = TurnModel.run(service, TurnLoad.saturated(9, true), 5, 20, 1).commits();
    assertTrue(turns.others() >= 0.6 * without, turns.others() + " of " + without);
  }
}
