package dev.cairn.core;

import static dev.cairn.core.ClockWorld.MAIN;
import static dev.cairn.core.ClockWorld.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ClockOffException;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.task.TaskStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Processes whose clocks are farther from the database's than clocks may be apart. */
class ClockOffTest {
  private static final Duration DAY_BEHIND = Duration.ofHours(-25);
  private static final Duration YEAR_AHEAD = Duration.ofDays(365);

  private final ClockWorld world = new ClockWorld();

  @AfterEach
  void close() {
    world.close();
  }

  private ClockWorld.Machine startWithState(String key) {
    ClockWorld.Machine process = world.start();
    process.store().createReference(MAIN);
    process.commit(key);
    return process;
  }

  private static String refused(Executable call) {
    return assertThrows(ClockOffException.class, call).getMessage();
  }

  @Test
  void aCommitByAClockADayBehindIsNotLostToASweep() {
    ClockWorld.Machine right = startWithState("a");
    ClockWorld.Machine slow = world.start(DAY_BEHIND);
    world.database.beforeSweep(() -> refused(() -> slow.commit("b")));
    right.cairn.maintenance().collect(progress -> {});
    assertEquals(List.of("a"), world.start().keys());
  }

  @Test
  void aClockAYearAheadBreaksNeitherTimeTravelNorRetention() {
    ClockWorld.Machine right = startWithState("a");
    ClockWorld.Machine fast = world.start(YEAR_AHEAD);
    refused(() -> fast.commit("b"));
    world.now = world.now.plusSeconds(60);
    right.commit("c");
    Instant after = world.now;
    world.now = world.now.plusSeconds(60);
    right.commit("d");
    assertEquals(List.of("a", "c"), right.keysAt(after));
    world.now = world.now.plus(Duration.ofDays(30));
    assertEquals(2, right.cairn.maintenance().collect(progress -> {}).deletedInAll().rows());
  }

  @Test
  void withinTheSkewNoHeadIsOlderThanTheOneBeforeIt() {
    startWithState("a");
    Instant first = world.now;
    ClockWorld.Machine slow = world.start(ClockWorld.SKEW.negated());
    slow.commit("b");
    assertEquals(first, slow.store().current(MAIN).time().orElseThrow());
    assertEquals(List.of("a", "b"), slow.keysAt(first));
  }

  @Test
  void theFirstCommitAfterThirtyIdleDaysIsAnOrdinaryOne() {
    ClockWorld.Machine first = startWithState("a");
    first.close();
    world.now = world.now.plus(Duration.ofDays(30));
    ClockWorld.Machine later = world.start();
    later.commit("b");
    assertEquals(List.of("a", "b"), later.keys());
  }

  @Test
  void aProcessThatIsIdleForThirtyDaysCommitsAgain() {
    ClockWorld.Machine process = startWithState("a");
    world.now = world.now.plus(Duration.ofDays(30));
    process.renew();
    process.commit("b");
    assertEquals(List.of("a", "b"), process.keys());
  }

  @Test
  void aClockThatStepsOffLaterIsNoticedAtARenewal() {
    for (Duration step : List.of(DAY_BEHIND, YEAR_AHEAD)) {
      try (ClockWorld fresh = new ClockWorld()) {
        ClockWorld.Machine process = fresh.start();
        process.store().createReference(MAIN);
        process.commit("a");
        process.off = step;
        process.renew();
        refused(() -> process.commit("b"));
        assertEquals(List.of("a"), process.keys());
      }
    }
  }

  @Test
  void aClockThatIsSetRightCommitsAgainByItself() {
    ClockWorld.Machine first = startWithState("a");
    ClockWorld.Machine process = world.start(DAY_BEHIND);
    refused(() -> process.commit("b"));
    process.off = Duration.ZERO;
    process.tick();
    process.commit("b");
    process.off = YEAR_AHEAD;
    process.renew();
    refused(() -> process.commit("c"));
    process.off = Duration.ZERO;
    process.tick();
    process.commit("d");
    assertEquals(List.of("a", "b", "d"), first.keys());
  }

  // The step is far beyond the lease, so that IDs ask for a renewal before there is another one.
  @Test
  void noIdIsMadeAfterAStepFarAheadHoweverSoonItIsUsed() {
    ClockWorld.Machine process = startWithState("a");
    process.off = YEAR_AHEAD;
    assertThrows(RuntimeException.class, () -> process.commit("b"));
    refused(() -> process.commit("b"));
    process.off = Duration.ZERO;
    process.tick();
    process.commit("c");
    assertEquals(List.of("a", "c"), process.keys());
  }

