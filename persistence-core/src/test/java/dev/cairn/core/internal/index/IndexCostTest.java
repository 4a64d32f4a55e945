package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Holds what an update writes, in bytes and not in time, so that it is the same everywhere. */
class IndexCostTest {
  private static final IndexLimits LIMITS = IndexLimits.DEFAULT;

  @Test
  void anUpdateOfManyKeysWritesLittleMoreThanOneOfFew() {
    double few = bytesPerUpdate(1_000);
    double many = bytesPerUpdate(30_000);
    assertTrue(many < 2 * few, few + " bytes among 1,000 keys, " + many + " among 30,000");
    assertTrue(many < 12 << 10, many + " bytes");
  }

  private static double bytesPerUpdate(int size) {
    MemoryPages memory = new MemoryPages();
    IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);
    Random random = new Random(11);
    TreeMap<Bytes, IndexChange<ObjectRef>> all = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      all.put(key(i), IndexChange.put(key(i), new ObjectRef("table", i)));
    }
    indexes = memory.store(put(indexes, all.values()), LIMITS);
    long before = 0;
    long headBytes = 0;
    int updates = 6_000;
    for (int i = -updates; i < updates; i++) {
      if (i == 0) {
        before = memory.stored.values().stream().mapToLong(Bytes::length).sum();
      }
      Bytes key = key(random.nextInt(size));
      IndexChange<ObjectRef> change =
          IndexChange.put(key, new ObjectRef("table", size + updates + i));
      indexes = memory.store(put(indexes, List.of(change)), LIMITS);
      headBytes += i < 0 ? 0 : indexes.roots().values().stream().mapToInt(Bytes::length).sum();
    }
    long pageBytes = memory.stored.values().stream().mapToLong(Bytes::length).sum() - before;
    return (double) (pageBytes + headBytes) / updates;
  }

  // Where processes share a reference, the pages that a spill changes are those of another process.
  @Test
  void aSpillFetchesThePagesOfALevelTogether() {
    MemoryPages memory = new MemoryPages();
    TreeMap<Bytes, IndexChange<ObjectRef>> all = new TreeMap<>();
    for (int i = 0; i < 4_000; i++) {
      all.put(key(i), IndexChange.put(key(i), new ObjectRef("table", i)));
    }
    IndexSet indexes =
        memory.store(
            put(IndexSet.open(new TreeMap<>(), memory.pages, LIMITS), all.values()), LIMITS);
    Random random = new Random(11);
    int mostPages = 0;
    for (int round = 0; round < 50; round++) {
      memory.forget();
      TreeMap<Bytes, IndexChange<ObjectRef>> changes = new TreeMap<>();
      for (int i = 0; i < 300; i++) {
        Bytes key = key(random.nextInt(4_000));
        changes.put(key, IndexChange.put(key, new ObjectRef("table", 10_000L * round + i)));
      }
      IndexSet changed = put(indexes, changes.values());
      memory.forget(); // what the changes themselves had to read
      indexes = memory.store(changed, LIMITS);
      mostPages = Math.max(mostPages, memory.fetched.size());
      assertTrue(
          memory.fetches <= 2, memory.fetches + " fetches of " + memory.fetched.size() + " pages");
    }
    assertTrue(mostPages > 3, "no round has flushed several pages: " + mostPages);
  }

  private static IndexSet put(IndexSet indexes, Collection<IndexChange<ObjectRef>> changes) {
    Index<ObjectRef> index = indexes.index("tables", ValueSerializer.references());
    return indexes.with("tables", index.apply(changes));
  }

  private static Bytes key(int number) {
    Random digits = new Random(number);
    return Key.of(
        "warehouse",
        "namespace_%04d".formatted(digits.nextInt(100)),
        "table_%016x%016x%016x".formatted(digits.nextLong(), digits.nextLong(), digits.nextLong()));
  }
}
