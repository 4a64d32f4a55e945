package dev.cairn.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultyBackendTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final ObjectKey KEY = key(1);
  private static final ObjectRow LEASE = lease(1);
  private static final ObjectRow IMMUTABLE = ObjectRow.immutable(KEY, Bytes.ofUtf8("value"), 1);

  private final Backend store = new InMemoryBackend();

  private static ObjectKey key(long id) {
    return new ObjectKey(SCOPE, "thing", ObjectId.of(id));
  }

  private static Token token(long number) {
    return new Token(number, number);
  }

  private static ObjectRow lease(long number) {
    return ObjectRow.updateable(KEY, Bytes.ofUtf8("lease " + number), token(number), 1);
  }

  private FaultyBackend at(long call, Fault fault) {
    return new FaultyBackend(store, FaultScript.at(call, fault));
  }

  private FaultyBackend on(Operation operation, Fault fault, int amount) {
    return new FaultyBackend(store, new FaultScript().add(operation, 1, fault, amount));
  }

  @Test
  void refusedConditionalWriteThrowsAndDidNothing() {
    Backend faulty = at(1, Fault.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> faulty.insert(LEASE));
    assertFalse(isThere());
    assertEquals(CasResult.applied(), faulty.insert(LEASE));
  }

  @Test
  void throttlingRefusesAsManyCallsAsItsAmountSays() {
    FaultyBackend faulty = on(Operation.INSERT, Fault.THROTTLED, 3);
    for (int i = 0; i < 3; i++) {
      assertThrows(BackendUnavailableException.class, () -> faulty.insert(LEASE));
    }
    assertFalse(isThere());
    assertEquals(CasResult.applied(), faulty.insert(LEASE));
    assertEquals(3, faulty.counts().of(Fault.THROTTLED));
  }

  @Test
  void lostRequestOfAConditionalWriteIsUnknownAndDidNothing() {
    assertInstanceOf(CasResult.Unknown.class, at(1, Fault.REQUEST_LOST).insert(LEASE));
    assertFalse(isThere());
  }

  @Test
  void lostReplyOfAConditionalWriteIsUnknownAndWasApplied() {
    assertInstanceOf(CasResult.Unknown.class, at(1, Fault.REPLY_LOST).insert(LEASE));
    assertTrue(isThere());
  }

  @Test
  void lostReplyOfAConflictIsUnknownToo() {
    store.insert(LEASE);
    assertInstanceOf(CasResult.Unknown.class, at(1, Fault.REPLY_LOST).deleteIf(KEY, token(9)));
    assertTrue(isThere());
  }

  @Test
  void delayedWriteLandsAfterAReadBackUnderTheConditionItWasPreparedWith() {
    store.insert(LEASE);
    FaultyBackend faulty = at(1, Fault.DELAYED);
    assertInstanceOf(CasResult.Unknown.class, faulty.swap(token(1), lease(2)));
    assertEquals(List.of(Optional.of(LEASE)), faulty.fetch(List.of(KEY), ReadMode.STRONG));
    assertEquals(1, faulty.counts().waiting());
    faulty.landDelayed();
    assertEquals(lease(2), present().orElseThrow());
    assertEquals(1, faulty.counts().landed());
  }

  @Test
  void delayedWriteDoesNothingOnceTheRowHasMovedOn() {
    store.insert(LEASE);
    FaultyBackend faulty = at(1, Fault.DELAYED);
    faulty.swap(token(1), lease(2));
    assertEquals(CasResult.applied(), faulty.swap(token(1), lease(3)));
    faulty.landDelayed();
    assertEquals(lease(3), present().orElseThrow());
  }

  @Test
  void delayedWriteLandsByItselfAfterAsManyCallsAsItsAmountSays() {
    FaultyBackend faulty = on(Operation.INSERT, Fault.DELAYED, 2);
    faulty.insert(LEASE);
    assertEquals(List.of(Optional.empty()), faulty.fetch(List.of(KEY), ReadMode.STRONG));
    assertEquals(List.of(Optional.of(LEASE)), faulty.fetch(List.of(KEY), ReadMode.STRONG));
  }

  @Test
  void droppedWriteNeverLands() {
    FaultyBackend faulty = at(1, Fault.DELAYED);
    faulty.insert(LEASE);
    assertEquals(1, faulty.dropDelayed());
    faulty.landDelayed();
    assertFalse(isThere());
  }

  @Test
  void badArgumentsAreRefusedAtOnceAndNotWhenTheWriteLands() {
    FaultyBackend faulty = at(1, Fault.DELAYED);
    assertThrows(IllegalArgumentException.class, () -> faulty.swap(token(2), lease(2)));
    assertThrows(IllegalArgumentException.class, () -> faulty.write(List.of(LEASE)));
    assertEquals(0, faulty.counts().calls());
  }

  @Test
  void duplicateOfASwapComesLaterAndTheCallerHearsTheFirstReply() {
    store.insert(LEASE);
    FaultyBackend faulty = on(Operation.SWAP, Fault.DUPLICATED, 1);
    assertEquals(CasResult.applied(), faulty.swap(token(1), lease(2)));
    assertEquals(CasResult.applied(), faulty.swap(token(2), lease(3)));
    faulty.fetch(List.of(KEY), ReadMode.STRONG);
    assertEquals(1, faulty.counts().landed());
    assertEquals(lease(3), present().orElseThrow());
  }

  @Test
  void swapThatMetAConflictIsNotRepeatedForItsTokenMayStillCome() {
    store.insert(LEASE);
    FaultyBackend faulty =
        new FaultyBackend(
            store,
            new FaultScript()
                .add(Operation.SWAP, 1, Fault.DELAYED, 0)
                .add(Operation.SWAP, 2, Fault.DUPLICATED, 1));
    faulty.swap(token(1), lease(2));
    assertInstanceOf(CasResult.Conflict.class, faulty.swap(token(2), lease(3)));
    faulty.landDelayed();
    faulty.landDelayed();
    assertEquals(lease(2), present().orElseThrow());
  }

  @Test
  void weakReadsMayBeOldOrMissWhereStrongOnesMayNot() {
    ReferenceKey name = new ReferenceKey(SCOPE, "main");
    ReferenceRow first = ReferenceRow.create(name, token(1), 1);
    ReferenceRow second = first.fence(token(2));
    FaultPlan always = (call, operation) -> Optional.of(new Injection(Fault.STALE, 1));
    FaultyBackend faulty = new FaultyBackend(store, always);
    faulty.insertReference(first);
    assertEquals(Optional.empty(), faulty.readReference(name, ReadMode.WEAK));
    faulty.swapReference(token(1), second);
    assertEquals(Optional.of(first), faulty.readReference(name, ReadMode.WEAK));
    assertEquals(Optional.of(second), faulty.readReference(name, ReadMode.STRONG));
    faulty.insert(LEASE);
    faulty.swap(token(1), lease(2));
    assertEquals(List.of(Optional.of(LEASE)), faulty.fetch(List.of(KEY), ReadMode.WEAK));
    assertEquals(List.of(Optional.of(lease(2))), faulty.fetch(List.of(KEY), ReadMode.STRONG));
  }

  @Test
  void slowCallTakesItsTimeBeforeAndAfterItIsDone() {
    TestClock clock = new TestClock();
    List<Boolean> thereWhenWaiting = new ArrayList<>();
    FaultyBackend faulty =
        new FaultyBackend(
            store,
            new FaultScript().add(Operation.INSERT, 1, Fault.SLOW, 100),
            duration -> {
              thereWhenWaiting.add(isThere());
              clock.advance(duration);
            });
    assertEquals(CasResult.applied(), faulty.insert(LEASE));
    assertEquals(List.of(false, true), thereWhenWaiting);
    assertEquals(TestClock.START.plusMillis(100), clock.instant());
  }

  @Test
  void partOfABulkWriteIsDoneAndThenItFails() {
    FaultyBackend faulty = on(Operation.WRITE, Fault.PARTIAL, 1);
    ObjectRow other = ObjectRow.immutable(key(2), Bytes.ofUtf8("value"), 1);
    assertThrows(BackendUnavailableException.class, () -> faulty.write(List.of(IMMUTABLE, other)));
    assertEquals(
        List.of(Optional.of(IMMUTABLE), Optional.empty()),
        store.fetch(List.of(KEY, key(2)), ReadMode.STRONG));
  }

  @Test
  void partOfAReadIsAnErrorAndNeverAShorterAnswer() {
    store.write(List.of(IMMUTABLE, ObjectRow.immutable(key(2), Bytes.ofUtf8("value"), 1)));
    FaultyBackend fetching = on(Operation.FETCH, Fault.PARTIAL, 1);
    assertThrows(
        BackendUnavailableException.class,
        () -> fetching.fetch(List.of(KEY, key(2)), ReadMode.STRONG));
    FaultyBackend scanning = on(Operation.SCAN_OBJECTS, Fault.PARTIAL, 1);
    List<ObjectRow> visited = new ArrayList<>();
    assertThrows(
        BackendUnavailableException.class,
        () ->
            scanning.scanObjects(
                Optional.empty(),
                Optional.empty(),
                ScanBound.NONE,
                Optional.empty(),
                visited::add));
    assertEquals(List.of(IMMUTABLE), visited);
  }

  @Test
  void silentConflictDoesNotSayWhatIsThere() {
    store.insert(LEASE);
    assertEquals(CasResult.conflict(), at(1, Fault.SILENT).insert(lease(2)));
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "REQUEST_LOST", "REPLY_LOST"})
  void bulkWritesAndReadsThrowAndWereDoneOnlyIfTheReplyWasLost(Fault fault) {
    assertThrows(BackendUnavailableException.class, () -> at(1, fault).write(List.of(IMMUTABLE)));
    assertEquals(fault == Fault.REPLY_LOST, isThere());
    assertThrows(
        BackendUnavailableException.class, () -> at(1, fault).fetch(List.of(KEY), ReadMode.STRONG));
  }

  @Test
  void onlyTheChosenCallFails() {
    FaultyBackend faulty = at(3, Fault.REQUEST_LOST);
    faulty.fetch(List.of(KEY), ReadMode.STRONG);
    assertEquals(CasResult.applied(), faulty.insert(LEASE));
    assertEquals(0, faulty.counts().faults());
    assertInstanceOf(CasResult.Unknown.class, faulty.deleteIf(KEY, token(1)));
    assertEquals(1, faulty.counts().faults());
    assertEquals(CasResult.applied(), faulty.deleteIf(KEY, token(1)));
    assertEquals(4, faulty.counts().calls());
  }

  @Test
  void onlyCallsOfTheChosenOperationsAreCounted() {
    FaultyBackend faulty = on(Operation.DELETE_IF, Fault.REFUSED, 0);
    faulty.fetch(List.of(KEY), ReadMode.STRONG);
    assertEquals(CasResult.applied(), faulty.insert(LEASE));
    assertThrows(BackendUnavailableException.class, () -> faulty.deleteIf(KEY, token(1)));
  }

  @Test
  void healedBackendInjectsNothingMore() {
    FaultyBackend faulty =
        new FaultyBackend(store, RandomFaults.none().with(Fault.REFUSED, 1).seeded(1));
    assertThrows(BackendUnavailableException.class, () -> faulty.insert(LEASE));
    faulty.heal();
    assertEquals(CasResult.applied(), faulty.insert(LEASE));
  }

  @Test
  void callsAreCountedFromOne() {
    assertThrows(IllegalArgumentException.class, () -> FaultScript.at(0, Fault.REFUSED));
  }

  private Optional<ObjectRow> present() {
    return store.fetch(List.of(KEY), ReadMode.STRONG).get(0);
  }

  private boolean isThere() {
    return present().isPresent();
  }
}
