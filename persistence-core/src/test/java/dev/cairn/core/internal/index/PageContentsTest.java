package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PageContentsTest {
  private static final IndexLimits LIMITS = new IndexLimits(500, 1000, 100, 8);

  private final MemoryPages memory = new MemoryPages();
  private IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);

  private Index<ObjectRef> index() {
    return indexes.index("tables", ValueSerializer.references());
  }

  private static Bytes key(int number) {
    return Key.of("table-%04d".formatted(number));
  }

  private void put(int from, int to) {
    Index<ObjectRef> changed = index();
    for (int i = from; i < to; i++) {
      changed = changed.put(key(i), new ObjectRef("table", i));
    }
    indexes = memory.store(indexes.with("tables", changed), LIMITS);
  }

  private PageContents root() {
    return PageContents.ofRoot(indexes.roots().get("tables"));
  }

  @Test
  void aSmallIndexIsAllInItsRoot() {
    put(0, 3);
    indexes = memory.store(indexes.with("tables", index().remove(key(1))), LIMITS);
    assertEquals(0, root().level());
    assertEquals(
        new PageContents.Item(key(0), false, Optional.of(new ObjectRef("table", 0)), Bytes.empty()),
        root().items().get(0));
    assertTrue(
        root().items().stream().noneMatch(item -> item.key().equals(key(1)) && !item.isRemoved()));
  }

  @Test
  void pagesLeadDownToAllEntries() {
    for (int i = 0; i < 40; i++) {
      put(25 * i, 25 * i + 25);
    }
    PageContents root = root();
    assertTrue(root.level() > 1);
    long held = root.items().size() + entriesBelow(root);
    assertEquals(1_000, held);
  }

  private long entriesBelow(PageContents contents) {
    long entries = 0;
    for (PageContents.Below below : contents.children()) {
      PageContents page = PageContents.ofPage(below.page(), memory.stored.get(below.page()));
      assertEquals(contents.level() - 1, page.level());
      entries += below.changes().size() + page.items().size() + entriesBelow(page);
    }
    return entries;
  }

  @Test
  void damageIsRefused() {
    put(0, 3);
    Bytes stored = indexes.roots().get("tables");
    byte[] altered = stored.toByteArray();
    altered[altered.length / 2] ^= 1;
    assertThrows(DamagedDataException.class, () -> PageContents.ofRoot(Bytes.wrap(altered)));
    assertThrows(DamagedDataException.class, () -> PageContents.ofPage(1, stored));
  }
}
