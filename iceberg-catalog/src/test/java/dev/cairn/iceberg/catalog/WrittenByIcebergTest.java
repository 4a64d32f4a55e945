package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.location.AllowedLocations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.GenericBlobMetadata;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.ImmutableGenericPartitionStatisticsFile;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.BaseEncryptedKey;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.JsonUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata files that Iceberg wrote are registered, loaded, changed and exported as they are. */
class WrittenByIcebergTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "day", Types.DateType.get()));

  // All instances share their files.
  private final InMemoryFileIO files = new InMemoryFileIO();
  private final Cairn cairn =
      Cairn.open(Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()));
  private final String base = "s3://written-by-iceberg/" + UUID.randomUUID();
  private IcebergCatalog catalog;
  private int registered;

  @BeforeEach
  void open() {
    Store store = cairn.store(new Scope("acme", "sales"));
    store.createReference("main");
    List<String> allowed = List.of(base, "s3://bucket");
    catalog =
        new IcebergCatalog(
            store,
            files,
            // Many states of one table are registered beside each other.
            new WarehouseSettings(
                base, AllowedLocations.of(allowed), false, Duration.ofSeconds(30)),
            Clock.systemUTC());
    catalog.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  void close() {
    cairn.close();
  }

  private TableIdentifier register(String file) throws IOException {
    TableIdentifier name = TableIdentifier.of(SALES, "registered_" + registered++);
    catalog.tables().register(name, file, false);
    assertSameAsFile(name);
    return name;
  }

  /** Holds that a load gives what Iceberg reads from the table's metadata file. */
  private TableMetadata assertSameAsFile(TableIdentifier name) throws IOException {
    CatalogTable table = catalog.tables().load(name);
    TableMetadata expected = TableMetadataParser.read(files, table.metadataFile());
    assertEquals(table.metadataFile(), expected.metadataFileLocation());
    assertEquals(
        JsonUtil.mapper().readTree(TableMetadataParser.toJson(expected)),
        JsonUtil.mapper().readTree(TableMetadataParser.toJson(table.metadata())));
    return expected;
  }

  private void assertChangesAsIcebergDoes(TableIdentifier name) throws IOException {
    TableMetadata before = catalog.tables().load(name).metadata();
    List<MetadataUpdate> updates =
        List.of(new MetadataUpdate.SetProperties(Map.of("changed", "yes")));
    catalog.tables().commit(new TableCommit(name, List.of(), updates));
    TableMetadata found = assertSameAsFile(name);
    TableMetadata.Builder builder = TableMetadata.buildFrom(before);
    updates.forEach(update -> update.applyTo(builder));
    TableMetadata expected = builder.build();
    assertEquals(expected.properties(), found.properties());
    assertEquals(expected.previousFiles(), found.previousFiles());
    assertEquals(expected.snapshotLog(), found.snapshotLog());
    assertEquals(expected.refs(), found.refs());
    assertEquals(expected.nextRowId(), found.nextRowId());
    assertEquals(texts(expected.snapshots()), texts(found.snapshots()));
  }

  private static List<String> texts(List<Snapshot> snapshots) {
    return snapshots.stream().map(SnapshotParser::toJson).toList();
  }

  private String sample(String resource) throws IOException {
    String location = base + "/metadata/" + resource.replace(".json", ".metadata.json");
    try (InputStream in = TableMetadata.class.getResourceAsStream("/" + resource)) {
      files.addFile(location, in.readAllBytes());
    }
    return location;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TableMetadataV1Valid.json",
        "TableMetadataV2Valid.json",
        "TableMetadataV2ValidMinimal.json",
        "TableMetadataV3ValidMinimal.json",
        "TableMetadataStatisticsFiles.json",
        "TableMetadataPartitionStatisticsFiles.json"
      })
  void samplesOfIcebergsOwnTestsAreRegisteredAndChanged(String resource) throws IOException {
    assertChangesAsIcebergDoes(register(sample(resource)));
  }

  @ParameterizedTest
  @CsvSource({
    "TableMetadataUnsupportedVersion.json, Cannot read unsupported version",
    "TableMetadataV2MissingSchemas.json, schemas must exist",
    "TableMetadataV2CurrentSchemaNotFound.json, Cannot find schema",
    "TableMetadataV2MissingPartitionSpecs.json, partition-specs must exist",
    "TableMetadataV2MissingLastPartitionId.json, last-partition-id must exist",
    "TableMetadataV2MissingSortOrder.json, sort-orders must exist"
  })
  void samplesThatIcebergRefusesAreRefused(String resource, String reason) throws IOException {
    String file = sample(resource);
    TableIdentifier name = TableIdentifier.of(SALES, "refused");
    ValidationException refused =
        assertThrows(ValidationException.class, () -> catalog.tables().register(name, file, false));
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    assertFalse(catalog.tables().exists(name));
  }

  private InMemoryCatalog ofIceberg() {
    InMemoryCatalog other = new InMemoryCatalog();
    other.initialize("other", Map.of("warehouse", base));
    other.createNamespace(Namespace.of("other"));
    return other;
  }

  private static DataFile dataFile(Table table, int number) {
    return DataFiles.builder(table.spec())
        .withPath("%s/data/%d.parquet".formatted(table.location(), number))
        .withFileSizeInBytes(1_000)
        .withRecordCount(100)
        .build();
  }

  private static TableMetadata metadata(Table table) {
    return ((BaseTable) table).operations().refresh();
  }

  /** Writes a table with Iceberg's own catalog; returns all its metadata files, oldest first. */
  private List<String> write(InMemoryCatalog other, int formatVersion, String codec) {
    Table table =
        other
            .buildTable(TableIdentifier.of("other", "written"), SCHEMA)
            .withPartitionSpec(PartitionSpec.unpartitioned())
            .withProperty("format-version", "" + formatVersion)
            .withProperty("write.metadata.compression-codec", codec)
            .create();
    for (int i = 1; i <= 8; i++) {
      table.newFastAppend().appendFile(dataFile(table, i)).commit();
    }
    table.manageSnapshots().createTag("first", table.currentSnapshot().snapshotId()).commit();
    table.manageSnapshots().createBranch("audit").setMaxRefAgeMs("audit", 9_000_000).commit();
    table.newAppend().appendFile(dataFile(table, 9)).toBranch("audit").stageOnly().commit();
    table.updateSchema().addColumn("größe", Types.StringType.get()).commit();
    table.updateSpec().addField("day").commit();
    table.replaceSortOrder().asc("id").commit();
    if (formatVersion > 1) {
      addDeletes(table, formatVersion);
    }
    long current = table.currentSnapshot().snapshotId();
    table.updateStatistics().setStatistics(statistics(table, current)).commit();
    table
        .updatePartitionStatistics()
        .setPartitionStatistics(
            ImmutableGenericPartitionStatisticsFile.builder()
                .snapshotId(current)
                .path(table.location() + "/metadata/partition.parquet")
                .fileSizeInBytes(42)
                .build())
        .commit();
    long third = table.history().get(2).snapshotId();
    table.manageSnapshots().rollbackTo(third).commit();
    table.newAppend().appendFile(dataFile(table, 10)).commit();
    table.expireSnapshots().expireSnapshotId(table.history().get(0).snapshotId()).commit();
    List<String> written = new ArrayList<>();
    metadata(table).previousFiles().forEach(entry -> written.add(entry.file()));
    written.add(metadata(table).metadataFileLocation());
    return written;
  }

  private static GenericStatisticsFile statistics(Table table, long snapshot) {
    return new GenericStatisticsFile(
        snapshot,
        table.location() + "/metadata/statistics.puffin",
        420,
        42,
        List.of(
            new GenericBlobMetadata(
                "ndv", snapshot, table.currentSnapshot().sequenceNumber(), List.of(1), Map.of())));
  }

  private static void addDeletes(Table table, int formatVersion) {
    String path = table.location() + "/data/deletes." + (formatVersion == 2 ? "avro" : "puffin");
    FileMetadata.Builder deletes =
        FileMetadata.deleteFileBuilder(table.spec())
            .ofPositionDeletes()
            .withPath(path)
            .withFileSizeInBytes(10)
            .withPartitionPath("day=2026-11-18")
            .withRecordCount(1);
    if (formatVersion > 2) {
      deletes =
          deletes
              .withReferencedDataFile(table.location() + "/data/1.parquet")
              .withContentOffset(4)
              .withContentSizeInBytes(6);
    }
    table.newRowDelta().addDeletes(deletes.build()).commit();
  }

  @ParameterizedTest
  @CsvSource({"1, none", "2, gzip", "3, none", "3, gzip"})
  void everyStateOfATableWrittenByIcebergIsRegisteredAsItIs(int formatVersion, String codec)
      throws IOException {
    List<String> written = write(ofIceberg(), formatVersion, codec);
    assertTrue(written.size() > 15, written.toString());
    for (String file : written) {
      TableIdentifier name = register(file);
      assertEquals(formatVersion, catalog.tables().load(name).metadata().formatVersion());
    }
    TableIdentifier last = TableIdentifier.of(SALES, "registered_" + (registered - 1));
    TableMetadata loaded = catalog.tables().load(last).metadata();
    assertFalse(loaded.statisticsFiles().isEmpty());
    assertFalse(loaded.partitionStatisticsFiles().isEmpty());
    assertEquals(3, loaded.refs().size());
    assertChangesAsIcebergDoes(last);
  }

  @Test
  void rowLineageContinuesInARegisteredTable() throws IOException {
    List<String> written = write(ofIceberg(), 3, "none");
    TableIdentifier name = register(written.get(written.size() - 1));
    long nextRow = catalog.tables().load(name).metadata().nextRowId();
    assertTrue(nextRow > 0);
    InProcessCatalog client = new InProcessCatalog(catalog, files, base);
    client.initialize("catalog", Map.of());
    Table table = client.loadTable(name);
    table.newFastAppend().appendFile(dataFile(table, 11)).commit();
    assertEquals(nextRow, table.currentSnapshot().firstRowId());
    assertEquals(nextRow + 100, assertSameAsFile(name).nextRowId());
  }

  @Test
  void encryptionKeysOfAFileThatIcebergWroteSurvive() throws IOException {
    List<String> written = write(ofIceberg(), 3, "none");
    TableMetadata last = TableMetadataParser.read(files, written.get(written.size() - 1));
    TableMetadata.Builder builder = TableMetadata.buildFrom(last);
    for (String id : List.of("master", "manifests")) {
      builder.addEncryptionKey(
          new BaseEncryptedKey(
              id,
              ByteBuffer.wrap(("secret of " + id).getBytes(StandardCharsets.UTF_8)),
              "kms",
              Map.of("created-at", "1763460000000")));
    }
    String file = base + "/metadata/encrypted.metadata.json";
    TableMetadataParser.write(builder.build(), files.newOutputFile(file));
    TableIdentifier name = register(file);
    assertEquals(2, catalog.tables().load(name).metadata().encryptionKeys().size());
    assertChangesAsIcebergDoes(name);
    assertEquals(2, assertSameAsFile(name).encryptionKeys().size());
  }
}
