package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Indexes that grow at one edge leave the head early, and the others to themselves. */
class EdgeSpillTest {
  private static final IndexLimits LIMITS = new IndexLimits(4_000, 10_000, 100, 8);

  private final MemoryPages memory = new MemoryPages();
  private final AtomicLong ids = new AtomicLong(1);

  private IndexSet none() {
    return IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);
  }

  private static IndexSet with(IndexSet indexes, String name, int from, int to) {
    Index<Bytes> index = indexes.index(name, ValueSerializer.bytes());
    for (int i = from; i < to; i++) {
      index = index.put(Key.of("key %05d".formatted(i)), Bytes.wrap(new byte[20]));
    }
    return indexes.with(name, index);
  }

  private static long count(IndexSet indexes, String name) {
    return indexes.index(name, ValueSerializer.bytes()).count(IndexRange.all());
  }

  private IndexSet.Spilled spill(IndexSet indexes) {
    return indexes.spill(ids::getAndIncrement, name -> name.startsWith("edge"));
  }

  @Test
  void whatIsSmallStays() {
    IndexSet indexes = with(with(none(), "edge", 0, 5), "other", 0, 50);
    assertEquals(0, spill(indexes).pages().size());
  }

  @Test
  void anEdgeMovesAloneAndOthersStay() {
    IndexSet indexes = with(with(none(), "edge", 0, 40), "other", 0, 50);
    IndexSet.Spilled spilled = spill(indexes);
    assertEquals(indexes.roots().get("other"), spilled.indexes().roots().get("other"));
    assertTrue(spilled.indexes().roots().get("edge").length() < 100);
    assertEquals(40, count(spilled.indexes(), "edge"));
    assertEquals(50, count(spilled.indexes(), "other"));
  }

  // Over the bound only because of the edge: with it gone, nothing else has to move.
  @Test
  void othersStayIfTheEdgeMakesRoomEnough() {
    IndexSet indexes = with(with(none(), "edge", 0, 90), "other", 0, 80);
    IndexSet.Spilled spilled = spill(indexes);
    assertEquals(indexes.roots().get("other"), spilled.indexes().roots().get("other"));
    assertEquals(90, count(spilled.indexes(), "edge"));
  }

  @Test
  void bothMoveOnceIfThatIsNotEnough() {
    IndexSet indexes = with(with(none(), "edge", 0, 400), "other", 0, 300);
    IndexSet.Spilled spilled = spill(indexes);
    assertTrue(spilled.indexes().roots().values().stream().allMatch(root -> root.length() < 100));
    assertEquals(400, count(spilled.indexes(), "edge"));
    assertEquals(300, count(spilled.indexes(), "other"));
    assertEquals(0, spill(spilled.indexes()).pages().size());
  }
}
