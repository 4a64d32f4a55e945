package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Two indexes and what they should hold. */
final class IndexModel {
  private static final List<String> NAMES = List.of("a", "b");
  private static final ValueSerializer<Bytes> VALUES = ValueSerializer.bytes();

  private final Random random;
  private IndexLimits limits;
  private final RandomKeys keys;
  private final MemoryPages memory = new MemoryPages();
  private final Map<String, NavigableMap<Bytes, Bytes>> expected =
      Map.of("a", new TreeMap<>(), "b", new TreeMap<>());
  private IndexSet indexes;
  private boolean growing = true;
  private int timesEmptied;
  private int steps;

  // An earlier state of index "a", to compare with.
  private SortedMap<String, Bytes> earlier = new TreeMap<>();
  private NavigableMap<Bytes, Bytes> earlierExpected = new TreeMap<>();

  IndexModel(Random random) {
    this.random = random;
    this.limits = randomLimits();
    this.keys = new RandomKeys(random);
    this.indexes = IndexSet.open(new TreeMap<>(), memory.pages, limits);
  }

  private IndexLimits randomLimits() {
    return new IndexLimits(
        random.nextInt(400), 64 + random.nextInt(300), random.nextInt(100), 4 + random.nextInt(4));
  }

  int height() {
    return Math.max(index("a").rawRoot().height(), index("b").rawRoot().height());
  }

  int timesEmptied() {
    return timesEmptied;
  }

  /** One random operation, or many at once; answers how many. */
  int step() {
    if (random.nextInt(500) == 0) {
      growing = !growing;
    }
    if (++steps % 4000 == 0) {
      memory.collect(List.of(indexes.roots(), earlier));
    }
    if (random.nextInt(50) == 0) {
      memory.forget();
    }
    if (random.nextInt(5000) == 0) {
      limits = randomLimits();
      indexes = IndexSet.open(indexes.roots(), memory.pages, limits);
    }
    String name = NAMES.get(random.nextInt(4) == 0 ? 1 : 0);
    int choice = random.nextInt(1000);
    if (choice < 450) {
      return change(name, 1 + random.nextInt(3));
    } else if (choice < 453) {
      return change(name, 1 + random.nextInt(200));
    } else if (choice < 750) {
      return get(name);
    } else if (choice < 800) {
      return getAll(name);
    } else if (choice < 880) {
      return list(name, range(), 1 + random.nextInt(60));
    } else if (choice < 930) {
      return count(name);
    } else if (choice < 980) {
      return skip(name);
    } else if (choice < 990) {
      return ends(name);
    } else if (choice < 995) {
      return diff();
    } else if (choice < 997) {
      return list(name, IndexRange.all(), Integer.MAX_VALUE)
          + list(name, IndexRange.all().descending(), Integer.MAX_VALUE);
    } else if (choice < 998) {
      return clear(name);
    } else if (choice < 999) {
      return load(name);
    }
    earlier = new TreeMap<>(indexes.roots());
    earlierExpected = new TreeMap<>(expected.get("a"));
    return 1;
  }

  private Index<Bytes> index(String name) {
    return indexes.index(name, VALUES);
  }

