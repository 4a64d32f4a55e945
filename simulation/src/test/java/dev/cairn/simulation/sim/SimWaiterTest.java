package dev.cairn.simulation.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SimWaiterTest {
  private static final long SEED = 17;

  @Test
  void whoWaitsForAnOutcomeGoesOnWhenItIsThere() {
    CompletableFuture<String> outcome = new CompletableFuture<>();
    SimulationResult result =
        Simulation.run(
            SEED,
            sim -> {
              sim.actor(
                  "waiting",
                  self -> {
                    self.waiter().awaitDone(outcome, Duration.ofMinutes(1));
                    assertTrue(outcome.isDone());
                    assertTrue(sim.elapsed().compareTo(Duration.ofSeconds(2)) < 0);
                  });
              sim.actor(
                  "working",
                  self -> {
                    self.sleep(Duration.ofSeconds(1));
                    outcome.complete("done");
                  });
            });
    assertTrue(result.steps() < 10, () -> "it looks again and again: " + result.steps());
  }

  @Test
  void whoWaitsForAnOutcomeThatDoesNotComeGivesUp() {
    Simulation.run(
        SEED,
        sim ->
            sim.actor(
                "waiting",
                self -> {
                  CompletableFuture<String> outcome = new CompletableFuture<>();
                  self.waiter().awaitDone(outcome, Duration.ofSeconds(3));
                  assertFalse(outcome.isDone());
                  assertTrue(sim.elapsed().compareTo(Duration.ofSeconds(3)) >= 0);
                  assertTrue(sim.elapsed().compareTo(Duration.ofSeconds(4)) < 0);
                }));
  }

  @Test
  void aProcessThatDiesStartsNothingMore() {
    List<String> done = new ArrayList<>();
    Simulation.run(
        SEED,
        sim -> {
          Actor victim =
              sim.actor(
                  "victim",
                  self -> {
                    try {
                      self.sleep(Duration.ofSeconds(5));
                    } finally {
                      if (self.incarnation() == 0) {
                        self.executor().execute(() -> done.add("tidied up"));
                      }
                    }
                    done.add("life " + self.incarnation());
                  });
          sim.actor(
              "killer",
              self -> {
                self.sleep(Duration.ofSeconds(1));
                victim.crash();
                victim.restart();
              });
        });
    assertEquals(List.of("life 1"), done);
  }
}
