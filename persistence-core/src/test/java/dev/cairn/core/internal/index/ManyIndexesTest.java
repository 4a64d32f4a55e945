package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Heads with so many indexes that their roots alone are over the bound. */
class ManyIndexesTest {
  private static final int MANY = 4_000;
  private static final IndexLimits LIMITS = IndexLimits.DEFAULT;

  private final MemoryPages memory = new MemoryPages();

  private static String name(int number) {
    return "index %05d".formatted(number);
  }

  private static Index<Bytes> put(IndexSet indexes, String name, String key) {
    return indexes.index(name, ValueSerializer.bytes()).put(Key.of(key), Bytes.ofUtf8("value"));
  }

  private IndexSet filled(int count) {
    IndexSet none = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);
    TreeMap<String, Index<?>> indexes = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      indexes.put(name(i), put(none, name(i), "first"));
    }
    return memory.store(none.withAll(indexes), LIMITS);
  }

  // Quadratic before: the size of all roots was added up again for each root.
  @Test
  void aSpillLooksAFewTimesAtEachIndexAndOpensThoseThatChanged() {
    IndexSet indexes = filled(MANY);
    IndexSet changed = indexes.with(name(7), put(indexes, name(7), "second"));
    memory.forget();
    IndexSet.Spilled spilled = changed.spill(memory.ids());
    assertTrue(spilled.looks() <= 3 * MANY, spilled.looks() + " looks at " + MANY + " roots");
    assertEquals(1, memory.fetched.size(), "pages of the index that changed");
    assertEquals(1, spilled.pages().size());
    assertEquals(
        2, spilled.indexes().index(name(7), ValueSerializer.bytes()).count(IndexRange.all()));
    for (int i : new int[] {0, 6, 8, MANY - 1}) {
      assertSame(indexes.roots().get(name(i)), spilled.indexes().roots().get(name(i)));
    }
  }

  @Test
  void whatEmbedsMostIsSpilledFirstAndNoMoreThanHasToBe() {
    IndexSet indexes = filled(60);
    IndexSet changed = indexes;
    for (int i = 0; i < 20; i++) {
      changed = changed.with(name(1), put(changed, name(1), "key " + i));
    }
    for (int i = 0; i < 400; i++) {
      changed = changed.with(name(2), put(changed, name(2), "key " + i));
    }
    IndexSet.Spilled spilled = changed.spill(memory.ids());
    assertEquals(changed.roots().get(name(1)), spilled.indexes().roots().get(name(1)));
    assertTrue(
        spilled.indexes().roots().get(name(2)).length() < changed.roots().get(name(2)).length());
  }

  @Test
  void severalIndexesAreReplacedAtOnceAndEmptyOnesGo() {
    IndexSet indexes = filled(3);
    TreeMap<String, Index<?>> changes = new TreeMap<>();
    changes.put(name(0), Index.empty(memory.pages, ValueSerializer.bytes()));
    changes.put(name(5), put(indexes, name(5), "new"));
    IndexSet changed = indexes.withAll(changes);
    assertEquals(Set.of(name(1), name(2), name(5)), changed.roots().keySet());
  }
}