  private int change(String name, int count) {
    NavigableMap<Bytes, Bytes> map = expected.get(name);
    TreeMap<Bytes, IndexChange<Bytes>> changes = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      Bytes key = keys.known(map);
      boolean put = random.nextInt(10) < (growing ? 8 : 1);
      changes.put(key, put ? IndexChange.put(key, value()) : IndexChange.remove(key));
    }
    apply(name, changes);
    return count;
  }

  private int clear(String name) {
    TreeMap<Bytes, IndexChange<Bytes>> changes = new TreeMap<>();
    expected.get(name).keySet().forEach(key -> changes.put(key, IndexChange.remove(key)));
    apply(name, changes);
    memory.forget();
    assertTrue(index(name).list(IndexRange.all()).next() == false, "an emptied index has a key");
    timesEmptied++;
    return changes.size();
  }

  /** Builds the same index anew from its sorted keys. */
  private int load(String name) {
    IndexLoader<Bytes> loader =
        new IndexLoader<>(
            memory.pages,
            VALUES,
            limits,
            memory.ids(),
            page -> memory.stored.put(page.id(), page.bytes()));
    expected.get(name).forEach(loader::add);
    indexes = memory.store(indexes.with(name, loader.finish()), limits);
    return 1 + list(name, IndexRange.all(), Integer.MAX_VALUE);
  }

  private void apply(String name, SortedMap<Bytes, IndexChange<Bytes>> changes) {
    Index<Bytes> index = index(name).apply(changes.values());
    indexes = memory.store(indexes.with(name, index), limits);
    for (IndexChange<Bytes> change : changes.values()) {
      if (change.value() == null) {
        expected.get(name).remove(change.key());
      } else {
        expected.get(name).put(change.key(), change.value());
      }
    }
    int size = indexes.roots().values().stream().mapToInt(Bytes::length).sum();
    int least = indexes.roots().size() * 32;
    assertTrue(size <= Math.max(limits.embeddedBytes(), least), "the head embeds " + size);
  }

  private int get(String name) {
    Bytes key = keys.known(expected.get(name));
    Bytes value = expected.get(name).get(key);
    assertEquals(Optional.ofNullable(value), index(name).get(key));
    assertEquals(value != null, index(name).contains(key));
    return 1;
  }

  private int getAll(String name) {
    List<Bytes> wanted = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      wanted.add(keys.known(expected.get(name)));
    }
    SortedMap<Bytes, Bytes> found = new TreeMap<>(expected.get(name));
    found.keySet().retainAll(new TreeSet<>(wanted));
    memory.fetches = 0;
    assertEquals(found, index(name).getAll(wanted));
    assertTrue(memory.fetches <= index(name).rawRoot().height(), "one fetch for each level");
    return wanted.size();
  }

  private IndexRange range() {
    IndexRange range = IndexRange.all();
    if (random.nextInt(3) == 0) {
      range = range.withPrefix(keys.prefix());
    }
    if (random.nextInt(3) == 0) {
      range = random.nextBoolean() ? range.from(keys.any()) : range.after(keys.any());
    }
    if (random.nextInt(3) == 0) {
      range = random.nextBoolean() ? range.to(keys.any()) : range.before(keys.any());
    }
    return random.nextBoolean() ? range : range.descending();
  }

  private List<Map.Entry<Bytes, Bytes>> expected(String name, IndexRange range) {
    List<Map.Entry<Bytes, Bytes>> entries = new ArrayList<>();
    for (Map.Entry<Bytes, Bytes> entry : expected.get(name).entrySet()) {
      if (range.contains(entry.getKey())) {
        entries.add(Map.entry(entry.getKey(), entry.getValue()));
      }
    }
    if (range.isDescending()) {
      Collections.reverse(entries);
    }
    return entries;
  }

  private int list(String name, IndexRange range, int limit) {
    if (random.nextInt(10) == 0) {
      index(name).prefetch(range);
    }
    IndexCursor<Bytes> cursor = index(name).list(range);
    int listed = 0;
    for (Map.Entry<Bytes, Bytes> entry : expected(name, range)) {
      if (listed++ >= limit) {
        return listed;
      }
      assertTrue(cursor.next(), "the listing ended early");
      assertEquals(entry.getKey(), cursor.key());
      assertEquals(entry.getValue(), cursor.value());
    }
    assertTrue(!cursor.next(), "the listing has too many keys");
    return listed + 1;
  }

  private int count(String name) {
    IndexRange range = range();
    assertEquals(expected(name, range).size(), index(name).count(range));
    return 1;
  }

  private int skip(String name) {
    IndexRange range = range();
    IndexCursor<Bytes> cursor = index(name).list(range);
    List<Map.Entry<Bytes, Bytes>> left = expected(name, range);
    for (int i = 0; i < 10 && !left.isEmpty(); i++) {
      assertTrue(cursor.next());
      Bytes key = left.get(0).getKey();
      assertEquals(key, cursor.key());
      left.remove(0);
      if (random.nextBoolean()) {
        Bytes prefix = Key.firstElements(key, random.nextInt(3));
        left.removeIf(entry -> entry.getKey().startsWith(prefix));
        cursor.skipPast(prefix);
      } else if (random.nextBoolean()) {
        Bytes target = keys.any();
        int past = range.isDescending() ? 1 : -1;
        left.removeIf(entry -> Integer.signum(entry.getKey().compareTo(target)) == past);
        cursor.seek(target);
      }
    }
    if (left.isEmpty()) {
      assertTrue(!cursor.next());
    }
    return 2;
  }

  private int ends(String name) {
    NavigableMap<Bytes, Bytes> map = expected.get(name);
    assertEquals(
        Optional.ofNullable(map.firstEntry()).map(e -> new IndexEntry<>(e.getKey(), e.getValue())),
        index(name).first());
    assertEquals(
        Optional.ofNullable(map.lastEntry()).map(e -> new IndexEntry<>(e.getKey(), e.getValue())),
        index(name).last());
    return 2;
  }

  private int diff() {
    Index<Bytes> older = IndexSet.open(earlier, memory.pages, limits).index("a", VALUES);
    NavigableMap<Bytes, Bytes> before = earlierExpected;
    NavigableMap<Bytes, Bytes> after = expected.get("a");
    TreeSet<Bytes> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    boolean forward = random.nextBoolean();
    IndexDiff<Bytes> diff = forward ? older.diff(index("a")) : index("a").diff(older);
    for (Bytes key : all) {
      Optional<Bytes> was = Optional.ofNullable(before.get(key));
      Optional<Bytes> is = Optional.ofNullable(after.get(key));
      if (!was.equals(is)) {
        assertTrue(diff.next(), "a difference is missing");
        assertEquals(key, diff.key());
        assertEquals(forward ? was : is, diff.before());
        assertEquals(forward ? is : was, diff.after());
      }
    }
    assertTrue(!diff.next(), "something is different that is not");
    return 2;
  }

  private Bytes value() {
    byte[] value = new byte[random.nextInt(random.nextInt(40) == 0 ? 120 : 9)];
    random.nextBytes(value);
    return Bytes.wrap(value);
  }
}
