package dev.cairn.backend.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ConfigurationException;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Which processes may open which directories, and what opening leaves there. */
class OpeningTest {
  private final StoreDirectories stores = new StoreDirectories();

  @AfterEach
  void deleteStores() {
    stores.close();
  }

  @Test
  void rowsOutliveTheBackendAndNothingIsLeftInTheLog() throws IOException {
    Path store = stores.next();
    ObjectRow object = Rows.object(1, 1_000);
    ObjectRow lease = Rows.updateable("lease", Rows.noise(2, 10));
    ReferenceRow reference = Rows.reference("main");
    try (RocksDbBackend backend = open(store)) {
      backend.write(List.of(object));
      assertTrue(Rows.isApplied(backend.insert(lease)));
      assertTrue(Rows.isApplied(backend.insertReference(reference)));
    }
    assertEquals(List.of(), new StoreDirectory(store).logs());
    assertFalse(Files.exists(store.resolve("OWNER")));
    try (RocksDbBackend backend = open(store)) {
      assertEquals(Optional.of(object), Rows.read(backend, object.key()));
      assertEquals(Optional.of(lease), Rows.read(backend, lease.key()));
      assertEquals(Optional.of(reference), Rows.read(backend, "main"));
    }
  }

  @Test
  void configurationOpensItByName() {
    Backends backends = Backends.discover();
    assertTrue(backends.names().contains("rocksdb"));
    Path store = stores.next().resolve("deeper");
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "rocksdb")
            .set("cairn.rocksdb.path", store.toString())
            .set("cairn.rocksdb.durability", "os")
            .set("cairn.rocksdb.cache-size", "8m")
            .build(backends.settings());
    try (Backend backend = backends.open(configuration)) {
      assertEquals("rocksdb", backend.name());
      assertTrue(backend.health().healthy());
    }
    assertTrue(Files.exists(store.resolve("CURRENT")));
  }

  @Test
  void settingsThatCannotBeAreRefusedByName() {
    Backends backends = Backends.discover();
    Configuration.Builder builder = Configuration.builder().set("cairn.backend", "rocksdb");
    assertNames(
        "cairn.rocksdb.path",
        assertThrows(
            ConfigurationException.class, () -> backends.open(builder.build(backends.settings()))));
    builder.set("cairn.rocksdb.path", stores.next().toString());
    Configuration tooSmall =
        builder.set("cairn.rocksdb.write-buffer-size", "1k").build(backends.settings());
    assertNames(
        "cairn.rocksdb.write-buffer-size",
        assertThrows(ConfigurationException.class, () -> backends.open(tooSmall)));
    builder.set("cairn.rocksdb.durability", "perhaps");
    assertNames(
        "sync, os",
        assertThrows(ConfigurationException.class, () -> builder.build(backends.settings())));
  }

  @Test
  void secondBackendOfTheProcessIsKeptOutAndDoesNoHarm() {
    Path store = stores.next();
    try (RocksDbBackend backend = open(store)) {
      BackendUnavailableException refused =
          assertThrows(BackendUnavailableException.class, () -> open(store));
      assertNames(store.toString(), refused);
      assertNames("this process itself", refused);
      backend.write(List.of(Rows.object(1, 10)));
    }
    open(store).close();
  }

  @Test
  void secondBackendIsKeptOutByWhateverNameItComes() throws IOException {
    Path store = stores.next();
    Path link = Files.createSymbolicLink(stores.next(), Files.createDirectory(store));
    for (Path first : List.of(store, link)) {
      Path second = first.equals(store) ? link : store;
      try (RocksDbBackend backend = open(first)) {
        assertNames(
            "this process itself",
            assertThrows(BackendUnavailableException.class, () -> open(second)));
        // And the lock is still there that keeps others out.
        try (ChildProcess child = new ChildProcess(FullDiskLoad.class, second.toString())) {
          String answer = child.readLine();
          String expected = "in use by process " + ProcessHandle.current().pid() + " on ";
          assertTrue(answer.contains(expected), answer);
        }
        backend.write(List.of(Rows.object(1, 10)));
      }
    }
    open(link).close();
  }

  @Test
  void lockThatCannotBeMadeIsNotTakenForAnotherProcess() throws IOException {
    Path fresh = stores.next();
    Files.createDirectories(fresh.resolve("LOCK"));
    Path used = stores.next();
    open(used).close();
    Files.delete(used.resolve("LOCK"));
    Files.createDirectory(used.resolve("LOCK"));
    for (Path store : List.of(fresh, used)) {
      BackendUnavailableException refused =
          assertThrows(BackendUnavailableException.class, () -> open(store));
      assertNames("Is a directory", refused);
      assertNames("permissions", refused);
      assertFalse(String.valueOf(refused.getMessage()).contains("in use"), refused.getMessage());
    }
  }

  @Test
  void interruptedThreadOpensAndStaysInterrupted() {
    Path store = stores.next().resolve("deeper");
    Thread.currentThread().interrupt();
    boolean interrupted;
    try {
      open(store).close();
      open(store).close();
    } finally {
      interrupted = Thread.interrupted();
    }
    assertTrue(interrupted);
  }

  @Test
  void secondProcessIsKeptOutAndToldWhichOneHasTheStore() {
    Path store = stores.next();
    try (ChildProcess child = new ChildProcess(FullDiskLoad.class, store.toString())) {
      assertEquals("applied row-0", child.ask("insert"));
      BackendUnavailableException refused =
          assertThrows(BackendUnavailableException.class, () -> open(store));
      assertNames(store.toString(), refused);
      assertNames("process " + child.pid() + " on ", refused);
      assertEquals("applied row-1", child.ask("insert"));
    }
    // Its note outlives it; its lock does not.
    assertTrue(Files.exists(store.resolve("OWNER")));
    open(store).close();
  }

  @Test
  void noteOfAProcessElsewhereIsNotTakenForOneHere() throws IOException {
    Path store = stores.next();
    try (ChildProcess child = new ChildProcess(FullDiskLoad.class, store.toString())) {
      assertEquals("applied row-0", child.ask("insert"));
      Path note = store.resolve("OWNER");
      String[] lines = Files.readString(note).split("\n", -1);
      assertEquals(String.valueOf(child.pid()), lines[0]);
      lines[0] = String.valueOf(ProcessHandle.current().pid());
      Files.writeString(note, String.join("\n", lines));
      assertNames("(process %s on %s,".formatted(lines[0], lines[2]), refused(store));
      lines[0] = String.valueOf(child.pid());
      lines[2] = "elsewhere";
      Files.writeString(note, String.join("\n", lines));
      assertNames("(process %d on elsewhere,".formatted(child.pid()), refused(store));
      Files.delete(note);
      assertNames("no note", refused(store));
    }
  }

  private static BackendUnavailableException refused(Path store) {
    return assertThrows(BackendUnavailableException.class, () -> open(store));
  }

  @Test
  void directoryOfSomethingElseIsLeftAlone() throws IOException, RocksDBException {
    Path other = Files.createDirectories(stores.next());
    Files.writeString(other.resolve("letter.txt"), "Dear");
    assertNames("letter.txt", assertThrows(ConfigurationException.class, () -> open(other)));
    assertEquals(1, StoreDirectories.files(other, "").size());

    Path file = Files.writeString(stores.next(), "a file");
    assertNames(file.toString(), assertThrows(ConfigurationException.class, () -> open(file)));

    Path foreign = stores.next();
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, foreign.toString())) {
      db.put(new byte[] {1}, new byte[] {2});
    }
    assertNames("[default]", assertThrows(SchemaMismatchException.class, () -> open(foreign)));
    try (Options options = new Options();
        RocksDB db = RocksDB.open(options, foreign.toString())) {
      assertEquals(2, db.get(new byte[] {1})[0]);
    }
  }

  @Test
  void storeWhoseCreationWasCutShortIsFinished() throws RocksDBException {
    Path store = stores.next();
    try (Options options = new Options().setCreateIfMissing(true)) {
      RocksDB.open(options, store.toString()).close();
    }
    try (RocksDbBackend backend = open(store)) {
      assertTrue(Rows.isApplied(backend.insertReference(Rows.reference("main"))));
    }
  }

  private static RocksDbBackend open(Path store) {
    return TestSettings.of(store).open();
  }

  private static void assertNames(String thing, CairnException thrown) {
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains(thing), () -> thing + " is not named in: " + message);
  }
}
