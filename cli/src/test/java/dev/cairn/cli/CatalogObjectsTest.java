package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.core.Cairn;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.TableCommit;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a catalog stores of tables with a history, of views, namespaces and resets. */
class CatalogObjectsTest {
  private static final TableIdentifier ORDERS = TableIdentifier.of("sales", "orders");
  private static final int SNAPSHOTS = 24;

  @TempDir Path directory;

  @Test
  void anObjectOfEveryTypeIsPrintedAsJson() {
    Cli cli = new Cli(directory.resolve("store"));
    cli.ok("schema", "create");
    WarehouseSample.create(cli, directory);
    Set<String> seen = new HashSet<>();
    fill(cli).forEach(ref -> seen.add(ref.toString()));
    Deque<String> open = new ArrayDeque<>(seen);
    Set<String> printed = new TreeSet<>();
    while (!open.isEmpty()) {
      String ref = open.remove();
      JsonNode object = cli.json("get", "default/shop", ref);
      assertTrue(object.path("value").isObject(), object::toString);
      printed.add(ref.substring(0, ref.indexOf('/')));
      for (JsonNode next : object.path("references")) {
        if (seen.add(next.asText())) {
          open.add(next.asText());
        }
      }
    }
    Set<String> all = new TreeSet<>();
    ObjectTypes.discover().all().forEach(type -> all.add(type.name()));
    all.removeIf(name -> !name.startsWith("iceberg."));
    assertEquals(all, printed);
  }

  /** Makes objects of all types; returns those that the indexes name. */
  private static Set<ObjectRef> fill(Cli cli) {
    try (Cairn cairn = cli.open();
        OpenWarehouse shop =
            new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC()).open("shop")) {
      IcebergCatalog catalog = shop.catalog();
      catalog.namespaces().update(Namespace.of("sales"), Map.of("owner", "ann"), List.of());
      for (int i = 1; i <= SNAPSHOTS; i++) {
        catalog.tables().commit(append(i));
      }
      catalog
          .tables()
          .commit(
              new TableCommit(
                  ORDERS,
                  List.of(),
                  List.of(
                      new MetadataUpdate.SetSnapshotRef(
                          "long".repeat(800), 1L, SnapshotRefType.TAG, null, null, null),
                      new MetadataUpdate.SetStatistics(
                          new GenericStatisticsFile(2, "s3://statistics", 9, 4, List.of())))));
      String location = catalog.tables().load(ORDERS).metadata().location() + "-view";
      catalog.views().create(TableIdentifier.of("sales", "view"), view(location));
      Snapshot state = shop.store().current("main");
      HeadId now = state.head().orElseThrow();
      catalog.history().reset(now);
      return named(shop.store().current("main"));
    }
  }

  private static Set<ObjectRef> named(Snapshot state) {
    Set<ObjectRef> refs = new HashSet<>();
    for (String name : state.indexNames()) {
      IndexCursor<StoredValue> values =
          state.index(name, StoredValue.SERIALIZER).list(IndexRange.all());
      while (values.next()) {
        ObjectRef ref = values.value().reference();
        if (ref != null) {
          refs.add(ref);
        }
      }
    }
    return refs;
  }

  private static TableCommit append(int number) {
    String text =
        """
        {"sequence-number":%1$d,"snapshot-id":%1$d,"timestamp-ms":%2$d,"schema-id":0,
         "summary":{"operation":"append","text":"%3$s"},"manifest-list":"s3://manifests/%1$d"}"""
            .formatted(number, System.currentTimeMillis(), "x".repeat(5_000));
    return new TableCommit(
        ORDERS,
        List.of(),
        List.of(
            new MetadataUpdate.AddSnapshot(SnapshotParser.fromJson(text)),
            new MetadataUpdate.SetSnapshotRef(
                "main", (long) number, SnapshotRefType.BRANCH, null, null, null)));
  }

  private static ViewMetadata view(String location) {
    return ViewMetadata.builder()
        .setLocation(location)
        .addSchema(new Schema(Types.NestedField.required(1, "id", Types.LongType.get())))
        .addVersion(
            ImmutableViewVersion.builder()
                .versionId(1)
                .schemaId(0)
                .timestampMillis(1)
                .defaultNamespace(Namespace.of("sales"))
                .build())
        .setCurrentVersionId(1)
        .build();
  }
}
