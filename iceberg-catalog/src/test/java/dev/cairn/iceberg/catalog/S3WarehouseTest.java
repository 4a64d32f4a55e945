package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.SCHEMA;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.location.AllowedLocations;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileInfo;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;
import org.jclouds.blobstore.TransientApiMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The catalog with its files in S3, through Iceberg's own {@code S3FileIO}. */
class S3WarehouseTest {
  private static final String KEY = "key-of-the-test";
  private static final String BASE = "s3://warehouse/sales";

  private final Cairn cairn =
      Cairn.open(Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()));
  private BlobStoreContext objects;
  private S3Proxy server;
  private S3FileIO files;
  private IcebergCatalog catalog;

  @BeforeEach
  void start() throws Exception {
    // By name it would be looked up among providers whose clients are not here.
    objects =
        ContextBuilder.newBuilder(new TransientApiMetadata())
            .credentials(KEY, KEY)
            .build(BlobStoreContext.class);
    objects.getBlobStore().createContainerInLocation(null, "warehouse");
    server =
        S3Proxy.builder()
            .blobStore(objects.getBlobStore())
            .endpoint(URI.create("http://127.0.0.1:0"))
            .ignoreUnknownHeaders(true)
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY, KEY)
            .build();
    server.start();
    files =
        (S3FileIO)
            CatalogUtil.loadFileIO(
                "org.apache.iceberg.aws.s3.S3FileIO",
                Map.of(
                    // The default factory needs the clients of Glue, KMS and STS, too.
                    "s3.client-factory-impl",
                        "org.apache.iceberg.aws.s3.DefaultS3FileIOAwsClientFactory",
                    "s3.endpoint", "http://127.0.0.1:" + server.getPort(),
                    "s3.path-style-access", "true",
                    "s3.chunked-encoding-enabled", "false",
                    "s3.access-key-id", KEY,
                    "s3.secret-access-key", KEY,
                    "client.region", "us-east-1"),
                null);
    Store store = cairn.store(new Scope("acme", "sales"));
    store.createReference("main");
    catalog =
        new IcebergCatalog(
            store,
            files,
            new WarehouseSettings(
                BASE, AllowedLocations.of(List.of(BASE)), true, Duration.ofSeconds(30)),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() throws Exception {
    cairn.close();
    files.close();
    server.stop();
    objects.close();
  }

  private static DataFile dataFile(Table table, int number) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("%s/data/%d.parquet".formatted(table.location(), number))
        .withFileSizeInBytes(1_000)
        .withRecordCount(number)
        .build();
  }

  private List<String> stored() {
    List<String> found = new ArrayList<>();
    for (FileInfo file : files.listPrefix(BASE)) {
      found.add(file.location());
    }
    return found;
  }

  @Test
  void aTableIsCreatedAppendedToLoadedAndDropped() throws IOException {
    InProcessCatalog client = new InProcessCatalog(catalog, files, BASE);
    client.initialize("catalog", Map.of());
    catalog.namespaces().create(SALES, Map.of());
    Table table = client.createTable(ORDERS, SCHEMA);
    for (int i = 1; i <= 3; i++) {
      table.newAppend().appendFile(dataFile(table, i)).commit();
    }

    CatalogTable loaded = catalog.tables().load(ORDERS);
    assertTrue(stored().contains(loaded.metadataFile()), () -> stored().toString());
    TableMetadata exported = TableMetadataParser.read(files, loaded.metadataFile());
    assertEquals(
        TableMetadataParser.toJson(exported), TableMetadataParser.toJson(loaded.metadata()));
    assertEquals(3, exported.snapshots().size());

    Table again = client.loadTable(ORDERS);
    String manifestList = again.currentSnapshot().manifestListLocation();
    assertTrue(stored().contains(manifestList), () -> stored().toString());
    for (ManifestFile manifest : again.currentSnapshot().allManifests(files)) {
      assertTrue(stored().contains(manifest.path()), () -> stored().toString());
    }
    List<Long> records = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = again.newScan().planFiles()) {
      tasks.forEach(task -> records.add(task.file().recordCount()));
    }
    assertEquals(List.of(1L, 2L, 3L), records.stream().sorted().toList());

    assertTrue(client.dropTable(ORDERS, false));
    assertFalse(catalog.tables().exists(ORDERS));
    assertTrue(stored().contains(loaded.metadataFile()), "a dropped table keeps its files");
    Table registered = client.registerTable(ORDERS, loaded.metadataFile());
    assertEquals(
        exported.uuid(), ((BaseTable) registered).operations().current().uuid(), "the same table");
  }

  /** A prefix of S3 is no directory: that of a table is also that of a table with a longer name. */
  @Test
  void aPurgeDeletesWhatIsBelowTheTableAndNotItsNeighbours() {
    catalog.namespaces().create(SALES, Map.of());
    String neighbour =
        catalog
            .tables()
            .create(TableIdentifier.of(SALES, "t2"), newTableAt(BASE + "/t2", Map.of()))
            .metadataFile();
    catalog
        .tables()
        .create(TableIdentifier.of(SALES, "t"), newTableAt("s3a://warehouse/sales/t/", Map.of()));
    catalog.tables().commit(setProperty(TableIdentifier.of(SALES, "t"), "a", "1"));
    catalog.entities().drop(EntityKind.TABLE, TableIdentifier.of(SALES, "t"), true);
    Store store = cairn.store(new Scope("acme", "sales"));
    cairn.tasks().submit(CatalogDrain.taskName(store.scope()), "");
    CatalogDrain drain =
        new CatalogDrain(store, files, Duration.ZERO, Clock.systemUTC(), Runnable::run, 2);
    assertEquals(Tasks.Offer.ENDED, drain.runIfDue(cairn.tasks(), Duration.ofHours(1)));
    assertEquals(
        new DrainReport(0, 1, 2, 0),
        DrainReport.ofText(
            cairn
                .tasks()
                .find(CatalogDrain.taskName(store.scope()))
                .orElseThrow()
                .result()
                .orElseThrow()));
    assertEquals(List.of(neighbour), stored());
    assertFalse(files.listPrefix(BASE + "/t/").iterator().hasNext());
  }

  @Test
  void aMissingMetadataFileIsAnErrorThatNamesIt() {
    catalog.namespaces().create(SALES, Map.of());
    String missing = BASE + "/orders/metadata/00000-missing.metadata.json";
    RuntimeException refused =
        assertThrows(
            RuntimeException.class, () -> catalog.tables().register(ORDERS, missing, false));
    assertTrue(refused.getMessage().contains(missing), refused.toString());
    assertThrows(NoSuchTableException.class, () -> catalog.tables().load(ORDERS));
  }
}
