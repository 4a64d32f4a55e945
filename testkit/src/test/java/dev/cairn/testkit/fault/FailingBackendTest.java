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
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailingBackendTest {
  private static final ObjectKey KEY =
      new ObjectKey(new Scope("tenant", "catalog"), "thing", ObjectId.of(1));
  private static final ObjectRow LEASE =
      ObjectRow.updateable(KEY, Bytes.ofUtf8("lease"), new Token(1, 1), 1);
  private static final ObjectRow IMMUTABLE = ObjectRow.immutable(KEY, Bytes.ofUtf8("value"), 1);

  private final Backend store = new InMemoryBackend();

  @Test
  void refusedConditionalWriteThrowsAndDidNothing() {
    Backend failing = new FailingBackend(store, 1, Fault.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> failing.insert(LEASE));
    assertFalse(isThere());
    assertEquals(CasResult.applied(), failing.insert(LEASE));
  }

  @Test
  void lostRequestOfAConditionalWriteIsUnknownAndDidNothing() {
    Backend failing = new FailingBackend(store, 1, Fault.REQUEST_LOST);
    assertInstanceOf(CasResult.Unknown.class, failing.insert(LEASE));
    assertFalse(isThere());
  }

  @Test
  void lostReplyOfAConditionalWriteIsUnknownAndWasApplied() {
    Backend failing = new FailingBackend(store, 1, Fault.REPLY_LOST);
    assertInstanceOf(CasResult.Unknown.class, failing.insert(LEASE));
    assertTrue(isThere());
  }

  @Test
  void lostReplyOfAConflictIsUnknownToo() {
    store.insert(LEASE);
    Backend failing = new FailingBackend(store, 1, Fault.REPLY_LOST);
    assertInstanceOf(CasResult.Unknown.class, failing.deleteIf(KEY, new Token(9, 9)));
    assertTrue(isThere());
  }

  @ParameterizedTest
  @EnumSource
  void bulkWritesAndReadsThrowAndWereDoneOnlyIfTheReplyWasLost(Fault fault) {
    Backend failing = new FailingBackend(store, 1, fault);
    assertThrows(BackendUnavailableException.class, () -> failing.write(List.of(IMMUTABLE)));
    assertEquals(fault == Fault.REPLY_LOST, isThere());
    Backend failingRead = new FailingBackend(store, 1, fault);
    assertThrows(
        BackendUnavailableException.class, () -> failingRead.fetch(List.of(KEY), ReadMode.STRONG));
  }

  @Test
  void onlyTheChosenCallFails() {
    FailingBackend failing = new FailingBackend(store, 3, Fault.REQUEST_LOST);
    failing.fetch(List.of(KEY), ReadMode.STRONG);
    assertEquals(CasResult.applied(), failing.insert(LEASE));
    assertFalse(failing.hasFailed());
    assertInstanceOf(CasResult.Unknown.class, failing.deleteIf(KEY, new Token(1, 1)));
    assertTrue(failing.hasFailed());
    assertEquals(CasResult.applied(), failing.deleteIf(KEY, new Token(1, 1)));
  }

  @Test
  void onlyCallsOfTheChosenOperationsAreCounted() {
    FailingBackend failing =
        new FailingBackend(store, EnumSet.of(Operation.DELETE_IF), 1, Fault.REFUSED);
    failing.fetch(List.of(KEY), ReadMode.STRONG);
    assertEquals(CasResult.applied(), failing.insert(LEASE));
    assertThrows(BackendUnavailableException.class, () -> failing.deleteIf(KEY, new Token(1, 1)));
  }

  @Test
  void callsAreCountedFromOne() {
    assertThrows(IllegalArgumentException.class, () -> new FailingBackend(store, 0, Fault.REFUSED));
  }

  private boolean isThere() {
    return store.fetch(List.of(KEY), ReadMode.STRONG).get(0).isPresent();
  }
}
