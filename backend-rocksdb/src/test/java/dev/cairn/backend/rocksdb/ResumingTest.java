package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.ObjectRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

/** Opening a store again after a failed write, and all that can go wrong with it. */
class ResumingTest {
  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  @Test
  void writesGoOnAfterAFailedOne() {
    try (RocksDbDatabase database = TestSettings.of(stores.next()).database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      ObjectRow row = Rows.object(1, 1_000);
      backend.write(List.of(row));
      failAWrite(database);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
      assertTrue(backend.health().healthy());
    }
  }

  @Test
  void damageFoundWhenOpeningAgainLeavesTheReads() throws IOException {
    TestSettings settings = TestSettings.of(stores.next());
    ObjectRow inAFile = Rows.object(1, 100_000);
    ObjectRow inTheLog = Rows.object(2, 1_000);
    try (RocksDbBackend backend = settings.open()) {
      backend.write(List.of(inAFile));
    }
    try (RocksDbDatabase database = settings.database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      backend.write(List.of(inTheLog));
      // A process that has the file open can still read it.
      Path data = StoreDirectories.largest(settings.path(), ".sst");
      assertEquals(Optional.of(inAFile), Rows.read(backend, inAFile.key()));
      Path aside = stores.next();
      Files.move(data, aside);
      failAWrite(database);
      for (int i = 0; i < 2; i++) {
        assertNames(data, refused(backend));
        assertEquals(Optional.of(inAFile), Rows.read(backend, inAFile.key()));
        assertEquals(Optional.of(inTheLog), Rows.read(backend, inTheLog.key()));
      }
      Files.move(aside, data);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
    }
  }

  @Test
  void storeThatCannotBeOpenedAgainIsReadWhateverSpaceThereIs() throws IOException {
    TestSettings settings = TestSettings.of(stores.next()).with(LogRecovery.POINT_IN_TIME);
    ObjectRow row = Rows.object(1, 1_000);
    try (RocksDbDatabase database = settings.database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      backend.write(List.of(row));
      failAWrite(database);
      Path mark = settings.path().resolve("ACKNOWLEDGED");
      Files.delete(mark);
      Files.createDirectory(mark);
      assertNames(mark, refused(backend));
      Path noSpace = Files.createDirectory(settings.path().resolve("SPACE.dbtmp"));
      Path inIt = Files.createFile(noSpace.resolve("file"));
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
      assertNames(noSpace, refused(backend));
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));

