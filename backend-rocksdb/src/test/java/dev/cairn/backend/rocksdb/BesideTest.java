package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.Budget;
import dev.cairn.testkit.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reading and copying a store that a process has open to write. */
class BesideTest {
  private static final int MOVES_PER_LOOK = 100;

  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  private static TestSettings settings(Path store) {
    // A small buffer: logs and data files come and go all the time.
    return TestSettings.of(store).withWriteBuffer(256 << 10);
  }

  private static RocksDbBackend openToRead(Path store) {
    return new RocksDbBackend(RocksDbDatabase.openToRead(settings(store).settings()));
  }

  /** All files with their sizes and times. */
  private static SortedMap<String, String> files(Path store) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    for (Path file : StoreDirectories.files(store, "")) {
      files.put(
          String.valueOf(file.getFileName()),
          Files.size(file) + " bytes of " + Files.getLastModifiedTime(file));
    }
    return files;
  }

  @Test
  void aReaderSeesAllThatWasAcknowledgedAndChangesNoFile() throws IOException {
    Path store = stores.next();
    ObjectRow row = Rows.object(1, 1_000);
    ObjectRow later = Rows.object(2, 1_000);
    try (RocksDbBackend writer = settings(store).open()) {
      writer.write(List.of(row));
      assertTrue(Rows.isApplied(writer.insertReference(Rows.reference("main"))));
      SortedMap<String, String> before = files(store);
      try (RocksDbBackend reader = openToRead(store)) {
        assertEquals(Optional.of(row), Rows.read(reader, row.key()));
        assertTrue(Rows.read(reader, "main").isPresent());
        assertTrue(reader.health().healthy());
        BackendUnavailableException refused =
            assertThrows(BackendUnavailableException.class, () -> reader.write(List.of(later)));
        assertTrue(refused.toString().contains("opened to be read"), refused::toString);
        assertThrows(
            BackendUnavailableException.class,
            () -> reader.insertReference(Rows.reference("other")));
        assertTrue(reader.estimateSize().objects().orElse(0) > 0);
      }
      assertEquals(before, files(store));
      writer.write(List.of(later));
    }
    SortedMap<String, String> closed = files(store);
    try (RocksDbBackend reader = openToRead(store)) {
      assertEquals(Optional.of(later), Rows.read(reader, later.key()));
    }
    assertEquals(closed, files(store), "a store that no process has open stays as it is, too");
  }

  @Test
  void aReaderWorksBesideAnotherProcessAndNamesIt() {
    Path store = stores.next();
    try (ChildProcess child = new ChildProcess(FullDiskLoad.class, store.toString())) {
      assertEquals("applied row-0", child.ask("insert"));
      try (RocksDbBackend reader = openToRead(store)) {
        String health = reader.health().detail();
        assertTrue(health.contains("process " + child.pid() + " on "), health);
        Path copy = stores.next();
        reader.backup().orElseThrow().to(copy);
        settings(copy).open().close();
      }
      assertEquals("applied row-1", child.ask("insert"));
    }
    openToRead(store).close();
  }

  @Test
  void readersAndCopiesBesideAWriterHaveEveryHeadWithItsObjects()
      throws InterruptedException, ExecutionException {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Budget moves = new Budget();
    CountDownLatch started = new CountDownLatch(1);
    Path store = stores.next();
    try (RocksDbBackend writer = settings(store).open()) {
      ReferenceRow first = Rows.reference("main");
      assertTrue(Rows.isApplied(writer.insertReference(first)));
      Future<?> moving = executor.submit(() -> move(writer, first, moves, started));
      moves.add(1);
      started.await();
      for (int i = 0; i < 20; i++) {
        moves.add(MOVES_PER_LOOK);
        long acknowledged = Rows.read(writer, "main").orElseThrow().version();
        Path copy = stores.next();
        try (RocksDbBackend reader = openToRead(store)) {
          check(reader, acknowledged);
          reader.backup().orElseThrow().to(copy);
          check(reader, acknowledged);
        }
        try (RocksDbBackend restored = settings(copy).open()) {
          check(restored, acknowledged);
        }
      }
      moves.end();
      moving.get();
    } finally {
      moves.end();
      executor.shutdown();
    }
  }

  private static void check(RocksDbBackend backend, long acknowledged) {
    ReferenceRow row = Rows.read(backend, "main").orElseThrow();
    assertTrue(row.version() >= acknowledged, () -> row + " after " + acknowledged);
    // All of them: a log that was missed would leave a gap before the end.
    for (long version = 2; version <= row.version(); version++) {
      List<ObjectRow> objects = CrashHistory.objects(CrashHistory.head(0, version));
      assertEquals(
          objects.stream().map(Optional::of).toList(),
          backend.fetch(objects.stream().map(ObjectRow::key).toList(), ReadMode.STRONG),
          "version " + version);
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
  void whoOpensTheCopyDoesNotChangeTheOriginal() {
    Path store = stores.next();
    Path copy = stores.next();
    ObjectRow row = Rows.object(1, 1_000);
    ObjectRow other = Rows.object(2, 1_000);
    try (RocksDbBackend writer = settings(store).open()) {
      writer.write(List.of(row));
      assertTrue(Rows.isApplied(writer.insertReference(Rows.reference("main"))));
      try (RocksDbBackend reader = openToRead(store)) {
        reader.backup().orElseThrow().to(copy);
        assertThrows(IllegalArgumentException.class, () -> reader.backup().orElseThrow().to(copy));
      }
      try (RocksDbBackend restored = settings(copy).open()) {
        restored.write(List.of(other));
        restored.delete(List.of(row.key()));
        assertTrue(Rows.isApplied(restored.insertReference(Rows.reference("of the copy"))));
      }
      assertTrue(Rows.isApplied(writer.insertReference(Rows.reference("of the original"))));
    }
    try (RocksDbBackend writer = settings(store).open()) {
      assertEquals(Optional.of(row), Rows.read(writer, row.key()));
      assertFalse(Rows.read(writer, "of the copy").isPresent());
    }
  }

  @Test
  void aLogThatLostItsEndIsDamageToReadersToo() throws IOException {
    Path store = stores.next();
    try (RocksDbBackend writer = settings(store).open()) {
      for (int i = 0; i < 10; i++) {
        assertTrue(Rows.isApplied(writer.insertReference(Rows.reference("r" + i))));
      }
      Path dead = stores.copyOf(store);
      StoreDirectories.cut(StoreDirectories.largest(dead, ".log"), 0.5);
      assertThrows(DamagedDataException.class, () -> openToRead(dead));
    }
  }

  @Test
  void nothingIsCreatedWhereThereIsNoStore() {
    Path nowhere = stores.next();
    assertThrows(BackendUnavailableException.class, () -> openToRead(nowhere));
    assertFalse(Files.exists(nowhere));
  }
}
