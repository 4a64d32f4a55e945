package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.internal.head.ObjectCache;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReplacedPagesTest {
  private static final IndexLimits SMALL = new IndexLimits(300, 400, 60, 4);

  private final long seed = RandomizedRuns.seed(ReplacedPagesTest.class);
  private final Random random = new Random(seed);

  @Test
  void replacedAreExactlyThePagesThatTheNewHeadDoesNotNeed() {
    MemoryPages memory = new MemoryPages();
    IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, SMALL);
    RandomKeys keys = new RandomKeys(random);
    int replaced = 0;
    for (int i = 0; i < 3000; i++) {
      // Now grows, now shrinks to nothing, so that pages are cut and joined and levels go.
      boolean shrinks = i / 500 % 2 == 1;
      String name = "index" + random.nextInt(2);
      Index<ObjectRef> index = indexes.index(name, ValueSerializer.references());
      IndexSet changed = indexes.with(name, index.apply(changes(keys, index, shrinks)));
      Set<Long> before = memory.reachable(List.of(indexes.roots()));
      IndexSet.Spilled spilled = changed.spill(memory.ids());
      spilled.pages().forEach(page -> memory.stored.put(page.id(), page.bytes()));
      indexes = spilled.indexes();
      before.removeAll(memory.reachable(List.of(indexes.roots())));
      assertEquals(before, new HashSet<>(spilled.replaced()), "after head " + i + " of " + seed);
      assertEquals(before.size(), spilled.replaced().size(), "one is named twice, seed " + seed);
      replaced += before.size();
    }
    assertTrue(replaced > 1000, replaced + " pages were replaced");
  }

  private List<IndexChange<ObjectRef>> changes(
      RandomKeys keys, Index<ObjectRef> index, boolean shrinks) {
    TreeMap<Bytes, IndexChange<ObjectRef>> changes = new TreeMap<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      Bytes key = keys.any();
      changes.put(key, IndexChange.put(key, new ObjectRef("table", random.nextInt(1000))));
    }
    if (shrinks) {
      IndexCursor<ObjectRef> cursor = index.list(IndexRange.all().from(keys.any()));
      for (int i = 0; i < 40 && cursor.next(); i++) {
        changes.put(cursor.key(), IndexChange.remove(cursor.key()));
      }
    }
    return new ArrayList<>(changes.values());
  }

  /**
   * A cache that knows what is read often keeps the top pages of old heads and drops leaves, which
   * are read for the first time when they are written again.
   */
  @Test
  void aCacheLargeEnoughForOneHeadNeverFetchesWhenReplacedPagesAreForgotten() {
    assertEquals(0, fetches(true));
    assertTrue(fetches(false) > 100, "this test shows nothing any more");
  }

  private int fetches(boolean forgets) {
    Map<Long, Bytes> stored = new HashMap<>();
    int[] fetches = {0};
    PageSource source =
        ids -> {
          fetches[0] += ids.size();
          Map<Long, Bytes> found = new HashMap<>();
          ids.forEach(id -> found.put(id, Objects.requireNonNull(stored.get(id))));
          return found;
        };
    Pages pages = new Pages(source, new ObjectCache(400_000, Runnable::run).pages(Scope.SYSTEM));
    MemoryPages ids = new MemoryPages();
    IndexSet indexes = IndexSet.open(new TreeMap<>(), pages, SMALL);
    List<Bytes> keys = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      keys.add(Key.of("namespace", "table_%06d".formatted(i)));
    }
    Collections.shuffle(keys, random);
    for (int i = 0; i < 10_000; i++) {
      Index<ObjectRef> index = indexes.index("i", ValueSerializer.references());
      index = index.put(keys.get(i % keys.size()), new ObjectRef("table", i));
      IndexSet.Spilled spilled = indexes.with("i", index).spill(ids.ids());
      spilled.pages().forEach(page -> stored.put(page.id(), page.bytes()));
      indexes = spilled.indexes();
      if (forgets) {
        pages.forget(spilled.replaced());
      }
    }
    return fetches[0];
  }
}
