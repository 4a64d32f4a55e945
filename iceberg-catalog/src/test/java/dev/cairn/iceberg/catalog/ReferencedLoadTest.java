package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTCatalogProperties.SnapshotMode;
import org.apache.iceberg.util.JsonUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load with {@code snapshots=refs} gives what Iceberg's own server gives. */
class ReferencedLoadTest {
  private static final int SNAPSHOTS = 300;

  @TempDir private Path directory;

  @Test
  void aLoadOfReferencedSnapshotsIsWhatIcebergsServerReturns() throws IOException {
    try (CatalogFixture fixture = new CatalogFixture(directory)) {
      IcebergCatalog catalog = fixture.catalog();
      catalog.namespaces().create(SALES, Map.of());
      catalog.tables().create(ORDERS, newTable(Map.of()));
      for (int i = 1; i <= SNAPSHOTS; i++) {
        catalog.tables().commit(append(ORDERS, i == 1 ? null : (long) i - 1, i, i));
      }
      commit(
          catalog, ref("q1", 40, SnapshotRefType.TAG), ref("audit", 120, SnapshotRefType.BRANCH));
      assertAsReturnedByIceberg(fixture, catalog, SNAPSHOTS);
      commit(catalog, new MetadataUpdate.RemoveSnapshots(Set.of(7L)));
      assertAsReturnedByIceberg(fixture, catalog, SNAPSHOTS - 7);
    }
  }

  private static void commit(IcebergCatalog catalog, MetadataUpdate... updates) {
    catalog.tables().commit(new TableCommit(ORDERS, List.of(), List.of(updates)));
  }

  private static MetadataUpdate ref(String name, long snapshot, SnapshotRefType type) {
    return new MetadataUpdate.SetSnapshotRef(name, snapshot, type, null, null, null);
  }

  private static void assertAsReturnedByIceberg(
      CatalogFixture fixture, IcebergCatalog catalog, int logEntries) throws IOException {
    InProcessCatalog ofIceberg = new InProcessCatalog(catalog, fixture.files, fixture.base);
    ofIceberg.initialize("catalog", Map.of());
    TableMetadata expected =
        CatalogHandlers.loadTable(ofIceberg, ORDERS, SnapshotMode.REFS).tableMetadata();
    CatalogTable table = catalog.tables().load(ORDERS);
    TableMetadata found =
        TableMetadataParser.fromJson(table.metadataFile(), table.jsonReferenced());
    assertEquals(3, found.snapshots().size());
    assertEquals(logEntries, found.snapshotLog().size());
    assertEquals(
        JsonUtil.mapper().readTree(TableMetadataParser.toJson(expected)),
        JsonUtil.mapper().readTree(TableMetadataParser.toJson(found)));
    assertEquals(expected.metadataFileLocation(), found.metadataFileLocation());
    ByteArrayOutputStream response = new ByteArrayOutputStream();
    table.textReferenced().writeTo(response);
    assertEquals(table.jsonReferenced(), response.toString(StandardCharsets.UTF_8));
  }
}
