package dev.cairn.simulation.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SimulationTest {
  @RegisterExtension final Seed seed = Seed.ofRun();

  /** Three actors that take three steps each and say so. */
  private static Consumer<Simulation> steps(List<String> order) {
    return sim -> {
      order.clear();
      for (String name : List.of("a", "b", "c")) {
        sim.actor(
            name,
            self -> {
              for (int i = 0; i < 3; i++) {
                order.add(name);
                self.step("step");
              }
            });
      }
    };
  }

  /** A counter that two actors read and then write: one of the additions may get lost. */
  private static void lostUpdate(Simulation sim) {
    int[] counter = {0};
    for (String name : List.of("a", "b")) {
      sim.actor(
          name,
          self -> {
            int read = counter[0];
            self.step("has read");
            counter[0] = read + 1;
          });
    }
    sim.afterwards(() -> assertEquals(2, counter[0]));
  }

  private static SimulationFailure firstFailure(Consumer<Simulation> scenario, long from) {
    return assertThrows(SimulationFailure.class, () -> Simulation.explore(from, 1_000, scenario));
  }

  @Test
  void sameSeedGivesTheSameStepsAndAnotherSeedOtherOnes() {
    List<String> order = new ArrayList<>();
    SimulationResult first = Simulation.run(seed.value(), steps(order));
    List<String> firstOrder = List.copyOf(order);
    SimulationResult second = Simulation.run(seed.value(), steps(order));
    assertEquals(firstOrder, order);
    assertEquals(first, second);
    Set<Long> fingerprints = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      fingerprints.add(Simulation.run(seed.value() + i, steps(order)).fingerprint());
    }
    assertTrue(fingerprints.size() > 50, () -> "different runs: " + fingerprints.size());
  }

  @Test
  void tracedRunTakesTheSameStepsAndWritesThemDown() {
    List<String> order = new ArrayList<>();
    SimulationResult plain = Simulation.run(seed.value(), steps(order));
    SimulationResult traced =
        Simulation.run(seed.value(), SimulationSettings.DEFAULT.withTrace(), steps(order));
    assertEquals(plain.fingerprint(), traced.fingerprint());
    assertEquals(9, traced.trace().size());
    assertTrue(plain.trace().isEmpty());
  }

  @Test
  void exactlyOneActorRunsAtATime() {
    Simulation.explore(
        seed.value(),
        20,
        sim -> {
          // Not volatile, not atomic: it would show if two ran at once or did not see each other.
          int[] inside = {0};
          int[] total = {0};
          for (int i = 0; i < 5; i++) {
            sim.actor(
                "actor " + i,
                self -> {
                  for (int n = 0; n < 200; n++) {
                    assertEquals(1, ++inside[0]);
                    total[0]++;
                    inside[0]--;
                    self.step("step");
                  }
                });
          }
          sim.afterwards(() -> assertEquals(1_000, total[0]));
        });
  }

  @Test
  void everyOrderOfFewStepsIsTried() {
    Set<String> orders = new HashSet<>();
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      Simulation.run(
          seed.value() + i,
          sim -> {
            order.clear();
            for (String name : List.of("a", "b")) {
              sim.actor(
                  name,
                  self -> {
                    order.add(name);
                    self.step("first");
                    order.add(name);
                  });
            }
          });
      orders.add(String.join("", order));
    }
    assertEquals(Set.of("aabb", "abab", "abba", "baab", "baba", "bbaa"), orders);
  }

  @Test
  void failureNamesItsSeedAndReplaysFromItStepByStep() {
    SimulationFailure failure = firstFailure(SimulationTest::lostUpdate, seed.value());
    assertTrue(failure.getMessage().contains("seed " + failure.seed()), failure::getMessage);
    assertTrue(failure.getMessage().contains("has read"), failure::getMessage);
    SimulationFailure again =
        assertThrows(
            SimulationFailure.class,
            () -> Simulation.run(failure.seed(), SimulationTest::lostUpdate));
    assertEquals(failure.trace(), again.trace());
    assertEquals(2, failure.trace().size());
  }

  @Test
  void recordedScheduleReplaysUnderAnotherSeed() {
    SimulationFailure failure = firstFailure(SimulationTest::lostUpdate, seed.value());
    Schedule recorded = Schedule.parse(failure.schedule().toString());
    for (int i = 0; i < 50; i++) {
      long other = failure.seed() + 1 + i;
      SimulationFailure again =
          assertThrows(
              SimulationFailure.class,
              () ->
                  Simulation.run(
                      other,
                      SimulationSettings.DEFAULT.replaying(recorded),
                      SimulationTest::lostUpdate));
      assertEquals(recorded, again.schedule());
    }
  }

  @Test
  void failureThatDoesNotHappenAgainIsSaidToComeFromOutside() {
    int[] runs = {0};
    SimulationFailure failure =
        assertThrows(
            SimulationFailure.class,
            () ->
                Simulation.run(
                    1, sim -> sim.actor("a", self -> assertTrue(++runs[0] > 1, "first run"))));
    assertTrue(failure.getMessage().contains("from outside"), failure::getMessage);
  }

  @Test
  void deadlockIsReportedWithWhoWaits() {
    SimulationFailure failure =
        assertThrows(
            SimulationFailure.class,
            () ->
                Simulation.run(
                    seed.value(),
                    sim -> {
                      sim.actor("a", self -> self.awaitUntil("waits for b", () -> false));
                      sim.actor("b", self -> self.step("ends"));
                    }));
    assertTrue(failure.getMessage().contains("deadlock"), failure::getMessage);
    assertTrue(failure.getMessage().contains("[a]"), failure::getMessage);
  }

  @Test
  void simulationThatNeverEndsIsReported() {
    SimulationFailure failure =
        assertThrows(
            SimulationFailure.class,
            () ->
                Simulation.run(
                    seed.value(),
                    SimulationSettings.DEFAULT.withMaxSteps(100),
                    sim ->
                        sim.actor(
                            "a",
                            self -> {
                              while (true) {
                                self.step("and again");
                              }
                            })));
    assertTrue(failure.getMessage().contains("never ends"), failure::getMessage);
  }

  @Test
  void actorThatBlocksOutsideItsSwitchPointsIsReportedWithItsStack() {
    CountDownLatch never = new CountDownLatch(1);
    SimulationFailure failure =
        assertThrows(
            SimulationFailure.class,
            () ->
                Simulation.run(
                    seed.value(),
                    SimulationSettings.DEFAULT.withPatience(Duration.ofMillis(100)),
                    sim -> sim.actor("a", self -> never.await())));
    assertTrue(failure.getMessage().contains("does not come back"), failure::getMessage);
    assertTrue(failure.getMessage().contains("CountDownLatch.await"), failure::getMessage);
    never.countDown();
  }

  @Test
  void threadThatIsNoActorIsRefused() {
    SimulationFailure failure =
        assertThrows(
            SimulationFailure.class,
            () ->
                Simulation.run(
                    seed.value(),
                    sim ->
                        sim.actor(
                            "a",
                            self -> {
                              List<Throwable> thrown = new ArrayList<>();
                              Thread other =
                                  new Thread(
                                      () -> {
                                        try {
                                          self.step("by another thread");
                                        } catch (IllegalStateException e) {
                                          thrown.add(e);
                                        }
                                      });
                              other.start();
                              other.join();
                              throw (Exception) thrown.get(0);
                            })));
    assertTrue(failure.getMessage().contains("let actors start no threads"), failure::getMessage);
  }

  @Test
  void actorThatGoesOnAfterItWasStoppedIsReported() {
    SimulationFailure failure =
        assertThrows(
            SimulationFailure.class,
            () ->
                Simulation.run(
                    seed.value(),
                    sim -> {
                      sim.background(
                          "stubborn",
                          self -> {
                            while (true) {
                              try {
                                self.step("goes on");
                              } catch (ActorStopped e) {
                                self.say("ignores it");
                              }
                            }
                          });
                      sim.actor("a", self -> self.sleep(Duration.ofSeconds(1)));
                    }));
    assertTrue(failure.getMessage().contains("it catches Error"), failure::getMessage);
  }

  @Test
  void failingActorStopsAllOthers() {
    Set<String> unwound = new HashSet<>();
    SimulationFailure failure =
        assertThrows(
            SimulationFailure.class,
            () ->
                Simulation.run(
                    seed.value(),
                    sim -> {
                      sim.actor(
                          "bystander",
                          self -> {
                            try {
                              self.sleep(Duration.ofDays(1));
                            } finally {
                              unwound.add(self.name());
                            }
                          });
                      sim.actor(
                          "failing",
                          self -> {
                            self.sleep(Duration.ofSeconds(1));
                            throw new IllegalStateException("on purpose");
                          });
                    }));
    assertTrue(failure.getMessage().contains("on purpose"), failure::getMessage);
    assertEquals(Set.of("bystander"), unwound);
    assertNotEquals(0, failure.trace().size());
  }
}