      Files.delete(inIt);
      Files.delete(noSpace);
      Files.delete(mark);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
    }
  }

  @Test
  void storeThatCouldNotEvenBeReadIsReadAsSoonAsItCan() throws IOException {
    TestSettings settings = TestSettings.of(stores.next());
    ObjectRow row = Rows.object(1, 1_000);
    try (RocksDbDatabase database = settings.database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      backend.write(List.of(row));
      failAWrite(database);
      Path lock = settings.path().resolve("LOCK");
      Files.delete(lock);
      Files.createDirectory(lock);
      assertNames(lock, refused(backend));
      assertNames(
          lock,
          assertThrows(BackendUnavailableException.class, () -> Rows.read(backend, row.key())));

      Files.delete(lock);
      Path noSpace = Files.createDirectory(settings.path().resolve("SPACE.dbtmp"));
      Path inIt = Files.createFile(noSpace.resolve("file"));
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
      Files.delete(inIt);
      Files.delete(noSpace);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
    }
  }

  @Test
  void interruptedThreadGoesOnAndStaysInterrupted() {
    try (RocksDbDatabase database = TestSettings.of(stores.next()).database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      failAWrite(database);
      Thread.currentThread().interrupt();
      boolean applied;
      boolean interrupted;
      try {
        applied = Rows.isApplied(backend.insertReference(Rows.reference("main")));
      } finally {
        interrupted = Thread.interrupted();
      }
      assertTrue(applied);
      assertTrue(interrupted);
    }
  }

  @Test
  void changesThatTheDiskLostStopWritesForGood() throws IOException {
    TestSettings settings = TestSettings.of(stores.next());
    try (RocksDbDatabase database = settings.database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
      loseTheLastWrite(backend, settings.path());
      failAWrite(database);
      for (int i = 0; i < 2; i++) {
        assertSaysLost(refused(backend));
      }
      assertTrue(Rows.read(backend, "main").isPresent());
    }
    try (RocksDbBackend backend = settings.open()) {
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("other"))));
    }
  }

  @Test
  void lossIsNotForgottenIfTheStoreIsOpenedAgainTwice() throws IOException {
    TestSettings settings = TestSettings.of(stores.next()).with(LogRecovery.POINT_IN_TIME);
    try (RocksDbDatabase database = settings.database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
      loseTheLastWrite(backend, settings.path());
      failAWrite(database);
      Path mark = settings.path().resolve("ACKNOWLEDGED");
      Files.delete(mark);
      Files.createDirectory(mark);
      assertNames(mark, refused(backend));
      Files.delete(mark);
      assertSaysLost(refused(backend));
    }
  }

  @Test
  void refusalHoldsForAMomentAndReadsGoOnMeanwhile() throws IOException {
    TestSettings settings = TestSettings.of(stores.next());
    AtomicLong time = new AtomicLong(Long.MAX_VALUE - 10);
    try (RocksDbDatabase database = settings.database(time::get)) {
      RocksDbBackend backend = new RocksDbBackend(database);
      ObjectRow row = Rows.object(1, 1_000);
      backend.write(List.of(row));
      failAWrite(database);
      Path noSpace = Files.createDirectory(settings.path().resolve("SPACE.dbtmp"));
      Path inIt = Files.createFile(noSpace.resolve("file"));
      assertNames(noSpace, refused(backend));
      Files.delete(inIt);
      Files.delete(noSpace);
      time.addAndGet(Tries.NANOS_BETWEEN - 1);
      assertNames(noSpace, refused(backend));
      assertEquals(Optional.of(row), Rows.read(backend, row.key()));
      time.incrementAndGet();
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
    }
  }

  @Test
  void copyIsRefusedWhileWritesAreStoppedWithTheReason() {
    try (RocksDbDatabase database = TestSettings.of(stores.next()).database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      backend.write(List.of(Rows.object(1, 1_000)));
      failAWrite(database);
      Path copy = stores.next();
      String message =
          String.valueOf(
              assertThrows(
                      BackendUnavailableException.class,
                      () -> backend.backup().orElseThrow().to(copy))
                  .getMessage());
      assertTrue(message.contains("the disk is gone"), message);
      assertFalse(Files.exists(copy));
      backend.write(List.of(Rows.object(2, 1_000)));
      backend.backup().orElseThrow().to(copy);
    }
  }

  /** Writes a row without waiting for the disk, which then turns out not to have it. */
  private void loseTheLastWrite(RocksDbBackend backend, Path store) throws IOException {
    Path log = StoreDirectories.largest(store, ".log");
    Path shorter = stores.next();
    Files.copy(log, shorter);
    backend.write(List.of(Rows.object(1, 1_000)));
    // Another file, since RocksDB has the present one open.
    Files.move(shorter, log, StandardCopyOption.REPLACE_EXISTING);
  }

  static void failAWrite(RocksDbDatabase database) {
    assertThrows(
        BackendUnavailableException.class,
        () ->
            database.write(
                (store, options) -> {
                  throw new RocksDBException("the disk is gone");
                }));
  }

  static BackendUnavailableException refused(RocksDbBackend backend) {
    return assertThrows(
        BackendUnavailableException.class, () -> backend.write(List.of(Rows.object(99, 10))));
  }

  private static void assertNames(Path file, BackendUnavailableException thrown) {
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains(file.toString()), () -> file + " is not named in: " + message);
  }

  private static void assertSaysLost(BackendUnavailableException thrown) {
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains("lost changes 2 to 2"), message);
    assertTrue(message.contains("restart the process"), message);
  }
}
