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
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.fault.CrashingBackend.Cut;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CrashingBackendTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final ObjectRow LEASE =
      ObjectRow.updateable(key(1), Bytes.ofUtf8("lease"), new Token(1, 1), 1);
  private static final List<ObjectRow> ROWS = List.of(value(2), value(3), value(4), value(5));

  private final InMemoryBackend store = new InMemoryBackend();
  private final CrashingBackend crashing = new CrashingBackend(store);

  private static ObjectKey key(long id) {
    return new ObjectKey(SCOPE, "thing", ObjectId.of(id));
  }

  private static ObjectRow value(long id) {
    return ObjectRow.immutable(key(id), Bytes.ofUtf8("value"), 1);
  }

  private long rowsThere() {
    List<ObjectKey> keys = List.of(key(1), key(2), key(3), key(4), key(5));
    return store.fetch(keys, ReadMode.STRONG).stream().filter(Optional::isPresent).count();
  }

  @ParameterizedTest
  @EnumSource
  void callsBeforeTheCutPassAndNoneAfterIt(Cut cut) {
    crashing.crashAt(3, cut);
    crashing.write(ROWS);
    assertEquals(CasResult.applied(), crashing.insert(LEASE));
    assertFalse(crashing.isCrashed());
    assertThrows(
        BackendUnavailableException.class, () -> crashing.fetch(List.of(key(1)), ReadMode.STRONG));
    assertTrue(crashing.isCrashed());
    assertThrows(BackendUnavailableException.class, () -> crashing.write(ROWS));
    assertThrows(BackendUnavailableException.class, () -> crashing.insert(LEASE));
    assertEquals(5, rowsThere());
  }

  @ParameterizedTest
  @EnumSource
  void aConditionalWriteThatIsCutIsRefusedOrUnknown(Cut cut) {
    crashing.crashAt(1, cut);
    if (cut == Cut.REFUSED) {
      assertThrows(BackendUnavailableException.class, () -> crashing.insert(LEASE));
    } else {
      assertInstanceOf(CasResult.Unknown.class, crashing.insert(LEASE));
    }
    assertEquals(cut == Cut.REPLY_LOST ? 1 : 0, rowsThere());
    crashing.land();
    assertEquals(cut == Cut.REPLY_LOST || cut == Cut.LATE ? 1 : 0, rowsThere());
  }

  @ParameterizedTest
  @EnumSource
  void aBulkWriteThatIsCutIsDoneNotDoneOrHalf(Cut cut) {
    crashing.crashAt(1, cut);
    assertThrows(BackendUnavailableException.class, () -> crashing.write(ROWS));
    int done =
        switch (cut) {
          case REFUSED, REQUEST_LOST, LATE -> 0;
          case HALF_DONE -> 2;
          case REPLY_LOST -> 4;
        };
    assertEquals(done, rowsThere());
    crashing.land();
    assertEquals(cut == Cut.LATE ? 4 : done, rowsThere());
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatFailsAloneLeavesTheOthersAlone(Cut cut) {
    crashing.failAt(2, cut);
    assertEquals(CasResult.applied(), crashing.insert(LEASE));
    assertThrows(BackendUnavailableException.class, () -> crashing.write(ROWS));
    assertTrue(crashing.isCrashed());
    assertEquals(1, crashing.fetch(List.of(key(1)), ReadMode.STRONG).size());
    crashing.write(ROWS);
    assertEquals(5, rowsThere());
  }

  @Test
  void aLateCallThatFailsAloneComesBeforeTheNextConditionalWrite() {
    crashing.failAt(1, Cut.LATE);
    assertInstanceOf(CasResult.Unknown.class, crashing.insert(LEASE));
    assertEquals(0, rowsThere());
    assertEquals(CasResult.conflictWith(LEASE), crashing.insert(LEASE));
    assertEquals(1, rowsThere());
  }

  @Test
  void aLateWriteLandsOnce() {
    crashing.crashAt(1, Cut.LATE);
    assertInstanceOf(CasResult.Unknown.class, crashing.insert(LEASE));
    crashing.land();
    assertEquals(CasResult.applied(), store.deleteIf(key(1), new Token(1, 1)));
    crashing.land();
    assertEquals(0, rowsThere());
  }
}