  // All its IDs are drawn by then.
  @Test
  void aClockThatStepsFarOffDuringACommitMakesNoHead() {
    ClockWorld.Machine process = startWithState("a");
    refused(
        () ->
            process
                .store()
                .commit(
                    MAIN,
                    workspace -> {
                      workspace
                          .index("keys", ValueSerializer.bytes())
                          .put(Bytes.ofUtf8("b"), Bytes.empty());
                      process.off = YEAR_AHEAD;
                      return "b";
                    }));
    process.off = Duration.ZERO;
    process.tick();
    process.commit("c");
    assertEquals(List.of("a", "c"), process.keysAt(world.now));
  }

  // By such a clock a tombstone is as old as those that collections remove, or never will be.
  @Test
  void aClockThatHasJustSteppedFarOffCreatesAndDeletesNoReference() {
    for (Duration step : List.of(DAY_BEHIND, YEAR_AHEAD)) {
      try (ClockWorld fresh = new ClockWorld()) {
        ClockWorld.Machine process = fresh.start();
        process.store().createReference(MAIN);
        process.commit("a");
        process.off = step;
        refused(() -> process.store().deleteReference(MAIN));
        refused(() -> process.store().createReference("other"));
        refused(() -> process.cairn.tasks().submit("task", ""));
        process.off = Duration.ZERO;
        process.tick();
        assertEquals(List.of("a"), process.keys());
        assertEquals(1, process.store().listReferences().size());
        process.store().deleteReference(MAIN);
      }
    }
  }

  @Test
  void aCollectionLooksAtTheClockItself() {
    ClockWorld.Machine right = startWithState("a");
    ClockWorld.Machine fast = world.start();
    fast.off = YEAR_AHEAD; // since its last renewal
    var unused = right.store().putAll(List.of(new TestTypes.Snapshot("not linked yet")));
    long rows = world.countRows();
    refused(() -> fast.cairn.maintenance().collect(progress -> {}));
    refused(() -> fast.cairn.maintenance().preview(progress -> {}));
    assertEquals(rows, world.countRows());
  }

  @Test
  void aCollectionUnderWayStopsWhenTheClockIsFoundOff() {
    ClockWorld.Machine process = startWithState("a");
    var unused = process.store().putAll(List.of(new TestTypes.Snapshot("garbage")));
    world.now = world.now.plus(Duration.ofDays(2));
    process.renew();
    world.database.beforeSweep(
        () -> {
          process.off = YEAR_AHEAD;
          process.renew();
        });
    refused(() -> process.cairn.maintenance().collect(progress -> {}));
    assertEquals(
        TaskStatus.State.WAITING, process.cairn.tasks().find("cairn.gc").orElseThrow().state());
  }

  @Test
  void aProcessThatIsOffReadsAndChangesNothing() {
    ClockWorld.Machine right = startWithState("a");
    right.store().createReference("other");
    ByteArrayOutputStream export = new ByteArrayOutputStream();
    right.cairn.transfers().exportTo(export, Optional.of(SCOPE), told -> {});
    long rows = world.countRows();

    ClockWorld.Machine slow = world.start(DAY_BEHIND);
    assertEquals(List.of("a"), slow.keys());
    assertEquals(1, slow.store().log(MAIN, 10).entries().size());
    assertEquals(2, slow.store().listReferences().size());
    slow.cairn.transfers().exportTo(new ByteArrayOutputStream(), Optional.empty(), told -> {});

    refused(() -> slow.store().putAll(List.of(new TestTypes.Snapshot("b"))));
    refused(() -> slow.store().createReference("new"));
    refused(() -> slow.store().deleteReference("other"));
    refused(() -> slow.cairn.catalogs().createTenant("acme", Map.of()));
    refused(() -> slow.cairn.tasks().submit("task", ""));
    refused(() -> slow.cairn.tasks().runEvery(Duration.ZERO, "task", "", context -> ""));
    refused(() -> slow.cairn.idempotency().store(SCOPE).purge(10));
    refused(() -> slow.cairn.idempotency().store(SCOPE).reserve(request(), Fingerprint.none()));
    refused(
        () ->
            slow.cairn
                .transfers()
                .importFrom(
                    new ByteArrayInputStream(export.toByteArray()),
                    Optional.of(new Scope("tenant", "copy")),
                    told -> {}));
    assertEquals(rows, world.countRows());
  }

  private static RequestKey request() {
    return RequestKey.of(Principal.NONE, "create", "/tables", new IdempotencyKey("key-1"));
  }

  // By such a clock all leases have ended, or none ever will.
  @Test
  void aProcessThatIsOffTakesNoNodeFromOthers() {
    ClockWorld.Machine right = startWithState("a");
    long rows = world.countRows();
    ClockWorld.Machine fast = world.start(YEAR_AHEAD);
    fast.renew();
    assertEquals(rows, world.countRows());
    right.renew();
    right.commit("b");
  }

