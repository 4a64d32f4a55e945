package dev.cairn.simulation.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultScript;
import dev.cairn.testkit.fault.FaultyBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ActorTest {
  private static final ObjectKey KEY = new ObjectKey(Scope.SYSTEM, "thing", ObjectId.of(1));
  private static final ObjectRow ROW =
      ObjectRow.updateable(KEY, Bytes.ofUtf8("value"), new Token(1, 1), 1);

  @RegisterExtension final Seed seed = Seed.ofRun();

  private static boolean isThere(Backend backend) {
    return backend.fetch(List.of(KEY), ReadMode.STRONG).get(0).isPresent();
  }

  @Test
  void waitingTakesSimulatedTimeOnlyAndWakesInOrder() {
    List<String> woken = new ArrayList<>();
    SimulationResult result =
        Simulation.run(
            seed.value(),
            sim -> {
              for (int hours : List.of(3, 1, 2)) {
                sim.actor(
                    "after " + hours,
                    self -> {
                      self.sleep(Duration.ofHours(hours));
                      woken.add(self.name());
                    });
              }
            });
    assertEquals(List.of("after 1", "after 2", "after 3"), woken);
    assertEquals(3, result.elapsed().toHours());
  }

  @Test
  void timePassesALittleWithEveryStep() {
    SimulationResult result =
        Simulation.run(
            seed.value(),
            SimulationSettings.DEFAULT.withMaxStep(Duration.ofMillis(1)),
            sim ->
                sim.actor(
                    "a",
                    self -> {
                      for (int i = 0; i < 1_000; i++) {
                        self.step("step");
                      }
                    }));
    long millis = result.elapsed().toMillis();
    assertTrue(millis > 300 && millis < 700, () -> millis + " ms for 1,000 steps");
  }

  @Test
  void clocksAreOffDriftAndJump() {
    SimulationSettings exact = SimulationSettings.DEFAULT.withMaxStep(Duration.ZERO);
    Simulation.run(
        seed.value(),
        exact,
        sim ->
            sim.actor(
                "a",
                self -> {
                  Instant start = self.clock().instant();
                  assertEquals(SimClock.START, start);
                  self.clock().jump(Duration.ofMinutes(-1));
                  assertEquals(start.minusSeconds(60), self.clock().instant());
                  self.clock().drift(1_000);
                  self.sleep(Duration.ofSeconds(1_000));
                  assertEquals(start.plusSeconds(941), self.environment().clock().instant());
                  self.clock().drift(-500_000);
                  self.sleep(Duration.ofSeconds(10));
                  assertEquals(start.plusSeconds(946), self.clock().instant());
                }));
  }

  @Test
  void interruptedActorDoesNotWait() {
    SimulationResult result =
        Simulation.run(
            seed.value(),
            sim ->
                sim.actor(
                    "a",
                    self -> {
                      Thread.currentThread().interrupt();
                      self.sleep(Duration.ofHours(1));
                      assertTrue(Thread.currentThread().isInterrupted());
                    }));
    assertEquals(0, result.elapsed().toSeconds());
    Simulation.run(1, sim -> sim.actor("next", self -> assertFalse(Thread.interrupted())));
  }

  @Test
  void crashedActorDoesNothingMoreButUnwind() {
    for (int i = 0; i < 200; i++) {
      Simulation.run(
          seed.value() + i,
          sim -> {
            InMemoryBackend store = new InMemoryBackend();
            List<String> unwound = new ArrayList<>();
            Actor victim =
                sim.actor(
                    "victim",
                    self -> {
                      try {
                        self.sleep(Duration.ofDays(1));
                      } finally {
                        unwound.add(self.name());
                        self.backend(store).insert(ROW);
                      }
                    });
            sim.actor(
                "killer",
                self -> {
                  self.sleep(Duration.ofSeconds(1));
                  victim.crash();
                  assertFalse(victim.isRunning());
                  assertEquals(List.of("victim"), unwound);
                });
            sim.afterwards(() -> assertFalse(isThere(store)));
          });
    }
  }

  @Test
  void crashComesBeforeOrAfterACallIsDoneAndNeverInBetween() {
    int[] done = {0};
    int[] neverSent = {0};
    for (int i = 0; i < 200; i++) {
      Simulation.run(
          seed.value() + i,
          sim -> {
            InMemoryBackend store = new InMemoryBackend();
            Actor victim =
                sim.actor(
                    "victim",
                    self -> {
                      self.backend(store).insert(ROW);
                      self.sleep(Duration.ofDays(1));
                    });
            sim.actor(
                "killer",
                self -> {
                  self.step("looks around");
                  victim.crash();
                });
            sim.afterwards(() -> (isThere(store) ? done : neverSent)[0]++);
          });
    }
    assertTrue(done[0] > 10 && neverSent[0] > 10, () -> done[0] + " done of 200");
  }

  @Test
  void writeThatWasDelayedOnItsWayLandsThoughItsWriterCrashed() {
    Simulation.run(
        seed.value(),
        sim -> {
          FaultyBackend store =
              new FaultyBackend(
                  new InMemoryBackend(), FaultScript.at(1, Fault.DELAYED), sim.waiter());
          Actor victim =
              sim.actor(
                  "victim",
                  self -> {
                    self.backend(store).insert(ROW);
                    self.sleep(Duration.ofDays(1));
                  });
          sim.actor(
              "killer",
              self -> {
                self.sleep(Duration.ofSeconds(1));
                victim.crash();
                assertFalse(isThere(store));
                store.landDelayed();
                assertTrue(isThere(store));
              });
        });
  }

  @Test
  void actorThatCrashesItselfDoesNotReturn() {
    List<String> done = new ArrayList<>();
    Simulation.run(
        seed.value(),
        sim -> {
          sim.actor(
              "a",
              self -> {
                done.add("before");
                self.crash();
                done.add("after");
              });
        });
    assertEquals(List.of("before"), done);
  }

  @Test
  void restartedActorBeginsAgainWithOtherRandomChoices() {
    List<Long> drawn = new ArrayList<>();
    Simulation.run(
        seed.value(),
        sim -> {
          Actor victim =
              sim.actor(
                  "victim",
                  self -> {
                    drawn.add(self.random().nextLong());
                    assertEquals(drawn.size() - 1, self.incarnation());
                    self.sleep(Duration.ofMinutes(1));
                  });
          sim.actor(
              "killer",
              self -> {
                self.sleep(Duration.ofSeconds(1));
                assertThrows(IllegalStateException.class, victim::restart);
                victim.crash();
                victim.restartAfter(Duration.ofSeconds(5));
                self.sleep(Duration.ofSeconds(4));
                assertEquals(1, drawn.size());
              });
        });
    assertEquals(2, drawn.size());
    assertFalse(drawn.get(0).equals(drawn.get(1)));
  }

  @Test
  void crashTakesAllThreadsOfAProcess() {
    List<String> done = new ArrayList<>();
    Simulation.run(
        seed.value(),
        sim -> {
          Actor victim =
              sim.actor(
                  "victim",
                  self -> {
                    self.spawn("second", () -> sleepAndAdd(self, done));
                    self.executor().execute(() -> sleepAndAdd(self, done));
                    sleepAndAdd(self, done);
                  });
          sim.actor(
              "killer",
              self -> {
                self.sleep(Duration.ofSeconds(1));
                victim.crash();
              });
        });
    assertEquals(List.of(), done);
  }

  private static void sleepAndAdd(Actor self, List<String> done) {
    self.sleep(Duration.ofSeconds(2));
    done.add("done");
  }

  @Test
  void pausedActorDoesNothingUntilItIsResumedThoughItsTimeComes() {
    List<String> order = new ArrayList<>();
    Simulation.run(
        seed.value(),
        sim -> {
          Actor sleeper =
              sim.actor(
                  "sleeper",
                  self -> {
                    self.sleep(Duration.ofSeconds(2));
                    order.add("sleeper");
                  });
          Actor short1 = sim.actor("short", self -> order.add("short"));
          short1.pauseFor(Duration.ofSeconds(3));
          sim.actor(
              "other",
              self -> {
                self.sleep(Duration.ofSeconds(1));
                sleeper.pause();
                self.sleep(Duration.ofSeconds(9));
                order.add("other");
                sleeper.resume();
              });
        });
    assertEquals(List.of("short", "other", "sleeper"), order);
  }

  @Test
  void timeOfPausesIsCountedOnceHoweverTheyOverlap() {
    List<Duration> paused = new ArrayList<>();
    Simulation.run(
        seed.value(),
        SimulationSettings.DEFAULT.withMaxStep(Duration.ZERO),
        sim -> {
          Actor sleeper = sim.actor("sleeper", self -> self.sleep(Duration.ofSeconds(30)));
          sim.actor(
              "other",
              self -> {
                sleeper.pauseFor(Duration.ofSeconds(5));
                self.sleep(Duration.ofSeconds(2));
                sleeper.pauseFor(Duration.ofSeconds(4));
                self.sleep(Duration.ofSeconds(1));
                paused.add(sleeper.paused());
                self.sleep(Duration.ofSeconds(7));
                paused.add(sleeper.paused());
                sleeper.pause();
                self.sleep(Duration.ofSeconds(3));
                sleeper.resume();
                self.sleep(Duration.ofSeconds(3));
                paused.add(sleeper.paused());
              });
        });
    assertEquals(
        List.of(Duration.ofSeconds(3), Duration.ofSeconds(6), Duration.ofSeconds(9)), paused);
  }

  @Test
  void backgroundActorsEndWithTheOthers() {
    int[] ticks = {0};
    Simulation.run(
        seed.value(),
        sim -> {
          sim.actor(
              "a",
              self -> {
                self.idScheduler().every(Duration.ofSeconds(1), () -> ticks[0]++);
                self.sleep(Duration.ofMillis(10_500));
              });
          sim.background("forever", self -> self.sleep(Duration.ofDays(1_000)));
        });
    assertEquals(10, ticks[0]);
  }

  @Test
  void ticksThatAreNotNeededTakeNoSteps() {
    int[] ticks = {0};
    boolean[] isNeeded = {false};
    SimulationResult result =
        Simulation.run(
            seed.value(),
            sim ->
                sim.actor(
                    "a",
                    self -> {
                      self.idScheduler(() -> isNeeded[0])
                          .every(Duration.ofSeconds(1), () -> ticks[0]++);
                      self.sleep(Duration.ofHours(1));
                      assertEquals(0, ticks[0]);
                      isNeeded[0] = true;
                      self.sleep(Duration.ofMillis(3_500));
                    }));
    assertEquals(4, ticks[0]); // one at once, which was due
    assertTrue(result.steps() < 20, () -> result.steps() + " steps");
  }

  @Test
  void nemesisPausesCrashesAndTurnsClocks() {
    int[] starts = {0};
    boolean[] clockWasOff = {false};
    Simulation.run(
        seed.value(),
        SimulationSettings.DEFAULT.withTrace(),
        sim -> {
          Actor victim =
              sim.actor(
                  "victim",
                  self -> {
                    starts[0]++;
                    for (int i = 0; i < 2_000; i++) {
                      self.sleep(Duration.ofMillis(1));
                      Instant exact = SimClock.START.plus(sim.elapsed());
                      Duration off = Duration.between(exact, self.clock().peek()).abs();
                      clockWasOff[0] |= off.compareTo(Duration.ofMillis(1)) > 0;
                    }
                  });
          sim.background("nemesis", Nemesis.of(List.of(victim)).crashing(3));
        });
    // A crash may meet a process that waits for its restart.
    assertTrue(starts[0] >= 2 && starts[0] <= 4, () -> starts[0] + " starts");
    assertTrue(clockWasOff[0]);
  }
}
