package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;

/** Files that are not as they were left: said with their names, and never taken for less data. */
class DamageTest {
  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  @Test
  void lostManifestIsDamageThatNamesIt() throws IOException {
    Path store = stores.next();
    try (RocksDbBackend backend = TestSettings.of(store).open()) {
      backend.write(List.of(Rows.object(1, 10)));
    }
    for (Path file : StoreDirectories.files(store, "")) {
      if (String.valueOf(file.getFileName()).startsWith("MANIFEST-")) {
        Files.delete(file);
      }
    }
    String said =
        String.valueOf(
            assertThrows(DamagedDataException.class, () -> TestSettings.of(store).open())
                .getMessage());
    assertTrue(said.contains("MANIFEST-") && said.contains("restore a backup"), said);
  }

  @Test
  void flippedByteInADataFileIsDamageOnEveryWayToRead() throws IOException {
    Path store = closedStore();
    Path data = StoreDirectories.largest(store, ".sst");
    StoreDirectories.flipByte(data, 0.3);
    try (RocksDbBackend backend = open(store)) {
      List<ObjectRow> rows = Rows.objects(0, 200, 1_000);
      assertNames(
          data,
          assertThrows(
              DamagedDataException.class,
              () -> backend.fetch(rows.stream().map(ObjectRow::key).toList(), ReadMode.STRONG)));
      assertNames(
          data,
          assertThrows(
              DamagedDataException.class,
              () ->
                  backend.scanObjects(
                      Optional.empty(),
                      Optional.empty(),
                      ScanBound.NONE,
                      Optional.empty(),
                      row -> true)));
      DamagedDataException single =
          assertThrows(
              DamagedDataException.class,
              () ->
                  rows.forEach(
                      row -> assertEquals(Optional.of(row), Rows.read(backend, row.key()))));
      assertNames(data, single);
      assertTrue(String.valueOf(single.getMessage()).contains("restore a backup"));
    }
  }

  @Test
  void dataFileThatIsGoneOrCutStopsTheStoreFromOpening() throws IOException {
    Path gone = closedStore();
    Path data = StoreDirectories.largest(gone, ".sst");
    Files.delete(data);
    assertNames(data, refused(gone));

    Path cut = closedStore();
    Path shorter = StoreDirectories.largest(cut, ".sst");
    StoreDirectories.cut(shorter, 0.5);
    assertNames(shorter, refused(cut));
  }

  @Test
  void flippedByteInTheLogStopsTheStoreFromOpening() throws IOException {
    for (double place : new double[] {0.1, 0.5, 0.999}) {
      Path store = crashedStore();
      Path log = StoreDirectories.largest(store, ".log");
      StoreDirectories.flipByte(log, place);
      DamagedDataException refused = refused(store);
      assertNames(log, refused);
      assertTrue(String.valueOf(refused.getMessage()).contains("cairn.rocksdb.recovery"));
    }
  }

  @Test
  void logThatLostItsEndStopsTheStoreFromOpeningThoughRocksDbTakesItForATornWrite()
      throws IOException {
    for (double place : new double[] {0, 0.1, 0.5, 0.99, 0.9999}) {
      Path store = crashedStore();
      Path log = StoreDirectories.largest(store, ".log");
      StoreDirectories.cut(log, place);
      DamagedDataException refused = refused(store);
      assertTrue(String.valueOf(refused.getMessage()).contains("were acknowledged"));
      if (place > 0) {
        assertNames(log, refused);
      }
    }
  }

  @Test
  void logThatIsGoneStopsTheStoreFromOpening() throws IOException {
    Path store = crashedStore();
    Files.delete(StoreDirectories.largest(store, ".log"));
    assertTrue(String.valueOf(refused(store).getMessage()).contains("*.log"));
  }

  @Test
  void refusalChangesNothingAndPointInTimeOpensWithWhatComesBeforeTheDamage() throws IOException {
    Path store = crashedStore();
    Path log = StoreDirectories.largest(store, ".log");
    StoreDirectories.cut(log, 0.9);
    long size = Files.size(log);
    refused(store);
    refused(store);
    assertEquals(size, Files.size(log));

    TestSettings pointInTime = TestSettings.of(store).with(LogRecovery.POINT_IN_TIME);
    long version;
    try (RocksDbBackend backend = pointInTime.open()) {
      ReferenceRow row = Rows.read(backend, "main").orElseThrow();
      version = row.version();
      assertTrue(version > 1 && version < 21, () -> "version " + row.version());
      long head = row.headId().orElseThrow();
      assertEquals(Optional.of(Rows.object(head, 3_000)), Rows.read(backend, Rows.key(head)));
    }
    try (RocksDbBackend backend = open(store)) {
      assertEquals(version, Rows.read(backend, "main").orElseThrow().version());
    }
  }

