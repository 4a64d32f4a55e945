package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ClockOffException;
import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.contract.ContractPart;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Processes whose clocks are far from the database's. Where a test moves time, it tells the
 * database's too.
 */
public interface ClockContract extends ContractPart {
  /** Farther than clocks may be apart, in both directions. */
  List<Duration> FAR = List.of(Duration.ofHours(-25), Duration.ofDays(365));

  @Test
  default void aProcessWhoseClockIsOffReadsAndChangesNothing() {
    Ledger ledger = new Ledger();
    Scope scope = World.newScope();
    TestClock database = new TestClock();
    try (ClockProcess right = process(backend(), database, database)) {
      Store store = right.cairn().store(scope);
      store.createReference(World.MAIN);
      var unused = store.commit(World.MAIN, ledger.commit("first", "all"));
      for (Duration off : FAR) {
        TestClock clock = new TestClock(database.instant().plus(off));
        try (ClockProcess wrong = process(backend(), database, clock)) {
          Store other = wrong.cairn().store(scope);
          assertEquals(1, ledger.check(other).size());
          assertThrows(
              ClockOffException.class,
              () -> other.commit(World.MAIN, ledger.commit("second", "all")));
          assertThrows(ClockOffException.class, () -> other.putAll(List.of(new Item("object"))));
          assertThrows(ClockOffException.class, () -> other.createReference("new"));
          assertThrows(ClockOffException.class, () -> other.deleteReference(World.MAIN));
          assertTrue(wrong.cairn().clockProblem().isPresent());
        }
      }
      assertEquals(1, ledger.check(store).size());
      assertEquals(1, store.listReferences().size());
      database.advance(Duration.ofSeconds(1));
      var unusedToo = store.commit(World.MAIN, ledger.commit("third", "all"));
      assertEquals(2, ledger.check(store).size());
      assertEquals(database.instant(), store.current(World.MAIN).time().orElseThrow());
    }
  }

  @Test
  default void aProcessWhoseClockIsSetRightCommitsAgain() {
    Ledger ledger = new Ledger();
    Scope scope = World.newScope();
    TestClock database = new TestClock();
    TestClock clock = new TestClock();
    try (ClockProcess process = process(backend(), database, clock)) {
      Store store = process.cairn().store(scope);
      store.createReference(World.MAIN);
      int commits = 0;
      for (Duration off : FAR) {
        String name = "commit " + ++commits;
        clock.set(database.instant().plus(off));
        process.renew();
        assertThrows(
            ClockOffException.class, () -> store.commit(World.MAIN, ledger.commit(name, "all")));
        clock.set(database.advance(Duration.ofSeconds(1)));
        process.renew();
        var unused = store.commit(World.MAIN, ledger.commit(name, "all"));
      }
      assertEquals(commits, ledger.check(store).size());
    }
  }

  @Test
  default void theFirstCommitAfterThirtyIdleDaysIsAnOrdinaryOne() {
    Ledger ledger = new Ledger();
    Scope scope = World.newScope();
    TestClock time = new TestClock();
    try (ClockProcess before = process(backend(), time, time)) {
      Store store = before.cairn().store(scope);
      store.createReference(World.MAIN);
      var unused = store.commit(World.MAIN, ledger.commit("before", "all"));
      time.advance(Duration.ofDays(30));
      before.renew();
      var unusedToo = store.commit(World.MAIN, ledger.commit("after", "all"));
    }
    time.advance(Duration.ofDays(30));
    try (ClockProcess after = process(backend(), time, time)) {
      Store store = after.cairn().store(scope);
      var unused = store.commit(World.MAIN, ledger.commit("long after", "all"));
      assertEquals(3, ledger.check(store).size());
    }
  }

  // In real time, with what the backend itself tells. An embedded one has no clock to tell of.
  @Test
  default void theDatabasesOwnClockIsTheOneThatCounts() {
    Ledger ledger = new Ledger();
    Scope scope = World.newScope();
    InstantSource system = InstantSource.system();
    try (ClockProcess right = process(backend(), system)) {
      assertEquals(Optional.empty(), right.cairn().clockProblem());
      Store store = right.cairn().store(scope);
      store.createReference(World.MAIN);
      var unused = store.commit(World.MAIN, ledger.commit("right", "all"));
      assertEquals(1, ledger.check(store).size());
      if (backend().time().isPresent()) {
        for (Duration off : FAR) {
          try (ClockProcess wrong = process(backend(), InstantSource.offset(system, off))) {
            Store other = wrong.cairn().store(scope);
            assertThrows(
                ClockOffException.class,
                () -> other.commit(World.MAIN, ledger.commit("wrong", "all")));
          }
        }
      }
      assertEquals(1, ledger.check(store).size());
    }
  }

  private static ClockProcess process(Backend backend, TestClock database, TestClock clock) {
    return new ClockProcess(
        backend,
        () -> Optional.of(DatabaseTime.ofMillis(database.instant().toEpochMilli())),
        new Environment(clock, clock.waiter(), new SecureRandom()));
  }

  private static ClockProcess process(Backend backend, InstantSource clock) {
    return new ClockProcess(
        backend, backend::time, new Environment(clock, Waiter.system(), new SecureRandom()));
  }
}
