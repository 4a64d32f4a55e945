package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database that fails for every page once: a caller that tries again gets all keys. */
class FailedFetchTest {
  private static final IndexLimits LIMITS = new IndexLimits(300, 600, 100, 4);
  private static final ValueSerializer<ObjectRef> REFERENCES = ValueSerializer.references();

  private final MemoryPages memory = new MemoryPages();
  private final Set<Long> failedOnce = new HashSet<>();
  private final List<Bytes> keys = new ArrayList<>();
  private IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);

  private static final class FetchFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private Map<Long, Bytes> fetchAtSecondTry(Collection<Long> ids) {
    if (failedOnce.addAll(ids)) {
      throw new FetchFailure();
    }
    return memory.fetch(ids);
  }

  @BeforeEach
  void storeAnIndexOfSeveralLevels() {
    for (int i = 0; i < 300; i++) {
      keys.add(Key.of("namespace" + i % 3, "table%04d".formatted(i)));
      put(keys.get(i), i);
    }
    Collections.sort(keys);
    assertTrue(indexes.index("i", REFERENCES).rawRoot().height() >= 3);
  }

  private void put(Bytes key, int value) {
    Index<ObjectRef> index = indexes.index("i", REFERENCES);
    indexes =
        memory.store(indexes.with("i", index.put(key, new ObjectRef("table", value))), LIMITS);
  }

  /** These indexes as a process sees them that has no page yet and for which each fails once. */
  private IndexSet flaky(IndexSet of) {
    failedOnce.clear();
    memory.forget();
    return IndexSet.open(of.roots(), new Pages(this::fetchAtSecondTry, memory), LIMITS);
  }

  private static <T> T insist(Supplier<T> action) {
    for (int i = 0; i < 1000; i++) {
      try {
        return action.get();
      } catch (FetchFailure e) {
        assertEquals(FetchFailure.class, e.getClass());
      }
    }
    throw new AssertionError("it fails again and again");
  }

  private static List<Bytes> listInsistently(IndexCursor<ObjectRef> cursor) {
    List<Bytes> listed = new ArrayList<>();
    while (insist(cursor::next)) {
      listed.add(cursor.key());
    }
    return listed;
  }

  @Test
  void aListingThatGoesOnAfterAFailedFetchMissesNoKey() {
    Index<ObjectRef> index = flaky(indexes).index("i", REFERENCES);
    assertEquals(keys, listInsistently(index.list(IndexRange.all())));
    index = flaky(indexes).index("i", REFERENCES);
    Collections.reverse(keys);
    assertEquals(keys, listInsistently(index.list(IndexRange.all().descending())));
    assertTrue(failedOnce.size() > 10);
  }

  @Test
  void aDiffThatGoesOnAfterAFailedFetchMissesNoKey() {
    IndexSet before = indexes;
    List<Bytes> changed = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += 5) {
      changed.add(keys.get(i));
      put(keys.get(i), 1000 + i);
    }
    Index<ObjectRef> newer = flaky(indexes).index("i", REFERENCES);
    Index<ObjectRef> older = flaky(before).index("i", REFERENCES);
    IndexDiff<ObjectRef> diff = insist(() -> older.diff(newer));
    List<Bytes> found = new ArrayList<>();
    while (insist(diff::next)) {
      found.add(diff.key());
    }
    assertEquals(changed, found);
    assertThrows(IllegalStateException.class, diff::key);
  }

  @Test
  void aSpillThatFailsAnywhereLeavesTheOldStateAndRemembersNoPage() {
    TreeMap<Bytes, IndexChange<ObjectRef>> all = new TreeMap<>();
    keys.forEach(key -> all.put(key, IndexChange.put(key, new ObjectRef("view", 1))));
    IndexSet flaky = flaky(indexes);
    IndexSet changed = flaky.with("i", flaky.index("i", REFERENCES).apply(all.values()));
    int failures = 0;
    while (true) {
      try {
        IndexSet.Spilled spilled = changed.spill(memory.ids());
        spilled.pages().forEach(page -> memory.stored.put(page.id(), page.bytes()));
        Index<ObjectRef> result = spilled.indexes().index("i", REFERENCES);
        assertEquals(300, insist(() -> result.getAll(keys)).size());
        break;
      } catch (FetchFailure e) {
        failures++;
        assertTrue(memory.stored.keySet().containsAll(memory.cached.keySet()));
      }
    }
    assertTrue(failures > 2, failures + " failures");
    Index<ObjectRef> old = indexes.index("i", REFERENCES);
    keys.forEach(key -> assertEquals("table", old.get(key).orElseThrow().type()));
  }

  @Test
  void aLoaderIsOfNoUseAfterItsSinkFailedOrItFinished() {
    IndexLoader<ObjectRef> failing =
        new IndexLoader<>(
            memory.pages,
            REFERENCES,
            LIMITS,
            memory.ids(),
            page -> {
              throw new FetchFailure();
            });
    assertThrows(
        FetchFailure.class, () -> keys.forEach(key -> failing.add(key, new ObjectRef("table", 1))));
    Bytes last = Key.of("z");
    assertThrows(IllegalStateException.class, () -> failing.add(last, new ObjectRef("table", 1)));
    assertThrows(IllegalStateException.class, failing::finish);

    IndexLoader<ObjectRef> finished =
        new IndexLoader<>(memory.pages, REFERENCES, LIMITS, memory.ids(), page -> {});
    finished.add(last, new ObjectRef("table", 1));
    assertEquals(1, finished.finish().count(IndexRange.all()));
    assertThrows(IllegalStateException.class, finished::finish);
  }
}
