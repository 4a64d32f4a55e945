package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parts of scans are about as large as each other, however alike keys are. */
class BisectedSplitsTest {
  private static final int PARTS = 8;

  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  private static List<ObjectRow> rows(String tenant, String type, int count) {
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      ObjectKey key = new ObjectRef(type, (4_000L << 22) + 7L * id).in(new Scope(tenant, "c"));
      rows.add(ObjectRow.immutable(key, Bytes.wrap(new byte[100]), 1));
    }
    return rows;
  }

  /** How many rows the largest part has. */
  private static int largest(RocksDbBackend backend, int all) {
    Set<ObjectKey> visited = new HashSet<>();
    int largest = 0;
    for (ScanPosition begin : backend.splitObjects(PARTS)) {
      int before = visited.size();
      Optional<ScanPosition> end =
          backend.scanObjects(
              Optional.empty(),
              Optional.empty(),
              ScanBound.NONE,
              Optional.of(begin),
              row -> {
                assertTrue(visited.add(row.key()), () -> "visited twice: " + row.key());
                return true;
              });
      assertEquals(Optional.empty(), end);
      largest = Math.max(largest, visited.size() - before);
    }
    assertEquals(all, visited.size());
    return largest;
  }

  @Test
  void aScopeWithMostRowsIsCutLikeManyScopes() {
    Path path = stores.next();
    int all = 40_000 + 4_000 + 500;
    try (RocksDbBackend backend = TestSettings.of(path).open()) {
      backend.write(rows("a large tenant", "snapshot", 40_000));
      backend.write(rows("a large tenant", "table", 4_000));
      backend.write(rows("b", "snapshot", 500));
      // What is in memory is estimated by chance; it is cut, but not always evenly.
      assertTrue(largest(backend, all) < all);
    }
    // Closing moved them to files.
    try (RocksDbBackend backend = TestSettings.of(path).open()) {
      int largest = largest(backend, all);
      assertTrue(largest < 2 * all / PARTS, () -> largest + " rows in the largest part");
    }
  }

  @Test
  void anEmptyStoreIsNotCut() {
    try (RocksDbBackend backend = TestSettings.of(stores.next()).open()) {
      assertEquals(List.of(), backend.splitObjects(PARTS));
    }
  }
}
