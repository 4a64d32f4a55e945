package dev.cairn.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class CountingBackendTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final CountingBackend counting = new CountingBackend(new InMemoryBackend());

  @Test
  void everyOperationIsCountedWithItsRowsAndBytes() {
    ObjectRow object = ObjectRow.immutable(key(1), Bytes.ofUtf8("value"), 1);
    ObjectRow lease = ObjectRow.updateable(key(2), Bytes.ofUtf8("lease"), new Token(1, 1), 1);
    ObjectRow taken = ObjectRow.updateable(key(2), Bytes.ofUtf8("taken!"), new Token(2, 2), 1);
    ReferenceRow reference =
        ReferenceRow.create(new ReferenceKey(SCOPE, "main"), new Token(3, 3), 1);
    ReferenceRow fenced = reference.fence(new Token(4, 4));

    counting.write(List.of(object));
    counting.fetch(List.of(key(1), key(9), key(1)), ReadMode.STRONG);
    counting.insert(lease);
    counting.swap(new Token(1, 1), taken);
    counting.scanObjects(
        Optional.of(SCOPE), Optional.empty(), ScanBound.NONE, Optional.empty(), row -> true);
    counting.deleteIf(key(2), new Token(2, 2));
    counting.delete(List.of(key(1), key(9)));
    counting.insertReference(reference);
    counting.swapReference(new Token(3, 3), fenced);
    counting.readReference(reference.key(), ReadMode.STRONG);
    counting.scanReferences(Optional.empty(), Optional.empty(), row -> true);
    counting.removeReference(reference.key(), new Token(4, 4));

    long objectBytes = RowFormat.encode(object).length();
    long takenBytes = RowFormat.encode(taken).length();
    long referenceBytes = RowFormat.encode(reference).length();
    assertEquals(
        Map.ofEntries(
            Map.entry(Operation.WRITE, new CallCounts.Cost(1, 1, objectBytes)),
            Map.entry(Operation.FETCH, new CallCounts.Cost(1, 3, 2 * objectBytes)),
            Map.entry(
                Operation.INSERT, new CallCounts.Cost(1, 1, RowFormat.encode(lease).length())),
            Map.entry(Operation.SWAP, new CallCounts.Cost(1, 1, takenBytes)),
            Map.entry(Operation.SCAN_OBJECTS, new CallCounts.Cost(1, 2, objectBytes + takenBytes)),
            Map.entry(Operation.DELETE_IF, new CallCounts.Cost(1, 1, 0)),
            Map.entry(Operation.DELETE, new CallCounts.Cost(1, 2, 0)),
            Map.entry(Operation.INSERT_REFERENCE, new CallCounts.Cost(1, 1, referenceBytes)),
            Map.entry(Operation.SWAP_REFERENCE, new CallCounts.Cost(1, 1, referenceBytes)),
            Map.entry(Operation.READ_REFERENCE, new CallCounts.Cost(1, 1, referenceBytes)),
            Map.entry(Operation.SCAN_REFERENCES, new CallCounts.Cost(1, 1, referenceBytes)),
            Map.entry(Operation.REMOVE_REFERENCE, new CallCounts.Cost(1, 1, 0))),
        counting.counts().byOperation());
    // In memory, rows are written and swapped by two calls.
    assertEquals(
        EnumSet.complementOf(EnumSet.of(Operation.WRITE_AND_SWAP)),
        counting.counts().byOperation().keySet());
    assertEquals(12, counting.counts().calls());
    assertEquals(12, counting.counts().sequential());
  }

  @Test
  void differenceIsWhatWasAddedSince() {
    counting.fetch(List.of(key(1)), ReadMode.STRONG);
    CallCounts before = counting.counts();
    counting.fetch(List.of(key(1), key(2)), ReadMode.STRONG);
    counting.readReference(new ReferenceKey(SCOPE, "main"), ReadMode.WEAK);
    CallCounts since = counting.counts().since(before);
    assertEquals(new CallCounts.Cost(1, 2, 0), since.of(Operation.FETCH));
    assertEquals(new CallCounts.Cost(1, 1, 0), since.of(Operation.READ_REFERENCE));
    assertEquals(new CallCounts.Cost(0, 0, 0), since.of(Operation.WRITE));
    assertEquals(new CallCounts.Cost(2, 3, 0), since.total());
    assertEquals(2, since.sequential());
  }

  @Test
  void failedCallsCount() {
    CountingBackend failing =
        new CountingBackend(
            new FaultyBackend(new InMemoryBackend(), FaultScript.at(1, Fault.REFUSED)));
    assertThrows(RuntimeException.class, () -> failing.fetch(List.of(key(1)), ReadMode.STRONG));
    assertEquals(1, failing.counts().calls());
    assertEquals(1, failing.counts().sequential());
  }

  @Test
  void callsThatOverlapAreOneSequentialRoundTrip() throws InterruptedException {
    CyclicBarrier bothInside = new CyclicBarrier(2);
    counting.write(List.of(ObjectRow.immutable(key(1), Bytes.ofUtf8("value"), 1)));
    Runnable scan =
        () ->
            counting.scanObjects(
                Optional.of(SCOPE),
                Optional.empty(),
                ScanBound.NONE,
                Optional.empty(),
                row -> {
                  await(bothInside);
                  return true;
                });
    Thread other = new Thread(scan);
    other.start();
    scan.run();
    other.join();
    assertEquals(3, counting.counts().calls());
    assertEquals(2, counting.counts().sequential());
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  private static ObjectKey key(long id) {
    return new ObjectKey(SCOPE, "thing", ObjectId.of(id));
  }
}
