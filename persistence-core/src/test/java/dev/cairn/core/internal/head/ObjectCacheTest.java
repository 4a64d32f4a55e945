package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.index.Pages;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ObjectCacheTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final int BOUND = 1 << 20;

  private final ObjectCache cache = new ObjectCache(BOUND, Runnable::run);

  private static CachedObjects.Remembered object(int bytes, int references) {
    List<ObjectRef> refs =
        LongStream.range(0, references).mapToObj(id -> new ObjectRef("table", id)).toList();
    return new CachedObjects.Remembered("value", refs, bytes);
  }

  private OpenHead head(int bytes) {
    Head head =
        new Head(2, 1, 1, EarlierHeads.none().toBytes(), new TreeMap<>(), List.of(), Map.of());
    Pages pages = new Pages(ids -> Map.of(), cache.pages(SCOPE));
    IndexSet none = IndexSet.open(new TreeMap<>(), pages, IndexLimits.DEFAULT);
    return new OpenHead(9, head, EarlierHeads.none(), none, bytes, 9);
  }

  private long remembered(int count) {
    return LongStream.range(0, count).filter(id -> cache.get(SCOPE, "table", id) != null).count();
  }

  // Decoded values take more memory than their bytes; twice as much is the estimate.
  @Test
  void objectsAreWeighedByTheirBytes() {
    for (long id = 0; id < 1000; id++) {
      cache.put(SCOPE, "table", id, object(5_000, 0));
    }
    long kept = remembered(1000);
    assertTrue(kept <= BOUND / 10_000, kept + " objects of 5,000 bytes in " + BOUND);
    assertTrue(kept >= BOUND / 10_000 / 2, kept + " objects of 5,000 bytes in " + BOUND);
  }

  @Test
  void manySmallObjectsAreWeighedByWhatEachTakesAnyway() {
    for (long id = 0; id < 20_000; id++) {
      cache.put(SCOPE, "table", id, object(1, 0));
    }
    long kept = remembered(20_000);
    assertTrue(kept <= BOUND / 250, kept + " objects of 1 byte in " + BOUND);
  }

  @Test
  void referencesWeigh() {
    assertTrue(object(100, 1000).weight() >= 64_000 + 200);
    assertTrue(object(0, 0).weight() > 0);
  }

  @Test
  void aHeadWeighsItsBytesAndAReferenceItsHead() {
    int base = head(0).weight();
    assertTrue(base > 0);
    assertEquals(base + 20_000, head(10_000).weight());
  }

  @Test
  void scopesAndKindsAreKeptApart() {
    Object mine = object(1, 0);
    cache.put(SCOPE, "table", 1L, mine);
    assertSame(mine, cache.get(SCOPE, "table", 1L));
    assertNull(cache.get(new Scope("tenant", "catalog2"), "table", 1L));
    assertNull(cache.get(new Scope("tenant2", "catalog"), "table", 1L));
    assertNull(cache.get(SCOPE, "tabl", 1L));
    assertNull(cache.get(SCOPE, "table", 2L));
  }

  @Test
  void replacingWithNothingForgets() {
    ReferenceRow row = ReferenceRow.create(new ReferenceKey(SCOPE, "main"), new Token(1, 2), 1_000);
    ObjectCache.Seen seen = new ObjectCache.Seen(row, null, 5);
    cache.replaceSeen(SCOPE, "main", present -> present == null ? seen : present);
    assertSame(seen, cache.seen(SCOPE, "main"));
    assertNull(cache.seen(new Scope("tenant", "catalog2"), "main"));
    cache.replaceSeen(SCOPE, "main", present -> null);
    assertNull(cache.seen(SCOPE, "main"));
  }
}