  @Test
  void finishedLogThatWasCutStopsTheStoreFromOpeningThoughALaterOneIsWhole() throws IOException {
    Path copy;
    TestSettings settings = TestSettings.of(stores.next()).withWriteBuffer(1 << 20);
    try (RocksDbDatabase database = settings.database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("first"))));
      // With its own work paused RocksDB begins a new log when the buffer is full and keeps the
      // old.
      withBackgroundWork(database, RocksDB::pauseBackgroundWork);
      backend.write(Rows.objects(0, 30, 100_000));
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("second"))));
      copy = stores.copyOf(settings.path());
      withBackgroundWork(database, RocksDB::continueBackgroundWork);
    }
    List<Path> logs = StoreDirectories.files(copy, ".log");
    assertTrue(logs.size() > 1, () -> "logs " + logs);
    StoreDirectories.cut(logs.get(0), 0.5);
    assertNames(logs.get(0), refused(copy));
    TestSettings pointInTime = TestSettings.of(copy).with(LogRecovery.POINT_IN_TIME);
    pointInTime.open().close();
  }

  @Test
  void pointInTimeHasNothingOfALaterLogIfAnEarlierOneIsTorn() throws IOException {
    Path copy;
    TestSettings settings =
        TestSettings.of(stores.next()).with(Durability.OS).withWriteBuffer(1 << 20);
    try (RocksDbDatabase database = settings.database()) {
      RocksDbBackend backend = new RocksDbBackend(database);
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("first"))));
      withBackgroundWork(database, RocksDB::pauseBackgroundWork);
      backend.write(Rows.objects(0, 30, 100_000));
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("second"))));
      copy = stores.copyOf(settings.path());
      withBackgroundWork(database, RocksDB::continueBackgroundWork);
    }
    List<Path> logs = StoreDirectories.files(copy, ".log");
    assertTrue(logs.size() > 1, () -> "logs " + logs);
    StoreDirectories.cut(logs.get(0), 0.5);
    try (RocksDbBackend backend = TestSettings.of(copy).with(LogRecovery.POINT_IN_TIME).open()) {
      assertTrue(Rows.read(backend, "first").isPresent());
      assertTrue(Rows.read(backend, "second").isEmpty());
    }
  }

  private interface Pausing {
    void apply(RocksDB db) throws org.rocksdb.RocksDBException;
  }

  private static void withBackgroundWork(RocksDbDatabase database, Pausing pausing) {
    boolean unused =
        database.use(
            store -> {
              pausing.apply(store.db());
              return true;
            });
  }

  @Test
  void damagedManifestOrMissingCurrentStopsTheStoreFromOpeningAndLosesNoData() throws IOException {
    Path store = closedStore();
    Path manifest =
        StoreDirectories.files(store, "").stream().filter(DamageTest::isManifest).findFirst().get();
    byte[] sound = Files.readAllBytes(manifest);
    StoreDirectories.flipByte(manifest, 0.5);
    assertNames(manifest, refused(store));
    Files.write(manifest, sound);

    Path current = store.resolve("CURRENT");
    byte[] pointer = Files.readAllBytes(current);
    Files.delete(current);
    assertTrue(String.valueOf(refused(store).getMessage()).contains("CURRENT"));
    Files.write(current, pointer);
    try (RocksDbBackend backend = open(store)) {
      assertEquals(21, Rows.read(backend, "main").orElseThrow().version());
    }
  }

  private static boolean isManifest(Path file) {
    return file.getFileName().toString().startsWith("MANIFEST");
  }

  @Test
  void damagedMarkIsNamedAndCanBeDeleted() throws IOException {
    Path store = crashedStore();
    Path mark = store.resolve("ACKNOWLEDGED");
    StoreDirectories.flipByte(mark, 0);
    assertNames(mark, refused(store));
    Files.delete(mark);
    open(store).close();
  }

  private DamagedDataException refused(Path store) {
    return assertThrows(DamagedDataException.class, () -> open(store).close());
  }

  private static void assertNames(Path file, CairnException thrown) {
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains(file.toString()), () -> file + " is not named in: " + message);
  }

  private static RocksDbBackend open(Path store) {
    return TestSettings.of(store).open();
  }

  /** A store whose rows are in data files. */
  private Path closedStore() {
    Path store = stores.next();
    try (RocksDbBackend backend = open(store)) {
      fill(backend);
    }
    return store;
  }

  /** A store as a process leaves it that dies: its rows are in the log. */
  private Path crashedStore() throws IOException {
    Path store = stores.next();
    try (RocksDbBackend backend = open(store)) {
      fill(backend);
      return stores.copyOf(store);
    }
  }

  private static void fill(RocksDbBackend backend) {
    backend.write(Rows.objects(0, 200, 1_000));
    ReferenceRow row = Rows.reference("main");
    assertTrue(Rows.isApplied(backend.insertReference(row)));
    for (int i = 0; i < 20; i++) {
      backend.write(List.of(Rows.object(1_000 + i, 3_000)));
      ReferenceRow next = Rows.moved(row, 1_000 + i);
      assertTrue(Rows.isApplied(backend.swapReference(row.token(), next)));
      row = next;
    }
  }
}
