package dev.cairn.core.internal.store;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestTypes;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** All that a state needs is looked for, and little of it is held at once. */
class ReachabilityWalkTest {
  private static final int REMEMBERED = 256;

  private final AtomicLong ids = new AtomicLong(1_000_000);
  private final InMemoryBackend database = new InMemoryBackend();
  private final Map<ObjectKey, Integer> fetched = new HashMap<>();
  private long mostFetches = Long.MAX_VALUE;
  private final ForwardingBackend counting =
      new ForwardingBackend(database) {
        @Override
        public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
          if (mode == ReadMode.WEAK) {
            keys.forEach(key -> fetched.merge(key, 1, Integer::sum));
            mostFetches -= keys.size();
            assertTrue(mostFetches >= 0, "the walk does not end");
          }
          return super.fetch(keys, mode);
        }
      };
  private final ImmutableObjects objects =
      new ImmutableObjects(
          counting,
          new Codec(FormatLevel.NEWEST),
          TestTypes.ALL.and(List.of(Head.TYPE)),
          TestStores.SCOPE,
          ids::getAndIncrement,
          new TestEnvironment().environment(1));
  private final Heads heads =
      new Heads(objects, TestStores.SCOPE, new ObjectCache(0, Runnable::run), IndexLimits.DEFAULT);

  private static ObjectRef ref(long id) {
    return new ObjectRef("node", id);
  }

  private static ObjectKey key(long id) {
    return ref(id).in(TestStores.SCOPE);
  }

  /** Stores an object that refers to others. */
  private void store(long id, long... others) {
    List<ObjectRef> references = LongStream.of(others).mapToObj(ReachabilityWalkTest::ref).toList();
    Bytes stored =
        new Envelope(
                references,
                Optional.empty(),
                Optional.empty(),
                new Envelope.Body.Value(Bytes.ofUtf8("x")))
            .toBytes(FormatLevel.NEWEST);
    database.write(List.of(ObjectRow.immutable(key(id), stored, 1)));
  }

  /** A head with an index of these objects. */
  private OpenHead head(long... referred) {
    List<IndexChange<ObjectRef>> changes = new ArrayList<>();
    for (int i = 0; i < referred.length; i++) {
      changes.add(IndexChange.put(Key.of("key %08d".formatted(i)), ref(referred[i])));
    }
    IndexSet none = heads.noIndexes();
    Index<ObjectRef> index = none.index("nodes", ValueSerializer.references());
    IndexSet.Spilled spilled = none.with("nodes", index.apply(changes)).spill(ids::getAndIncrement);
    Head head =
        new Head(
            1,
            1,
            1,
            EarlierHeads.none().toBytes(),
            new TreeMap<>(spilled.indexes().roots()),
            List.of(),
            Map.of());
    List<ObjectRow> rows = new ArrayList<>();
    OpenHead open =
        heads.write(
            ids.getAndIncrement(),
            head,
            EarlierHeads.none(),
            spilled.indexes(),
            spilled.pages(),
            rows);
    database.write(rows);
    return open;
  }

  private ReachabilityWalk check(OpenHead head) {
    ReachabilityWalk walk = new ReachabilityWalk(objects, REMEMBERED);
    walk.check(head, head.applicationIndexes());
    return walk;
  }

  private int fetches(int objectCount) {
    int all = 0;
    for (long id = 1; id <= objectCount; id++) {
      int times = fetched.getOrDefault(key(id), 0);
      assertTrue(times > 0, "node " + id + " was not looked for");
      all += times;
    }
    return all;
  }

  @Test
  void littleIsHeldHoweverManyObjectsThereAre() {
    int count = 100_000;
    LongStream.rangeClosed(1, count).forEach(this::store);
    ReachabilityWalk walk = check(head(LongStream.rangeClosed(1, count).toArray()));
    assertEquals(count, fetches(count), "each was looked for once");
    // About as much as one page refers to.
    assertTrue(walk.mostHeld() < count / 10, walk.mostHeld() + " were held at once");
  }

  @Test
  void anyObjectThatIsMissingIsFoundOut() {
    int count = 3_000;
    LongStream.rangeClosed(1, count).forEach(id -> store(id, id > 1_000 ? id - 1_000 : id + 5_000));
    LongStream.rangeClosed(5_001, 6_000).forEach(this::store);
    OpenHead head = head(LongStream.rangeClosed(2_001, count).toArray());
    assertDoesNotThrow(() -> check(head));
    for (long id : new long[] {1, 7, 999, 1_000, 1_500, 2_001, 2_345, 3_000, 5_001, 5_555, 6_000}) {
      ObjectRow row = database.fetch(List.of(key(id)), ReadMode.STRONG).get(0).orElseThrow();
      database.delete(List.of(key(id)));
      DamagedDataException e = assertThrows(DamagedDataException.class, () -> check(head));
      assertTrue(e.getMessage().contains(ref(id).toString()), e.getMessage());
      database.write(List.of(row));
    }
    List<ObjectKey> pages =
        fetched.keySet().stream().filter(key -> key.type().equals(Heads.PAGE_TYPE)).toList();
    assertFalse(pages.isEmpty());
    for (ObjectKey page : pages) {
      ObjectRow row = database.fetch(List.of(page), ReadMode.STRONG).get(0).orElseThrow();
      database.delete(List.of(page));
      assertThrows(DamagedDataException.class, () -> check(head));
      database.write(List.of(row));
    }
    assertDoesNotThrow(() -> check(head));
  }

  // Without memory, each of these would be walked 2^30 times.
  @Test
  void whatManySharedObjectsReferToIsNotWalkedForEachOfThem() {
    int last = 60; // two on each of 30 levels
    store(1);
    store(2);
    for (long id = 3; id <= last; id++) {
      long below = id - 2 + id % 2;
      store(id, below - 1, below);
    }
    check(head(last - 1, last));
    int times = fetches(last);
    assertTrue(times <= 2 * last, times + " looks at " + last + " objects");
  }

  // A log that is one long chain, each entry with a part of its own.
  @Test
  void aLongChainOfObjectsIsNotHeld() {
    int length = 50_000;
    for (long id = 1; id <= length; id++) {
      if (id % 2 == 1) {
        store(id);
      } else if (id == 2) {
        store(id, 1);
      } else {
        store(id, id - 1, id - 2);
      }
    }
    ReachabilityWalk walk = check(head(length));
    assertEquals(length, fetches(length));
    assertTrue(walk.mostHeld() < 500, walk.mostHeld() + " were held at once");
  }

  // Forgetting what was found would cost more than time: each key would walk the chain anew.
  @Test
  void aLongChainThatManyKeysReferToIsWalkedOnce() {
    int length = 200_000;
    store(1);
    LongStream.rangeClosed(2, length).forEach(id -> store(id, id - 1));
    List<Long> inAnyOrder = new ArrayList<>(LongStream.rangeClosed(1, length).boxed().toList());
    Collections.shuffle(inAnyOrder, new Random(1));
    OpenHead head = head(inAnyOrder.stream().mapToLong(Long::longValue).toArray());
    mostFetches = 4L * length;
    ReachabilityWalk.check(head, objects);
    assertTrue(fetches(length) < 2 * length, "it was walked again and again");
  }

  // Only damage can make one; the walk has to end all the same.
  @Test
  void objectsThatReferToEachOtherAreWalkedOnce() {
    store(1, 2);
    store(2, 3, 2);
    store(3, 1);
    check(head(1));
    assertEquals(3, fetches(3));
  }
}
