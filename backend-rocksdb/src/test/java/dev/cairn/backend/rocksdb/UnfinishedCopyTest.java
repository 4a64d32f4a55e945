package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backup;
import dev.cairn.api.spi.ObjectRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies that were not finished, and places where none can be made. */
class UnfinishedCopyTest {
  private final StoreDirectories stores = new StoreDirectories();
  private final ObjectRow row = Rows.object(1, 1_000);
  private Path store;
  private Path target;
  private Path part;
  private RocksDbBackend reader;
  private Backup backup;

  @BeforeEach
  void write() {
    store = stores.next();
    target = stores.next();
    part = target.resolveSibling(target.getFileName() + ".part");
    try (RocksDbBackend writer = TestSettings.of(store).open()) {
      writer.write(List.of(row));
    }
    reader = new RocksDbBackend(RocksDbDatabase.openToRead(TestSettings.of(store).settings()));
    backup = reader.backup().orElseThrow();
  }

  @AfterEach
  void deleteStores() {
    reader.close();
    stores.close();
  }

  private void assertCopied() {
    assertFalse(Files.exists(part));
    assertFalse(Files.exists(target.resolve("COPYING")));
    try (RocksDbBackend copy = TestSettings.of(target).open()) {
      assertEquals(Optional.of(row), Rows.read(copy, row.key()));
    }
  }

  /** A copy begins; its process is killed; the next copy gets the same name. */
  @Test
  void whatAKilledProcessLeftIsMadeAnew() throws IOException {
    Files.createDirectory(part);
    Files.writeString(part.resolve("COPYING"), "");
    Files.writeString(part.resolve("000001.sst"), "half of it");
    backup.to(target);
    assertCopied();
    assertFalse(Files.exists(target.resolve("000001.sst")));
  }

  /** The process is killed after it made the directory and before it put its mark there. */
  @Test
  void aDirectoryWithoutAnythingIsTaken() throws IOException {
    Files.createDirectory(part);
    backup.to(target);
    assertCopied();
  }

  @Test
  void aCopyThatIsBeingMadeIsLeftAlone() throws IOException {
    try (UnfinishedCopy other = UnfinishedCopy.begin(target)) {
      Files.writeString(other.path().resolve("000001.sst"), "of the other one");
      BackendUnavailableException refused =
          assertThrows(BackendUnavailableException.class, () -> backup.to(target));
      assertTrue(refused.getMessage().contains("another process is making"), refused::getMessage);
      assertTrue(Files.exists(part.resolve("000001.sst")));
    }
    assertFalse(Files.exists(part));
    backup.to(target);
    assertCopied();
  }

  @Test
  void whatIsNoUnfinishedCopyIsNotDeleted() throws IOException {
    Files.createDirectory(part);
    Path precious = Files.writeString(part.resolve("thesis.txt"), "three years");
    String message =
        assertThrows(IllegalArgumentException.class, () -> backup.to(target)).getMessage();
    assertTrue(message.contains(part.toString()) && message.contains("move it away"), message);
    assertEquals("three years", Files.readString(precious));
  }

  @Test
  void noCopyIsMadeInsideTheStore() {
    assertThrows(IllegalArgumentException.class, () -> backup.to(store.resolve("copy")));
    try (RocksDbBackend writer = TestSettings.of(store).open()) {
      Backup own = writer.backup().orElseThrow();
      assertThrows(IllegalArgumentException.class, () -> own.to(store.resolve("copy")));
    }
  }

  @Test
  void aFileSystemThatRefusesIsNamedWithItsReason() {
    Path nowhere = target.resolve("not").resolve("there");
    UncheckedIOException refused =
        assertThrows(UncheckedIOException.class, () -> backup.to(nowhere));
    assertTrue(refused.getMessage().contains(nowhere.toString()), refused::getMessage);
  }
}
