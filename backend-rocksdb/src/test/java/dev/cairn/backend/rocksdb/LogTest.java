package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the log is synced, counted by RocksDB itself, and what is noted about it. */
class LogTest {
  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  @Test
  void objectsAndTheSwapToThemAreSyncedOnce() {
    try (RocksDbBackend backend = open(Durability.SYNC)) {
      ReferenceRow row = insert(backend, "main");
      double before = syncs(backend);
      for (int i = 0; i < 10; i++) {
        backend.write(Rows.objects(100L * i, 5, 1_000));
        row = swap(backend, row, 100L * i);
      }
      assertEquals(10, syncs(backend) - before);
    }
  }

  @Test
  void conditionalWritesThatCanWaitAreSyncedWithTheNext() {
    try (RocksDbBackend backend = open(Durability.SYNC)) {
      ReferenceRow row = insert(backend, "main");
      double before = syncs(backend);
      ObjectRow first = Rows.updateable("lease", Bytes.ofUtf8("first"));
      ObjectRow second = Rows.updateable("lease", Bytes.ofUtf8("second"));
      assertTrue(Rows.isApplied(backend.insertUnsynced(first)));
      assertEquals(CasResult.conflictWith(first), backend.insertUnsynced(second));
      assertTrue(Rows.isApplied(backend.swapUnsynced(first.token().orElseThrow(), second)));
      ObjectRow third = Rows.updateable("lease", Bytes.ofUtf8("third"));
      assertEquals(
          CasResult.conflictWith(second), backend.swapUnsynced(first.token().orElseThrow(), third));
      assertEquals(Optional.of(second), Rows.read(backend, first.key()));
      assertEquals(0, syncs(backend) - before);
      swap(backend, row, 1);
      assertEquals(1, syncs(backend) - before);
    }
  }

  @Test
  void nothingIsSyncedWhereTheOperatingSystemIsTrusted() {
    try (RocksDbBackend backend = open(Durability.OS)) {
      ReferenceRow row = insert(backend, "main");
      backend.write(Rows.objects(1, 5, 1_000));
      swap(backend, row, 1);
      assertEquals(0, syncs(backend));
    }
  }

  /** So that RocksDB can sync their writes together. */
  @Test
  void swapsOfDifferentRowsAreUnderWayAtTheSameTime() throws Exception {
    int threads = 8;
    CyclicBarrier allInside = new CyclicBarrier(threads);
    try (RocksDbDatabase database = TestSettings.of(stores.next()).database()) {
      RocksDbTable<Bytes> writer =
          new RocksDbTable<>(database, Opened::objects, (key, row) -> row, row -> Optional.empty());
      // A row is decoded under its lock.
      RocksDbTable<Bytes> meeting =
          new RocksDbTable<>(
              database,
              Opened::objects,
              (key, row) -> {
                try {
                  allInside.await(120, TimeUnit.SECONDS);
                } catch (Exception e) {
                  throw new IllegalStateException("not all swaps came as far as " + key, e);
                }
                return row;
              },
              row -> Optional.empty());
      ExecutorService executor = Executors.newFixedThreadPool(threads);
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Bytes key = Bytes.ofUtf8("row " + i);
        assertTrue(Rows.isApplied(writer.insert(key, key)));
        ends.add(executor.submit(() -> meeting.swap(key, Rows.token(), key)));
      }
      for (Future<?> end : ends) {
        assertTrue(end.get() instanceof CasResult.Conflict);
      }
      executor.shutdown();
    }
  }

  @Test
  void mapOfStatisticsTellsOfReadsAndWrites() {
    try (RocksDbBackend backend = open(Durability.OS)) {
      backend.write(Rows.objects(0, 10, 1_000));
      assertTrue(Rows.read(backend, Rows.key(3)).isPresent());
      assertTrue(Rows.read(backend, Rows.key(33)).isEmpty());
      assertEquals(10, backend.statistics().get("keys.written.total"));
      assertTrue(backend.statistics().get("memtable.hits.total") >= 1);
      assertTrue(backend.statistics().get("log.bytes.total") > 10_000);
      assertEquals(0, backend.statistics().get("writes.stopped"));
      assertEquals(10, backend.estimateSize().objects().orElseThrow());
    }
  }

  @Test
  void markRemembersTheHighestNumberAndSurvivesTheProcess() throws IOException {
    Path file = stores.next();
    assertEquals(0, Acknowledged.read(file));
    try (Acknowledged mark = Acknowledged.open(file, 5)) {
      assertEquals(5, Acknowledged.read(file));
      mark.reached(1L << 50);
      mark.reached(7);
      assertEquals(1L << 50, Acknowledged.read(file));
    }
    Acknowledged.open(file, 3).close();
    assertEquals(3, Acknowledged.read(file));
  }

  @Test
  void markThatCannotBeWrittenStaysBehindAndFailsNoWrite() throws IOException {
    Path file = stores.next();
    Acknowledged mark = Acknowledged.open(file, 5);
    mark.close();
    mark.reached(6);
    assertEquals(5, Acknowledged.read(file));
  }

  @Test
  void swapIsAppliedThoughTheMarkWasCut() throws IOException {
    TestSettings settings = TestSettings.of(stores.next());
    try (RocksDbBackend backend = settings.open()) {
      ReferenceRow row = insert(backend, "main");
      StoreDirectories.cut(settings.path().resolve("ACKNOWLEDGED"), 0);
      for (int i = 0; i < 100; i++) {
        row = swap(backend, row, i);
      }
    }
  }

  private RocksDbBackend open(Durability durability) {
    return TestSettings.of(stores.next()).with(durability).open();
  }

  private static double syncs(RocksDbBackend backend) {
    return backend.statistics().get("log.syncs.total");
  }

  private static ReferenceRow insert(RocksDbBackend backend, String name) {
    ReferenceRow row = Rows.reference(name);
    assertTrue(Rows.isApplied(backend.insertReference(row)));
    return row;
  }

  private static ReferenceRow swap(RocksDbBackend backend, ReferenceRow row, long head) {
    ReferenceRow next = Rows.moved(row, head);
    assertTrue(Rows.isApplied(backend.swapReference(row.token(), next)));
    return next;
  }
}
