package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.internal.head.ObjectCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class IndexTest {
  private static final IndexLimits LIMITS = new IndexLimits(500, 1000, 100, 8);
  private static final ValueSerializer<ObjectRef> REFERENCES = ValueSerializer.references();

  private final MemoryPages memory = new MemoryPages();
  private IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);

  private Index<ObjectRef> index() {
    return indexes.index("tables", REFERENCES);
  }

  private static Bytes key(int number) {
    return Key.of("namespace" + number % 10, "table" + number);
  }

  private void put(int number) {
    put(key(number), new ObjectRef("table", number));
  }

  private void put(Bytes key, ObjectRef value) {
    indexes = memory.store(indexes.with("tables", index().put(key, value)), LIMITS);
  }

  private void remove(int number) {
    indexes = memory.store(indexes.with("tables", index().remove(key(number))), LIMITS);
  }

  /** 2,000 keys in ten namespaces, in a tree of three levels or more, nothing of it in memory. */
  private void storeMany() {
    for (int number : new Random(1).ints(0, 1_000_000).distinct().limit(2000).toArray()) {
      put(number);
    }
    assertTrue(index().rawRoot().height() >= 3);
    memory.collect(List.of(indexes.roots()));
    memory.forget();
  }

  private List<Bytes> list(IndexRange range) {
    List<Bytes> keys = new ArrayList<>();
    index().list(range).forEachRemaining(entry -> keys.add(entry.key()));
    return keys;
  }

  @Test
  void aSmallIndexLivesInItsHeadAlone() {
    put(1);
    put(2);
    remove(1);
    assertEquals(List.of(key(2)), list(IndexRange.all()));
    assertTrue(memory.stored.isEmpty());
  }

  @Test
  void anIndexWhoseKeysAreAllRemovedLeavesNothingBehind() {
    for (int i = 0; i < 300; i++) {
      put(i);
    }
    for (int i = 0; i < 300; i++) {
      remove(i);
    }
    IndexSet spilled = IndexSet.open(indexes.roots(), memory.pages, new IndexLimits(0, 1000, 0, 8));
    spilled = memory.store(spilled.with("tables", index().remove(key(5))), LIMITS);
    assertEquals(Map.of(), spilled.roots());
  }

  @Test
  void removalsMakeTheTreeLowerAgain() {
    storeMany();
    List<Bytes> keys = list(IndexRange.all());
    for (Bytes key : keys.subList(20, keys.size())) {
      indexes = memory.store(indexes.with("tables", index().remove(key)), LIMITS);
    }
    assertEquals(keys.subList(0, 20), list(IndexRange.all()));
    assertTrue(index().rawRoot().height() <= 2, "height " + index().rawRoot().height());
    memory.collect(List.of(indexes.roots()));
    assertTrue(memory.stored.size() <= 10, memory.stored.size() + " pages");
  }

  @Test
  void getAllFetchesOnceForEachLevel() {
    storeMany();
    List<Bytes> keys = list(IndexRange.all());
    memory.forget();
    assertEquals(keys.size(), index().getAll(keys).size());
    assertEquals(index().rawRoot().height(), memory.fetches);
  }

  @Test
  void prefetchFetchesOnceForEachLevelAndTheListingNothingMore() {
    storeMany();
    IndexRange range = IndexRange.prefix(Key.of("namespace3"));
    index().prefetch(range);
    assertEquals(index().rawRoot().height(), memory.fetches);
    int pages = memory.fetched.size();
    assertTrue(pages < memory.stored.size() / 4, pages + " of " + memory.stored.size());
    assertFalse(list(range).isEmpty());
    assertEquals(index().rawRoot().height(), memory.fetches);
  }

  @Test
  void aCursorThatSkippedItsWholeRangeFetchesNothingMore() {
    storeMany();
    for (boolean descending : new boolean[] {false, true}) {
      for (int namespace = 0; namespace < 10; namespace++) {
        Bytes prefix = Key.of("namespace" + namespace);
        IndexRange range = IndexRange.prefix(prefix);
        IndexCursor<ObjectRef> cursor = index().list(descending ? range.descending() : range);
        assertTrue(cursor.next());
        memory.forget();
        cursor.skipPast(prefix);
        assertFalse(cursor.next());
        assertEquals(0, memory.fetches, "namespace " + namespace + ", " + descending);
      }
    }
  }

  @Test
  void prefetchOfKeysIsEnoughToGetThem() {
    storeMany();
    List<Bytes> keys = list(IndexRange.all()).subList(100, 120);
    memory.forget();
    index().prefetch(keys);
    int fetches = memory.fetches;
    keys.forEach(key -> assertTrue(index().contains(key)));
    assertEquals(fetches, memory.fetches);
  }

  @Test
  void aLongListingFetchesManyLeavesAtATimeAndAShortOneFew() {
    storeMany();
    long leaves = memory.stored.values().stream().filter(page -> page.get(1) == 0).count();
    assertEquals(2000, list(IndexRange.all()).size());
    assertTrue(memory.fetches < leaves / 2, memory.fetches + " fetches of " + leaves + " leaves");
    memory.forget();
    assertTrue(index().first().isPresent());
    assertEquals(index().rawRoot().height(), memory.fetched.size());
  }

  @Test
  void aListingFetchesEveryPageOnceEvenIfTheCacheKeepsNothing() {
    storeMany();
    List<Long> fetched = new ArrayList<>();
    PageSource source =
        ids -> {
          fetched.addAll(ids);
          return memory.fetch(ids);
        };
    Pages uncached = new Pages(source, new ObjectCache(0, Runnable::run).pages(Scope.SYSTEM));
    Index<ObjectRef> index = Index.open(index().root(), uncached, REFERENCES);
    for (IndexRange range : List.of(IndexRange.all(), IndexRange.all().descending())) {
      fetched.clear();
      IndexCursor<ObjectRef> cursor = index.list(range);
      cursor.forEachRemaining(entry -> assertTrue(range.contains(entry.key())));
      assertEquals(new TreeSet<>(fetched).size(), fetched.size());
      assertEquals(memory.stored.size(), fetched.size());
    }
  }

  @Test
  void listingOneLevelOfAHierarchyDoesNotWalkWhatIsBelow() {
    storeMany();
    List<String> namespaces = new ArrayList<>();
    IndexCursor<ObjectRef> cursor = index().list(IndexRange.all());
    while (cursor.next()) {
      namespaces.add(Key.elements(cursor.key()).get(0).toUtf8());
      cursor.skipPast(Key.firstElements(cursor.key(), 1));
    }
    assertEquals(10, namespaces.size());
    assertEquals(new ArrayList<>(new TreeSet<>(namespaces)), namespaces);
    long leaves = memory.fetched.stream().filter(id -> memory.stored.get(id).get(1) == 0).count();
    assertTrue(leaves <= 20, leaves + " leaves of " + memory.stored.size() + " pages");
  }

  @Test
  void rangesIncludeOrExcludeTheirEnds() {
    for (int i = 0; i < 5; i++) {
      put(Bytes.ofUtf8("k" + i), new ObjectRef("table", i));
    }
    Bytes one = Bytes.ofUtf8("k1");
    Bytes three = Bytes.ofUtf8("k3");
    assertEquals("k1k2k3", text(IndexRange.all().from(one).to(three)));
    assertEquals("k2", text(IndexRange.all().after(one).before(three)));
    assertEquals("k3k2k1", text(IndexRange.all().from(one).to(three).descending()));
    assertEquals("k0", text(IndexRange.all().before(one).descending()));
    assertEquals("", text(IndexRange.all().after(three).before(one)));
    assertEquals("k0k1k2k3k4", text(IndexRange.prefix(Bytes.ofUtf8("k"))));
    assertEquals("", text(IndexRange.prefix(Bytes.ofUtf8("l"))));
  }

  private String text(IndexRange range) {
    StringBuilder text = new StringBuilder();
    list(range).forEach(key -> text.append(key.toUtf8()));
    return text.toString();
  }

  @Test
  void aDiffAfterOneChangeLooksAtFewPages() {
    storeMany();
    Index<ObjectRef> before = index();
    Bytes key = list(IndexRange.all()).get(777);
    put(key, new ObjectRef("view", 1));
    memory.forget();
    IndexDiff<ObjectRef> diff = before.diff(index());
    assertTrue(diff.next());
    assertEquals(key, diff.key());
    assertEquals("table", diff.before().orElseThrow().type());
    assertEquals(Optional.of(new ObjectRef("view", 1)), diff.after());
    assertFalse(diff.next());
    assertTrue(memory.fetched.size() < 60, memory.fetched + " of " + memory.stored.size());
  }

  @Test
  void aDiffOfAStateWithItselfLooksAtNoPage() {
    storeMany();
    assertFalse(index().diff(index()).next());
    assertEquals(0, memory.fetches);
  }

  @Test
  void countingWhatHasNoPendingChangesLooksAtNoLeaf() {
    IndexLoader<ObjectRef> loader =
        new IndexLoader<>(
            memory.pages,
            REFERENCES,
            LIMITS,
            memory.ids(),
            page -> memory.stored.put(page.id(), page.bytes()));
    TreeSet<Bytes> keys = new TreeSet<>();
    for (int i = 0; i < 3000; i++) {
      keys.add(key(i));
    }
    keys.forEach(key -> loader.add(key, new ObjectRef("table", 1)));
    Index<ObjectRef> index = loader.finish();
    assertEquals(3000, index.count(IndexRange.all()));
    assertEquals(0, memory.fetches);
    assertEquals(300, index.count(IndexRange.prefix(Key.of("namespace7"))));
    assertTrue(memory.fetched.size() <= 3 * index.rawRoot().height(), memory.fetched.toString());
  }

  @Test
  void allIndexesOfAHeadShareOneBoundAndTheLargestSpillsFirst() {
    for (int i = 0; i < 400; i++) {
      String name = i % 4 == 0 ? "small" : "large";
      Index<ObjectRef> index = indexes.index(name, REFERENCES);
      indexes = indexes.with(name, index.put(key(i), new ObjectRef("table", i)));
      indexes = memory.store(indexes, LIMITS);
      int size = indexes.roots().values().stream().mapToInt(Bytes::length).sum();
      assertTrue(size <= LIMITS.embeddedBytes(), size + " bytes");
    }
    assertEquals(100, indexes.index("small", REFERENCES).count(IndexRange.all()));
    assertEquals(300, indexes.index("large", REFERENCES).count(IndexRange.all()));
  }

  @Test
  void aRootOfALaterFormatPassesThroughAsItIs() {
    byte[] bytes = new byte[400];
    bytes[0] = 2;
    Bytes later = Bytes.wrap(bytes);
    indexes = IndexSet.open(new TreeMap<>(Map.of("unknown", later)), memory.pages, LIMITS);
    for (int i = 0; i < 100; i++) {
      put(i);
    }
    assertEquals(later, indexes.roots().get("unknown"));
    assertEquals(100, index().count(IndexRange.all()));
    assertFalse(memory.stored.isEmpty());
  }

  @Test
  void theCollectorFindsEveryPageAndEveryObjectWithoutASerializer() {
    storeMany();
    TreeSet<ObjectRef> expected = new TreeSet<>();
    index().list(IndexRange.all()).forEachRemaining(entry -> expected.add(entry.value()));
    List<IndexNode> nodes = new ArrayList<>();
    indexes.roots().values().forEach(root -> nodes.add(IndexNode.ofRoot(root)));
    memory.stored.forEach((id, page) -> nodes.add(IndexNode.ofPage(id, page)));
    TreeSet<ObjectRef> objects = new TreeSet<>();
    TreeSet<Long> pages = new TreeSet<>();
    nodes.forEach(node -> objects.addAll(node.objects()));
    nodes.forEach(node -> pages.addAll(node.pages()));
    assertTrue(objects.containsAll(expected));
    assertEquals(new TreeSet<>(memory.stored.keySet()), pages);
  }

  @Test
  void theLongestKeysAndValuesSplitPagesLikeAnyOther() {
    ValueSerializer<Bytes> values = ValueSerializer.bytes();
    Random random = new Random(3);
    TreeMap<Bytes, Bytes> expected = new TreeMap<>();
    for (int i = 0; i < 60; i++) {
      byte[] element = new byte[Key.MAX_BYTES];
      element[element.length - 1 - random.nextInt(2) * 4000] = (byte) i;
      byte[] value = new byte[random.nextInt(ValueSerializer.MAX_PAYLOAD_BYTES + 1)];
      random.nextBytes(value);
      Bytes key = Key.of(List.of(Bytes.wrap(element)));
      expected.put(key, Bytes.wrap(value));
      Index<Bytes> index = indexes.index("long", values).put(key, Bytes.wrap(value));
      indexes = memory.store(indexes.with("long", index), LIMITS);
    }
    assertEquals(expected, indexes.index("long", values).getAll(expected.keySet()));
    memory.stored.values().forEach(page -> assertTrue(page.length() < 350_000));
  }

  @Test
  void whatIsTooLongOrOutOfOrderIsRefused() {
    Bytes longKey = Bytes.wrap(new byte[Key.MAX_ENCODED_BYTES + 1]);
    Bytes longValue = Bytes.wrap(new byte[ValueSerializer.MAX_PAYLOAD_BYTES + 1]);
    Index<Bytes> empty = Index.empty(memory.pages, ValueSerializer.bytes());
    assertThrows(IllegalArgumentException.class, () -> empty.put(longKey, Bytes.empty()));
    assertThrows(IllegalArgumentException.class, () -> empty.put(Bytes.empty(), longValue));
    List<IndexChange<Bytes>> twice =
        List.of(IndexChange.remove(key(1)), IndexChange.remove(key(1)));
    assertThrows(IllegalArgumentException.class, () -> empty.apply(twice));
  }

  @Test
  void valuesMayHaveBothAReferenceAndBytes() {
    ValueSerializer<Map.Entry<ObjectRef, Bytes>> both = new BothSerializer();
    Map.Entry<ObjectRef, Bytes> value = Map.entry(new ObjectRef("table", 7), Bytes.ofUtf8("more"));
    Index<Map.Entry<ObjectRef, Bytes>> index = Index.empty(memory.pages, both).put(key(1), value);
    Index<Map.Entry<ObjectRef, Bytes>> opened = Index.open(index.root(), memory.pages, both);
    assertEquals(Optional.of(value), opened.get(key(1)));
    assertEquals(List.of(new ObjectRef("table", 7)), IndexNode.ofRoot(index.root()).objects());
  }

  private static final class BothSerializer
      implements ValueSerializer<Map.Entry<ObjectRef, Bytes>> {
    @Override
    public ObjectRef reference(Map.Entry<ObjectRef, Bytes> value) {
      return value.getKey();
    }

    @Override
    public Bytes payload(Map.Entry<ObjectRef, Bytes> value) {
      return value.getValue();
    }

    @Override
    public Map.Entry<ObjectRef, Bytes> read(ObjectRef reference, Bytes payload) {
      return Map.entry(reference, payload);
    }
  }
}