  @Test
  void anEmptyDatabaseIsNotPreparedByAProcessThatIsOff() {
    refused(() -> world.start(DAY_BEHIND));
  }

  @Test
  void aDatabaseThatDoesNotTellItsTimeLeavesTheLeaseAsItIs() {
    ClockWorld.Machine process = startWithState("a");
    world.database.isSilent = true;
    process.renew();
    process.commit("b"); // the lease has more than half of its time
    for (int i = 0; i < 3; i++) {
      process.renew();
    }
    assertThrows(RuntimeException.class, () -> process.commit("c"));
    world.database.isSilent = false;
    process.tick();
    process.commit("d");
    assertEquals(List.of("a", "b", "d"), process.keys());
  }

  @Test
  void aProcessThatIsOffStaysSoUntilTheDatabaseTellsItsTimeAgain() {
    startWithState("a");
    ClockWorld.Machine process = world.start(DAY_BEHIND);
    process.off = Duration.ZERO;
    world.database.isSilent = true;
    process.renew();
    refused(() -> process.commit("b"));
    world.database.isSilent = false;
    process.tick();
    process.commit("b");
  }

  @Test
  void aProcessDoesNotStartWhileTheDatabaseDoesNotTellItsTime() {
    startWithState("a");
    world.database.isSilent = true;
    assertThrows(BackendUnavailableException.class, () -> world.start());
  }

  // As after a restart of a machine whose battery is empty: an embedded database has no other
  // clock.
  @Test
  void aCollectionThatBeganInTheFutureIsNotResumed() {
    world.database.isTimeless = true;
    ClockWorld.Machine first = startWithState("a");
    first.lookForGarbage();
    world.now = world.now.plus(Duration.ofDays(4));
    world.database.beforeSweep(
        () -> {
          throw new IllegalStateException("the machine is restarted");
        });
    first.lookForGarbage();
    assertEquals(
        TaskStatus.State.WAITING, first.cairn.tasks().find("cairn.gc").orElseThrow().state());
    first.close();
    ClockWorld.Machine slow = world.start(DAY_BEHIND);
    world.database.beforeSweep(() -> slow.commit("b"));
    slow.lookForGarbage();
    assertEquals(
        TaskStatus.State.SUCCEEDED, slow.cairn.tasks().find("cairn.gc").orElseThrow().state());
    assertEquals(List.of("a", "b"), world.start(DAY_BEHIND).keys());
  }

  @Test
  void workThatAProcessWhoseClockIsOffLeavesIsNotLoggedEveryTime() {
    startWithState("a");
    ClockWorld.Machine process = world.start(DAY_BEHIND);
    for (int i = 0; i < 3; i++) {
      world.now = world.now.plus(Duration.ofDays(4)); // a collection and a purge are due
      process.lookForGarbage();
    }
    assertEquals(List.of(Level.WARNING), world.logged.stream().map(LogRecord::getLevel).toList());
  }

  @Test
  void eachChangeIsLoggedOnce() {
    startWithState("a");
    ClockWorld.Machine process = world.start(DAY_BEHIND);
    process.renew();
    process.off = Duration.ZERO;
    process.renew();
    process.renew();
    assertEquals(
        List.of(Level.WARNING, Level.INFO),
        world.logged.stream().map(LogRecord::getLevel).toList());
  }

  @Test
  void metersShowTheOffset() {
    ClockWorld.Machine process = startWithState("a");
    assertEquals(0, process.gauge("cairn.clock.off"));
    assertEquals(0, process.gauge("cairn.clock.offset"), 0.01);
    assertEquals(Optional.empty(), process.cairn.clockProblem());
    process.off = DAY_BEHIND;
    process.renew();
    assertEquals(1, process.gauge("cairn.clock.off"));
    assertEquals((double) DAY_BEHIND.toSeconds(), process.gauge("cairn.clock.offset"), 0.01);
    assertTrue(process.cairn.clockProblem().orElseThrow().contains("PT25H behind"));
  }

  @Test
  void withoutAClockOfTheDatabaseTheProcessTrustsItsOwn() {
    world.database.isTimeless = true;
    ClockWorld.Machine process = world.start(YEAR_AHEAD);
    process.store().createReference(MAIN);
    process.commit("a");
    assertEquals(List.of("a"), process.keys());
  }

  @Test
  void theMessageNamesBothTimesTheSettingAndTheWayOut() {
    startWithState("a");
    Instant database = world.now;
    String message = refused(() -> world.start(DAY_BEHIND).commit("b"));
    for (String part :
        List.of(
            database.toString(),
            database.plus(DAY_BEHIND).toString(),
            "PT25H behind",
            "cairn.max-clock-skew",
            "PT5S",
            "correct the clock")) {
      assertTrue(message.contains(part), () -> part + " is not in: " + message);
    }
  }
}
