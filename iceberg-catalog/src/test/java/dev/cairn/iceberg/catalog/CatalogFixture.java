package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.location.AllowedLocations;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.types.Types;

/** A catalog in memory, with files in a directory. */
final class CatalogFixture implements AutoCloseable {
  static final Namespace SALES = Namespace.of("sales");
  static final TableIdentifier ORDERS = TableIdentifier.of(SALES, "orders");
  static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  final Clock clock = Clock.fixed(Instant.parse("2026-11-18T10:00:00Z"), ZoneOffset.UTC);
  final Cairn cairn;
  final LocalFileIO files = new LocalFileIO();
  final String base;
  final String allowed;
  final Store store;

  CatalogFixture(Path directory) {
    this(directory, directory.resolve("warehouse"));
  }

  /** With locations anywhere below {@code root}. */
  CatalogFixture(Path directory, Path root) {
    this(
        directory,
        root,
        Cairn.open(
            Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings())));
  }

  CatalogFixture(Path directory, Path root, Cairn cairn) {
    this(directory, root, cairn, new Scope("acme", "sales"));
  }

  private CatalogFixture(Path directory, Path root, Cairn cairn, Scope scope) {
    this.cairn = cairn;
    base = "file:" + directory.resolve("warehouse");
    allowed = "file:" + root;
    files.initialize(Map.of(LocalFileIO.ROOT, allowed));
    store = cairn.store(scope);
    if (store.findReference("main").isEmpty()) {
      store.createReference("main");
    }
  }

  /** With {@code backend}, as one process that uses it. */
  static CatalogFixture on(Backend backend, Path directory) {
    return on(backend, directory, new Scope("acme", "sales"));
  }

  /** With {@code backend}, as one process that uses {@code scope}. */
  static CatalogFixture on(Backend backend, Path directory, Scope scope) {
    return new CatalogFixture(
        directory,
        directory.resolve("warehouse"),
        Cairn.open(
            backend,
            Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()),
            ObjectTypes.discover(),
            EngineRuntime.system()),
        scope);
  }

  IcebergCatalog catalog() {
    return catalog(store, files);
  }

  IcebergCatalog catalog(Store on, FileIO io) {
    return new IcebergCatalog(on, io, settings(true), clock);
  }

  WarehouseSettings settings(boolean uniqueLocations) {
    return new WarehouseSettings(
        base, AllowedLocations.of(List.of(allowed)), uniqueLocations, Duration.ofSeconds(30));
  }

  static CatalogTables.NewTable newTable(Map<String, String> properties) {
    return newTableAt(null, properties);
  }

  static CatalogTables.NewTable newTableAt(String location, Map<String, String> properties) {
    return new CatalogTables.NewTable(
        SCHEMA, PartitionSpec.unpartitioned(), SortOrder.unsorted(), location, properties);
  }

  static TableCommit setProperty(TableIdentifier name, String key, String value) {
    return new TableCommit(
        name, List.of(), List.of(new MetadataUpdate.SetProperties(Map.of(key, value))));
  }

  /** An append of a snapshot after {@code parent}, which may be null. */
  static TableCommit append(TableIdentifier name, Long parent, long id, long sequence) {
    String json =
        """
        {"snapshot-id": %d, %s "sequence-number": %d, "timestamp-ms": %d,
         "summary": {"operation": "append", "of-the-size-that-engines-write": "%s"},
         "manifest-list": "s3://b/%d.avro", "schema-id": 0}
        """
            .formatted(
                id,
                parent == null ? "" : "\"parent-snapshot-id\": " + parent + ",",
                sequence,
                System.currentTimeMillis(),
                "x".repeat(400),
                id);
    return new TableCommit(
        name,
        List.of(new UpdateRequirement.AssertRefSnapshotID("main", parent)),
        List.of(
            new MetadataUpdate.AddSnapshot(SnapshotParser.fromJson(json)),
            new MetadataUpdate.SetSnapshotRef(
                "main", id, SnapshotRefType.BRANCH, null, null, null)));
  }

  /** The metadata files that exist. */
  List<String> metadataFiles() {
    List<String> found = new ArrayList<>();
    for (FileInfo file : files.listPrefix(base)) {
      found.add(file.location());
    }
    return found;
  }

  @Override
  public void close() {
    cairn.close();
  }
}
