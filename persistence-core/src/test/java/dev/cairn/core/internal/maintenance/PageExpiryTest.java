package dev.cairn.core.internal.maintenance;

import static dev.cairn.core.internal.maintenance.CollectionBench.MAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Snapshot;
import dev.cairn.core.TestTypes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Listings by page and garbage collection. */
class PageExpiryTest {
  private static final int KEYS = 3000;
  private static final IndexRange ALL = IndexRange.all();

  private final CollectionBench bench = new CollectionBench();

  /** Sets enough keys for several leaves, each to a new value. */
  private void fill() {
    bench.store.commit(
        MAIN,
        workspace -> {
          ObjectRef ref = workspace.put(new TestTypes.Snapshot("value"));
          for (int i = 0; i < KEYS; i++) {
            workspace.index("tables").put(Key.of("the table with the number " + i, "x"), ref);
          }
          return 0;
        });
  }

  private Listing<IndexEntry<ObjectRef>> page(PageRequest request) {
    return bench.open(bench.database).page(MAIN, "tables", ALL, request);
  }

  private List<ObjectRow> pages() {
    return bench.rows("cairn.page");
  }

  @Test
  void aListingContinuesUntilACollectionPastRetentionEndsIt() {
    fill();
    PageRequest next = PageRequest.after(page(PageRequest.first(100)).next().orElseThrow(), KEYS);
    fill(); // supersedes the state, and replaces all its pages
    bench.time.move(CollectionBench.RETENTION.minusHours(1));
    bench.collect();
    assertEquals(KEYS - 100, page(next).items().size());
    bench.time.move(Duration.ofHours(2));
    assertEquals(KEYS - 100, page(next).items().size(), "nothing is deleted yet");
    bench.collect();
    assertThrows(PageTokenExpiredException.class, () -> page(next));
    assertEquals(KEYS, page(PageRequest.first(KEYS)).items().size());
  }

  /** A collection has deleted the pages of a state, and stopped before it came to the head. */
  @Test
  void aStateOfWhichAPageIsCollectedHasExpired() {
    fill();
    PageRequest next = PageRequest.after(page(PageRequest.first(100)).next().orElseThrow(), KEYS);
    Snapshot open = bench.open(bench.database).current(MAIN);
    List<ObjectRow> heads = bench.rows("cairn.head");
    fill();
    bench.time.move(CollectionBench.RETENTION.plusDays(1));
    bench.collect();
    bench.database.write(heads);
    assertThrows(PageTokenExpiredException.class, () -> page(next));
    assertThrows(PageTokenExpiredException.class, () -> open.page("tables", ALL, next));
    PageRequest first = PageRequest.first(KEYS);
    assertThrows(HeadNotFoundException.class, () -> open.page("tables", ALL, first));
  }

  @Test
  void aMissingPageOfARetainedStateIsDamage() {
    fill();
    PageRequest next = PageRequest.after(page(PageRequest.first(100)).next().orElseThrow(), KEYS);
    bench.database.delete(pages().stream().map(ObjectRow::key).toList());
    assertThrows(DamagedDataException.class, () -> page(next));
  }
}
