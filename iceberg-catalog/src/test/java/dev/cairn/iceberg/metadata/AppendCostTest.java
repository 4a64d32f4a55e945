package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectRef;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.junit.jupiter.api.Test;

/** What an append writes and reads does not depend on the number of snapshots. */
class AppendCostTest {
  private static final int APPENDS = 512;
  private static final int MAX_STATE_BYTES = 8 << 10;

  private record Cost(double bytes, double reads, long largestState) {}

  private static Cost cost(int snapshots) {
    MetadataHeap heap = new MetadataHeap();
    TableStates states = new TableStates(heap);
    TableState state =
        heap.stored(
            TableStates.create(
                ManySnapshots.table(snapshots),
                ManySnapshots.file(snapshots),
                RawTable.none(),
                heap));
    long bytes = 0;
    long largest = 0;
    int readsBefore = heap.reads();
    for (int i = snapshots + 1; i <= snapshots + APPENDS; i++) {
      Set<ObjectRef> before = heap.refs();
      List<MetadataUpdate> updates = ManySnapshots.append(i);
      TableBase base = states.baseFor(state, updates);
      assertFalse(base.isComplete());
      TableState next =
          TableStates.update(
              base,
              ManySnapshots.apply(base.metadata(), updates),
              ManySnapshots.file(i),
              RawTable.none(),
              heap);
      ObjectRef ref = heap.put(next);
      state = heap.get(TableState.class, ref);
      Set<ObjectRef> written = new HashSet<>(heap.refs());
      written.removeAll(before);
      bytes += heap.bytes(written);
      largest = Math.max(largest, heap.bytes(Set.of(ref)));
    }
    double reads = (double) (heap.reads() - readsBefore) / APPENDS;
    assertEquals(snapshots + APPENDS, states.load(state).snapshots().size());
    assertEquals(snapshots + APPENDS, states.load(state).snapshotLog().size());
    return new Cost((double) bytes / APPENDS, reads, largest);
  }

  @Test
  void anAppendAt10000SnapshotsWritesAtMostHalfAgainAsMuchAsAt10() {
    Cost few = cost(10);
    Cost many = cost(10_000);
    String found = few + " at 10 snapshots, " + many + " at 10,000";
    if (Boolean.getBoolean("cairn.test.details")) {
      System.out.println(found);
    }
    assertTrue(many.bytes() <= 1.5 * few.bytes(), found);
    assertTrue(many.bytes() <= 12 << 10, found);
    assertTrue(many.reads() <= 1.5 * few.reads() + 1, found);
    assertTrue(many.largestState() <= MAX_STATE_BYTES, found);
  }
}
