package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.iceberg.metadata.TableStates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where metadata files are written, how, and when they are deleted. */
class MetadataFilesTest {
  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** A FileIO that does something before it writes. */
  private static class Watched implements FileIO {
    private final FileIO io;
    private final Runnable before;

    Watched(FileIO io, Runnable before) {
      this.io = io;
      this.before = before;
    }

    @Override
    public InputFile newInputFile(String path) {
      return io.newInputFile(path);
    }

    @Override
    public OutputFile newOutputFile(String path) {
      before.run();
      return io.newOutputFile(path);
    }

    @Override
    public void deleteFile(String path) {
      io.deleteFile(path);
    }
  }

  private List<TableIdentifier> tables(int count) {
    List<TableIdentifier> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(TableIdentifier.of(SALES, "t" + i));
      catalog.tables().create(names.get(i), newTable(Map.of()));
    }
    return names;
  }

  private IcebergCatalog writing(Runnable before, Executor executor) {
    return new IcebergCatalog(
        fixture.store,
        new Watched(fixture.files, before),
        fixture.settings(true),
        fixture.clock,
        executor);
  }

  private static List<TableCommit> changes(List<TableIdentifier> names) {
    return names.stream().map(name -> setProperty(name, "a", "1")).toList();
  }

  /** No write returns before all have begun. */
  @Test
  void filesOfSeveralTablesAreWrittenInParallel() {
    List<TableIdentifier> names = tables(4);
    CyclicBarrier barrier = new CyclicBarrier(4);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      writing(() -> await(barrier), threads).tables().commit(changes(names));
    } finally {
      threads.shutdownNow();
    }
    names.forEach(
        name -> assertEquals("1", catalog.tables().load(name).metadata().properties().get("a")));
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anExecutorThatIsBusyOrClosedDoesNotStopACommit() {
    List<TableIdentifier> names = tables(3);
    writing(() -> {}, never -> {}).tables().commit(changes(names));
    writing(
            () -> {},
            refusing -> {
              throw new RejectedExecutionException();
            })
        .tables()
        .commit(List.of(setProperty(names.get(0), "b", "2"), setProperty(names.get(1), "b", "2")));
    assertEquals("2", catalog.tables().load(names.get(1)).metadata().properties().get("b"));
  }

  /** The second of three writes fails: the others are waited for, and nothing stays. */
  @Test
  void ifOneFileCannotBeWrittenNoneStaysAndNothingIsApplied() {
    List<TableIdentifier> names = tables(3);
    AtomicInteger writes = new AtomicInteger();
    Set<String> before = new HashSet<>(fixture.metadataFiles());
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      IcebergCatalog failing =
          writing(
              () -> {
                if (writes.incrementAndGet() % 3 == 2) {
                  throw new RuntimeIOException("full");
                }
              },
              threads);
      assertThrows(RuntimeIOException.class, () -> failing.tables().commit(changes(names)));
    } finally {
      threads.shutdownNow();
    }
    assertEquals(before, new HashSet<>(fixture.metadataFiles()));
    assertFalse(catalog.tables().load(names.get(0)).metadata().properties().containsKey("a"));
  }

  @Test
  void compressionAndPathFollowTheProperties() throws IOException {
    String path = fixture.base + "/elsewhere";
    catalog
        .tables()
        .create(
            ORDERS,
            newTable(
                Map.of(
                    TableProperties.METADATA_COMPRESSION,
                    "gzip",
                    TableProperties.WRITE_METADATA_LOCATION,
                    path)));
    CatalogTable table = catalog.tables().commit(setProperty(ORDERS, "a", "1"));
    assertTrue(
        table.metadataFile().matches(".*/elsewhere/00001-[0-9a-f-]{36}\\.gz\\.metadata\\.json"),
        table::metadataFile);
    try (InputStream in = fixture.files.newInputFile(table.metadataFile()).newStream()) {
      assertEquals(0x1F, in.read(), "it is compressed");
    }
    TableMetadata exported =
        TableMetadataParser.read(fixture.files.newInputFile(table.metadataFile()));
    assertEquals(table.metadata().properties(), exported.properties());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            catalog
                .tables()
                .commit(setProperty(ORDERS, TableProperties.METADATA_COMPRESSION, "zip")));
  }

  private void commits(int count) {
    for (int i = 0; i < count; i++) {
      catalog.tables().commit(setProperty(ORDERS, "a", "" + i));
    }
  }

  @Test
  void oldFilesStayUnlessTheTableWantsThemDeleted() {
    catalog
        .tables()
        .create(ORDERS, newTable(Map.of(TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, "2")));
    commits(6);
    assertEquals(7, fixture.metadataFiles().size());
    catalog
        .tables()
        .commit(setProperty(ORDERS, TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true"));
    commits(6);
    CatalogTable table = catalog.tables().load(ORDERS);
    Set<String> files = new HashSet<>(fixture.metadataFiles());
    assertTrue(files.contains(table.metadataFile()));
    table.metadata().previousFiles().forEach(each -> assertTrue(files.contains(each.file())));
    assertEquals(2, table.metadata().previousFiles().size());
    // Four that the log had forgotten before, the two of the log, and the current one.
    assertEquals(4 + 2 + 1, files.size());
  }

  @Test
  void afterAnUnknownOutcomeNoOldFileIsDeleted() {
    catalog
        .tables()
        .create(
            ORDERS,
            newTable(
                Map.of(
                    TableProperties.METADATA_PREVIOUS_VERSIONS_MAX,
                    "1",
                    TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED,
                    "true")));
    commits(2);
    int files = fixture.metadataFiles().size();
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    intercepted.beforeNextCommit(
        () -> {
          throw new UnknownOutcomeException("lost");
        });
    IcebergCatalog lossy = fixture.catalog(intercepted.store(), fixture.files);
    assertThrows(
        CommitStateUnknownException.class,
        () -> lossy.tables().commit(setProperty(ORDERS, "b", "2")));
    assertEquals(files + 1, fixture.metadataFiles().size());
  }

  /** As the client of an object store throws, which Iceberg does not wrap. */
  @Test
  void aFileThatCannotBeDeletedDoesNotChangeTheOutcome() {
    FileIO stubborn =
        new Watched(fixture.files, () -> {}) {
          @Override
          public void deleteFile(String path) {
            throw new IllegalStateException("access denied");
          }
        };
    IcebergCatalog other = fixture.catalog(fixture.store, stubborn);
    other
        .tables()
        .create(
            ORDERS,
            newTable(
                Map.of(
                    TableProperties.METADATA_PREVIOUS_VERSIONS_MAX,
                    "1",
                    TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED,
                    "true")));
    for (int i = 0; i < 4; i++) {
      other.tables().commit(setProperty(ORDERS, "a", "" + i));
    }
    assertEquals(5, fixture.metadataFiles().size());
    assertThrows(
        AlreadyExistsException.class, () -> other.tables().create(ORDERS, newTable(Map.of())));
  }

  /** The metadata of a registered table claims the files of another one as its earlier ones. */
  @Test
  void filesOfAnotherTableAreNeverDeletedAsOldOnes() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    commits(1);
    CatalogTable victim = catalog.tables().load(ORDERS);
    String place = fixture.base + "/attacker";
    TableMetadata metadata =
        newTableAt(
                place,
                Map.of(
                    TableProperties.METADATA_PREVIOUS_VERSIONS_MAX,
                    "1",
                    TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED,
                    "true"))
            .at(place, fixture.settings(true));
    TableMetadata hostile =
        TableMetadata.buildFrom(metadata)
            .discardChanges()
            .setPreviousFileLocation(victim.metadataFile())
            .upgradeFormatVersion(3)
            .build();
    String file = place + "/metadata/00000-x.metadata.json";
    TableMetadataParser.write(hostile, fixture.files.newOutputFile(file));
    TableIdentifier attacker = TableIdentifier.of(SALES, "attacker");
    catalog.tables().register(attacker, file, false);
    for (int i = 0; i < 4; i++) {
      catalog.tables().commit(setProperty(attacker, "a", "" + i));
    }
    assertTrue(
        fixture.metadataFiles().contains(victim.metadataFile()),
        "the file of the other table is gone");
  }

  @Test
  void earlierFilesAreReadFromTheWholeLog() {
    catalog
        .tables()
        .create(ORDERS, newTable(Map.of(TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, "70")));
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      files.add(catalog.tables().load(ORDERS).metadataFile());
      catalog.tables().commit(setProperty(ORDERS, "a", "" + i));
    }
    EntityEntry entry = catalog.commits().current().get(ORDERS, EntityKind.TABLE);
    assertEquals(
        files.subList(20, 90),
        new TableStates(fixture.store::findAll)
            .earlierFiles(catalog.commits().current().table(entry.state())));
  }
}
