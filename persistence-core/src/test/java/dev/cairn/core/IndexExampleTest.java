package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexLoader;
import dev.cairn.core.internal.index.IndexPage;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.index.Pages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How indexes are used, from outside their package and with nothing but what is public. */
class IndexExampleTest {
  private static final ValueSerializer<ObjectRef> TABLES = ValueSerializer.references();

  private final Map<Long, Bytes> database = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final Pages pages =
      new Pages(this::fetch, new ObjectCache(1 << 20, Runnable::run).pages(Scope.SYSTEM));

  private Map<Long, Bytes> fetch(Collection<Long> wanted) {
    Map<Long, Bytes> found = new TreeMap<>(database);
    found.keySet().retainAll(wanted);
    return found;
  }

  private void store(IndexPage page) {
    database.put(page.id(), page.bytes());
  }

  private Index<ObjectRef> load(int namespaces, int tables) {
    IndexLoader<ObjectRef> loader =
        new IndexLoader<>(pages, TABLES, IndexLimits.DEFAULT, ids::incrementAndGet, this::store);
    for (int i = 0; i < namespaces; i++) {
      for (int k = 0; k < tables; k++) {
        Bytes key = Key.of("namespace%03d".formatted(i), "table%05d".formatted(k));
        loader.add(key, new ObjectRef("table", k));
      }
    }
    return loader.finish();
  }

  @Test
  void aChangeGoesFromOneHeadToTheNext() {
    SortedMap<String, Bytes> head = new TreeMap<>(Map.of("tables", load(3, 1000).root()));

    IndexSet indexes = IndexSet.open(head, pages, IndexLimits.DEFAULT);
    Index<ObjectRef> tables = indexes.index("tables", TABLES);
    Bytes orders = Key.of("sales", "orders");
    Index<ObjectRef> changed = tables.put(orders, new ObjectRef("table", 7));
    IndexSet.Spilled next = indexes.with("tables", changed).spill(ids::incrementAndGet);
    next.pages().forEach(this::store);
    pages.forget(next.replaced());

    IndexSet opened = IndexSet.open(next.indexes().roots(), pages, IndexLimits.DEFAULT);
    Index<ObjectRef> newer = opened.index("tables", TABLES);
    assertEquals(Optional.of(new ObjectRef("table", 7)), newer.get(orders));
    assertEquals(3001, newer.count(IndexRange.all()));
    IndexDiff<ObjectRef> diff = tables.diff(newer);
    assertTrue(diff.next());
    assertEquals(orders, diff.key());
    assertEquals(Optional.empty(), diff.before());
    assertFalse(diff.next());
  }

  @Test
  void namespacesAreListedWithoutTheirTables() {
    IndexCursor<ObjectRef> cursor = load(5, 2000).list(IndexRange.all());
    List<String> namespaces = new ArrayList<>();
    while (cursor.next()) {
      namespaces.add(Key.elements(cursor.key()).get(0).toUtf8());
      cursor.skipPast(Key.firstElements(cursor.key(), 1));
    }
    assertEquals(
        List.of("namespace000", "namespace001", "namespace002", "namespace003", "namespace004"),
        namespaces);
  }

  @Test
  void aListingIsContinuedFromAKey() {
    Index<ObjectRef> index = load(3, 1000);
    IndexRange range = IndexRange.prefix(Key.of("namespace001"));
    IndexCursor<ObjectRef> first = index.list(range);
    assertTrue(first.next());
    IndexCursor<ObjectRef> second = index.list(range.resumeAfter(first.key()));
    assertTrue(second.next());
    assertEquals(Key.of("namespace001", "table00001"), second.key());
  }
}
