package dev.cairn.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskLostException;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.api.task.Tasks.Offer;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class EngineTasksTest {
  private static final int MAX_VALUE_BYTES = 5_000;
  private static final Duration LEASE = TaskProcess.SETTINGS.lease();
  private static final Duration LAPSED =
      LEASE.plus(TaskProcess.SETTINGS.maxClockSkew()).plusMillis(1);

  private final Backend backend = new InMemoryBackend(MAX_VALUE_BYTES);
  private final TaskProcess first = new TaskProcess("first", backend);
  private final TaskProcess second = new TaskProcess("second", backend);

  private TaskStatus status() {
    return second.tasks.find("t").orElseThrow();
  }

  private static Tasks.Work returning(String result) {
    return context -> result;
  }

  private static final Tasks.Work NEVER =
      context -> {
        throw new AssertionError("must not run");
      };

  private void pass(Duration duration) {
    first.pass(duration);
    second.pass(duration);
  }

  @Test
  void aRunIsDoneOnceAndItsResultIsKept() {
    assertEquals(Offer.NOT_DUE, first.tasks.run("t", NEVER));
    assertEquals(1, first.tasks.submit("t", "p").run());
    assertEquals(Offer.ENDED, first.tasks.run("t", context -> "did " + context.parameter()));
    assertEquals(Offer.NOT_DUE, second.tasks.run("t", NEVER));
    TaskStatus status = second.tasks.await("t", 1, Duration.ZERO);
    assertEquals(TaskStatus.State.SUCCEEDED, status.state());
    assertEquals(Optional.of("did p"), status.result());
    assertEquals(Optional.of("process first on host"), status.holder());
    assertEquals(Optional.of(first.now), status.endedAt());
  }

  @Test
  void aDurationMayBeAsLongAsJavasCanBe() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    first.tasks.submit("t", "");
    assertEquals(Offer.ENDED, first.tasks.runEvery(forEver, "t", "", returning("done")));
    assertEquals(TaskStatus.State.SUCCEEDED, second.tasks.await("t", 1, forEver).state());
    assertEquals(Offer.NOT_DUE, second.tasks.runEvery(forEver, "t", "", NEVER));
    assertEquals(Offer.NOT_DUE, second.tasks.runEvery(forEver, "never", "", NEVER));
    pass(Duration.ofDays(1_000));
    assertEquals(Offer.NOT_DUE, first.tasks.runEvery(forEver, "never", "", NEVER));
    assertEquals(TaskStatus.State.WAITING, first.tasks.find("never").orElseThrow().state());
  }

  @Test
  void aCallerWithoutPatienceDoesNotWait() {
    first.tasks.submit("t", "");
    TaskProcess[] slow = new TaskProcess[1];
    slow[0] =
        new TaskProcess(
            "slow",
            new ForwardingBackend(backend) {
              @Override
              protected <T> T around(Operation operation, Supplier<T> call) {
                slow[0].pass(Duration.ofMillis(1));
                return call.get();
              }
            });
    for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE))) {
      Instant before = slow[0].now;
      assertEquals(TaskStatus.State.WAITING, slow[0].tasks.await("t", 1, none).state());
      assertEquals(Duration.ofMillis(1), Duration.between(before, slow[0].now));
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller's compiler may not check
  void workWithoutAResultHasFailed() {
    first.tasks.submit("t", "");
    assertEquals(Offer.FAILED, first.tasks.run("t", context -> null));
    assertTrue(status().failure().orElseThrow().contains("null"));
  }

  // A clock that is ahead wrote when it was submitted, and that is when it may begin.
  @Test
  void whatAFastClockSubmittedIsDoneByTheOthers() {
    first.pass(Duration.ofDays(365));
    first.tasks.submit("t", "");
    assertEquals(Offer.ENDED, second.tasks.run("t", returning("done")));
  }

  @Test
  void whatAFastClockSubmittedIsListedByTheOthers() {
    first.pass(Duration.ofDays(365));
    first.tasks.submit("t", "");
    assertEquals(List.of(status()), second.tasks.list());
  }

  @Test
  void allTasksAreListedByName() {
    assertEquals(List.of(), first.tasks.list());
    first.tasks.submit("t", "a");
    second.tasks.submit("another", "b");
    assertEquals(List.of(second.tasks.find("another").orElseThrow(), status()), first.tasks.list());
  }

  @Test
  void submittingARunningTaskJoinsItsRun() {
    assertEquals(1, first.tasks.submit("t", "a").run());
    assertEquals("a", second.tasks.submit("t", "b").parameter());
    assertEquals(Offer.ENDED, first.tasks.run("t", returning("done")));
    TaskStatus next = second.tasks.submit("t", "b");
    assertEquals(2, next.run());
    assertEquals("b", next.parameter());
    assertEquals(Optional.empty(), next.result());
    // A caller that still waits for the run before gets its result.
    TaskStatus before = second.tasks.await("t", 1, Duration.ZERO);
    assertEquals(1, before.run());
    assertEquals(Optional.of("done"), before.result());
  }

  // The message of an exception may hold anything, and is cut where a pair may be.
  @Test
  void aFailureIsStoredWhateverItsMessageIs() {
    for (String message : List.of("x\uD800", "\uDC00", "\uD83D\uDE80".repeat(2_000))) {
      first.tasks.submit("t", "");
      Offer offer =
          first.tasks.run(
              "t",
              context -> {
                throw new IllegalStateException(message);
              });
      assertEquals(Offer.FAILED, offer);
      String stored = status().failure().orElseThrow();
      assertTrue(stored.startsWith("java.lang.IllegalStateException: "), stored);
      assertTrue(second.tasks.cancel("t"));
    }
  }

  @Test
  void aResultThatCannotBeStoredEndsTheRun() {
    first.tasks.submit("t", "");
    assertEquals(Offer.ENDED, first.tasks.run("t", returning("x\uD800")));
    assertEquals(TaskStatus.State.FAILED, status().state());
    String failure = status().failure().orElseThrow();
    assertTrue(failure.contains("'x\\uD800' has half of a surrogate pair"), failure);
    assertThrows(IllegalArgumentException.class, () -> first.tasks.submit("t\uD800", ""));
    assertThrows(IllegalArgumentException.class, () -> first.tasks.submit("t", "\uD800"));
  }

  @Test
  void twoProcessesDoNotDoItAtOnce() {
    first.tasks.submit("t", "");
    Offer outer =
        first.tasks.run(
            "t",
            context -> {
              assertEquals(Offer.HELD, second.tasks.run("t", NEVER));
              assertEquals(TaskStatus.State.RUNNING, status().state());
              return "done";
            });
    assertEquals(Offer.ENDED, outer);
  }

  /**
   * A process stands still for longer than its lease. Another takes over from its checkpoint and
   * ends the run; then the first wakes up and wants to end it too.
   */
  @Test
  void aSlowEarlierOwnerChangesNothingAfterATakeover() {
    first.tasks.submit("t", "");
    Offer earlier =
        first.tasks.run(
            "t",
            context -> {
              context.checkpoint("half");
              second.pass(LAPSED);
              Offer taken =
                  second.tasks.run(
                      "t",
                      other -> {
                        assertEquals(2, other.attempt());
                        return "from " + other.checkpoint().orElseThrow();
                      });
              assertEquals(Offer.ENDED, taken);
              return "of an earlier owner";
            });
    assertEquals(Offer.LOST, earlier);
    assertEquals(Optional.of("from half"), status().result());
  }

  @Test
  void theHeartbeatOfASlowEarlierOwnerFails() {
    first.tasks.submit("t", "");
    Offer earlier =
        first.tasks.run(
            "t",
            context -> {
              second.pass(LAPSED);
              second.tasks.run(
                  "t",
                  other -> {
                    first.pass(LEASE.dividedBy(2));
                    assertThrows(TaskLostException.class, context::heartbeat);
                    return "done";
                  });
              first.pass(LEASE.dividedBy(2));
              context.heartbeat();
              throw new AssertionError("it goes on");
            });
    assertEquals(Offer.LOST, earlier);
    assertEquals(Optional.of("done"), status().result());
  }

  @Test
  void heartbeatsKeepTheTaskAndMostCostNothing() {
    first.tasks.submit("t", "");
    Offer offer =
        first.tasks.run(
            "t",
            context -> {
              for (int i = 0; i < 100; i++) {
                pass(Duration.ofSeconds(1));
                context.heartbeat();
                assertEquals(Offer.HELD, second.tasks.run("t", NEVER));
              }
              return "done";
            });
    assertEquals(Offer.ENDED, offer);
  }

  @Test
  void whatFailsIsTriedAgainLaterAndLater() {
    first.tasks.submit("t", "");
    Tasks.Work failing =
        context -> {
          throw new IllegalStateException("attempt " + context.attempt());
        };
    assertEquals(Offer.FAILED, first.tasks.run("t", failing));
    assertEquals(TaskStatus.State.WAITING, status().state());
    assertTrue(status().failure().orElseThrow().contains("attempt 1"));
    pass(Duration.ofSeconds(9));
    assertEquals(Offer.NOT_DUE, second.tasks.run("t", NEVER));
    pass(Duration.ofSeconds(1));
    assertEquals(Offer.FAILED, second.tasks.run("t", failing));
    pass(Duration.ofSeconds(14));
    assertEquals(Offer.NOT_DUE, first.tasks.run("t", NEVER));
    pass(Duration.ofSeconds(1));
    assertEquals(Offer.ENDED, first.tasks.run("t", failing));
    assertEquals(TaskStatus.State.FAILED, status().state());
    assertEquals(3, status().attempts());
    assertEquals(2, first.tasks.submit("t", "").run());
  }

  /** Work that crashes its process would otherwise crash one process after the other, forever. */
  @Test
  void whatKillsEachProcessFailsInTheEnd() {
    first.tasks.submit("t", "");
    for (int i = 0; i < 3; i++) {
      assertThrows(
          StackOverflowError.class,
          () ->
              first.tasks.run(
                  "t",
                  context -> {
                    throw new StackOverflowError();
                  }));
      assertEquals(Offer.HELD, second.tasks.run("t", NEVER));
      pass(LAPSED);
    }
    assertEquals(Offer.ENDED, second.tasks.run("t", NEVER));
    assertEquals(TaskStatus.State.FAILED, status().state());
  }

  @Test
  void aRunThatWaitsIsCancelledAtOnce() {
    assertFalse(first.tasks.cancel("t"));
    first.tasks.submit("t", "");
    assertTrue(second.tasks.cancel("t"));
    assertEquals(TaskStatus.State.CANCELLED, status().state());
    assertEquals(Offer.NOT_DUE, first.tasks.run("t", NEVER));
    assertFalse(second.tasks.cancel("t"));
  }

  @Test
  void aRunThatRunsIsCancelledAtItsNextHeartbeat() {
    first.tasks.submit("t", "");
    Offer offer =
        first.tasks.run(
            "t",
            context -> {
              assertTrue(second.tasks.cancel("t"));
              assertTrue(status().isCancelRequested());
              first.pass(LEASE.dividedBy(2));
              context.heartbeat();
              throw new AssertionError("it goes on");
            });
    assertEquals(Offer.ENDED, offer);
    assertEquals(TaskStatus.State.CANCELLED, status().state());
  }

  @Test
  void aRunThatIsFasterThanItsCancellationSucceeds() {
    first.tasks.submit("t", "");
    Offer offer =
        first.tasks.run(
            "t",
            context -> {
              assertTrue(second.tasks.cancel("t"));
              return "done";
            });
    assertEquals(Offer.ENDED, offer);
    assertEquals(TaskStatus.State.SUCCEEDED, status().state());
  }

  /** The process of a run died, no process offers to run it again, and an operator cancels it. */
  @Test
  void theRunOfADeadProcessIsCancelledAtOnceAndLostIfItComesBack() {
    first.tasks.submit("t", "");
    Offer earlier =
        first.tasks.run(
            "t",
            context -> {
              second.pass(LAPSED);
              assertTrue(second.tasks.cancel("t"));
              assertEquals(TaskStatus.State.CANCELLED, status().state());
              return "of an earlier owner";
            });
    assertEquals(Offer.LOST, earlier);
    assertEquals(TaskStatus.State.CANCELLED, status().state());
  }

  @Test
  void aPeriodicTaskRunsOncePerPeriodWhicheverProcessOffers() {
    Duration hour = Duration.ofHours(1);
    assertEquals(Offer.NOT_DUE, first.tasks.runEvery(hour, "t", "", NEVER));
    pass(hour.minusSeconds(1));
    assertEquals(Offer.NOT_DUE, second.tasks.runEvery(hour, "t", "", NEVER));
    pass(Duration.ofSeconds(1));
    assertEquals(Offer.ENDED, second.tasks.runEvery(hour, "t", "", returning("1")));
    assertEquals(Offer.NOT_DUE, first.tasks.runEvery(hour, "t", "", NEVER));
    pass(hour);
    assertEquals(Offer.ENDED, first.tasks.runEvery(hour, "t", "", returning("2")));
    assertEquals(2, status().run());
    first.tasks.submit("t", "by hand");
    assertEquals(Offer.ENDED, second.tasks.runEvery(hour, "t", "", TaskContext::parameter));
    assertEquals(Optional.of("by hand"), status().result());
  }

  @Test
  void aWaiterGetsTheResultOnceItExists() {
    first.tasks.submit("t", "");
    assertEquals(
        TaskStatus.State.WAITING, second.tasks.await("t", 1, Duration.ofMinutes(1)).state());
    assertEquals(Offer.ENDED, first.tasks.run("t", returning("done")));
    assertEquals(Optional.of("done"), second.tasks.await("t", 1, Duration.ofMinutes(1)).result());
    assertThrows(IllegalArgumentException.class, () -> second.tasks.await("t", 2, Duration.ZERO));
    assertThrows(
        IllegalArgumentException.class, () -> second.tasks.await("other", 1, Duration.ZERO));
  }

  @Test
  void aRunOfAPeriodicTaskThatIsSubmittedIsDoneNow() {
    Duration days = Duration.ofDays(3);
    assertEquals(Offer.NOT_DUE, first.tasks.runEvery(days, "t", "by time", NEVER));
    assertEquals(1, second.tasks.submit("t", "by hand").run());
    assertEquals(Offer.ENDED, first.tasks.runEvery(days, "t", "", TaskContext::parameter));
    assertEquals(Optional.of("by hand"), status().result());
  }

  @Test
  void aCancelledRunIsNotTriedAgainAfterAFailure() {
    first.tasks.submit("t", "");
    Offer offer =
        first.tasks.run(
            "t",
            context -> {
              assertTrue(second.tasks.cancel("t"));
              throw new IllegalStateException("bad luck");
            });
    assertEquals(Offer.ENDED, offer);
    assertEquals(TaskStatus.State.CANCELLED, status().state());
  }

  @Test
  void aResultThatDoesNotFitIsAFailureAndNotTriedAgain() {
    first.tasks.submit("t", "");
    assertEquals(Offer.ENDED, first.tasks.run("t", returning("x".repeat(MAX_VALUE_BYTES))));
    assertEquals(TaskStatus.State.FAILED, status().state());
    assertTrue(status().failure().orElseThrow().contains("bytes"), status()::toString);
  }

  /** A long collection may be taken over again and again, if each process gets a bit farther. */
  @Test
  void attemptsThatGetFartherDoNotCountAsFruitless() {
    first.tasks.submit("t", "");
    for (int i = 1; i <= 10; i++) {
      int number = i;
      Offer offer =
          first.tasks.run(
              "t",
              context -> {
                assertEquals(number, context.attempt());
                context.checkpoint("step " + number);
                throw new IllegalStateException("bad luck");
              });
      assertEquals(Offer.FAILED, offer);
      pass(Duration.ofSeconds(15));
    }
    assertEquals(TaskStatus.State.WAITING, status().state());
  }

  /** Before, a clock set back by an hour kept a process from renewing for an hour. */
  @Test
  void aClockThatGoesBackDoesNotSilenceHeartbeats() {
    first.tasks.submit("t", "");
    Offer offer =
        first.tasks.run(
            "t",
            context -> {
              first.pass(Duration.ofHours(-1));
              second.pass(LAPSED);
              assertEquals(Offer.ENDED, second.tasks.run("t", returning("of the second")));
              context.heartbeat();
              throw new AssertionError("it goes on");
            });
    assertEquals(Offer.LOST, offer);
    assertEquals(Optional.of("of the second"), status().result());
  }

  /** The clock of a process was a year ahead when it did the task; now it is right again. */
  @Test
  void aClockThatWasAheadDoesNotStopAPeriodicTask() {
    Duration hour = Duration.ofHours(1);
    first.pass(Duration.ofDays(365));
    first.tasks.submit("t", "");
    assertEquals(Offer.ENDED, first.tasks.run("t", returning("1")));
    assertEquals(Offer.ENDED, second.tasks.runEvery(hour, "t", "", returning("2")));
    assertEquals(Offer.NOT_DUE, second.tasks.runEvery(hour, "t", "", NEVER));
  }

  @Test
  void aClockThatWasAheadDoesNotKeepAPeriodicTaskFromItsFirstRun() {
    Duration hour = Duration.ofHours(1);
    first.pass(Duration.ofDays(365));
    assertEquals(Offer.NOT_DUE, first.tasks.runEvery(hour, "t", "", NEVER));
    assertEquals(Offer.NOT_DUE, second.tasks.runEvery(hour, "t", "", NEVER));
    second.pass(hour);
    assertEquals(Offer.ENDED, second.tasks.runEvery(hour, "t", "", returning("1")));
  }
}
