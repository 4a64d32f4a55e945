package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.testkit.contract.ContractPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Processes that are configured with different sizes of indexes and work on one reference. */
public interface IndexSizeContract extends ContractPart {
  /** The ends of the measured ranges, the defaults, and pages so small that the tree is high. */
  List<IndexLimits> SIZES =
      List.of(
          new IndexLimits(2 << 10, 24 << 10, 1 << 10, 16),
          IndexLimits.DEFAULT,
          new IndexLimits(16 << 10, 64 << 10, 1536, 32),
          new IndexLimits(512, 1 << 10, 128, 4));

  @Test
  default void processesWithDifferentSizesOfIndexesReadAndWriteOneState() {
    try (World world = new World(this)) {
      List<Store> stores = new ArrayList<>();
      for (IndexLimits sizes : SIZES) {
        stores.add(world.store(backend(), world.threads(), World.LIMITS.with(sizes)));
      }
      stores.get(0).createReference(World.MAIN);
      Random random = seed().random("edits");
      Map<Bytes, Bytes> expected = new TreeMap<>();
      for (int i = 0; i < 24; i++) {
        Map<Bytes, Bytes> edits = new TreeMap<>();
        for (int k = 0; k < 150; k++) {
          Bytes key = Key.of("namespace " + random.nextInt(9), "table " + random.nextInt(500));
          edits.put(key, Bytes.ofUtf8("value " + i + " of " + k));
        }
        List<Bytes> removed =
            expected.keySet().stream().filter(key -> random.nextInt(30) == 0).toList();
        Store store = stores.get(random.nextInt(stores.size()));
        store.commit(
            World.MAIN,
            workspace -> {
              var index = workspace.index("tables", ValueSerializer.bytes());
              removed.forEach(index::remove);
              edits.forEach(index::put);
              return 0;
            });
        removed.forEach(expected::remove);
        expected.putAll(edits);
      }
      for (Store store : stores) {
        assertEquals(expected, listed(store, 97));
      }
    }
  }

  private static Map<Bytes, Bytes> listed(Store store, int limit) {
    Map<Bytes, Bytes> listed = new TreeMap<>();
    Optional<PageRequest> request = Optional.of(PageRequest.first(limit));
    while (request.isPresent()) {
      Listing<IndexEntry<Bytes>> page =
          store.page(
              World.MAIN, "tables", ValueSerializer.bytes(), IndexRange.all(), request.get());
      page.items().forEach(entry -> listed.put(entry.key(), entry.value()));
      request = page.next().map(token -> PageRequest.after(token, limit));
    }
    return listed;
  }
}
