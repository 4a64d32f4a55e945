package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.Backup;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.Budget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Copies of a store in use, and stores opened from them. */
class BackupTest {
  private static final int MOVES_PER_COPY = 200;

  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  @Test
  void copyIsAStoreOfItsOwn() {
    Path copy = stores.next();
    ObjectRow before = Rows.object(1, 1_000);
    ObjectRow after = Rows.object(2, 1_000);
    try (RocksDbBackend original = open(stores.next())) {
      original.write(List.of(before));
      original.backup().orElseThrow().to(copy);
      original.write(List.of(after));
      try (RocksDbBackend restored = open(copy)) {
        assertEquals(Optional.of(before), Rows.read(restored, before.key()));
        assertEquals(Optional.empty(), Rows.read(restored, after.key()));
        restored.delete(List.of(before.key()));
      }
      assertEquals(Optional.of(before), Rows.read(original, before.key()));
    }
  }

  @Test
  void copyMadeWhileOthersWriteHasEveryHeadWithItsObjectsAndAllThatWasAcknowledgedBefore()
      throws InterruptedException, ExecutionException {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Budget moves = new Budget();
    CountDownLatch started = new CountDownLatch(1);
    try (RocksDbBackend original = open(stores.next())) {
      ReferenceRow first = Rows.reference("main");
      assertTrue(Rows.isApplied(original.insertReference(first)));
      Future<?> writer = executor.submit(() -> move(original, first, moves, started));
      moves.add(1);
      started.await();
      for (int i = 0; i < 5; i++) {
        moves.add(MOVES_PER_COPY);
        long acknowledged = Rows.read(original, "main").orElseThrow().version();
        Path copy = stores.next();
        original.backup().orElseThrow().to(copy);
        try (RocksDbBackend restored = open(copy)) {
          ReferenceRow row = Rows.read(restored, "main").orElseThrow();
          assertTrue(row.version() >= acknowledged, () -> row + " after " + acknowledged);
          List<ObjectRow> objects = CrashHistory.objects(row.headId().orElseThrow());
          assertEquals(
              objects.stream().map(Optional::of).toList(),
              restored.fetch(objects.stream().map(ObjectRow::key).toList(), ReadMode.STRONG));
        }
      }
      moves.end();
      writer.get();
    } finally {
      moves.end();
      executor.shutdown();
    }
  }

  private static void move(
      RocksDbBackend backend, ReferenceRow first, Budget moves, CountDownLatch started) {
    ReferenceRow row = first;
    while (moves.take()) {
      long head = CrashHistory.head(0, row.version() + 1);
      backend.write(CrashHistory.objects(head));
      ReferenceRow next = Rows.moved(row, head);
      assertTrue(Rows.isApplied(backend.swapReference(row.token(), next)));
      row = next;
      started.countDown();
    }
  }

  @Test
  void copyThatCannotBeMadeIsRefusedByName() {
    RocksDbBackend backend = open(stores.next());
    Backup backup = backend.backup().orElseThrow();
    Path taken = stores.next();
    backup.to(taken);
    assertTrue(
        String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> backup.to(taken)).getMessage())
            .contains(taken.toString()));
    Path nowhere = stores.next().resolve("not").resolve("there");
    assertTrue(
        String.valueOf(
                assertThrows(BackendUnavailableException.class, () -> backup.to(nowhere))
                    .getMessage())
            .contains(nowhere.toString()));
    backend.close();
    assertThrows(ClosedException.class, () -> backup.to(stores.next()));
  }

  private static RocksDbBackend open(Path store) {
    return TestSettings.of(store).open();
  }
}
