package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appends that come twice without a key, from proxies and old clients. */
class RepeatedAppendTest {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");

  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private final TableCommit first = append(ORDERS, null, 1, 1);

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
    catalog.tables().create(ORDERS, newTable(Map.of()));
    catalog.tables().commit(first);
    catalog.tables().commit(append(ORDERS, 1L, 2, 2));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aRepeatedAppendReturnsTheCurrentMetadataAndWritesNothing() {
    int files = fixture.metadataFiles().size();
    long version = fixture.store.current("main").version();
    CatalogTable again = catalog.tables().commit(first);
    assertEquals(2, again.metadata().currentSnapshot().snapshotId());
    assertEquals(files, fixture.metadataFiles().size());
    assertEquals(version, fixture.store.current("main").version());
  }

  @Test
  void aRepeatedTransactionIsRecognizedAsAWhole() {
    catalog.tables().create(ITEMS, newTable(Map.of()));
    List<TableCommit> both = List.of(append(ORDERS, 2L, 3, 3), append(ITEMS, null, 3, 1));
    catalog.tables().commit(both);
    List<CatalogTable> again = catalog.tables().commit(both);
    assertEquals(3, again.get(0).metadata().snapshots().size());
    assertEquals(1, again.get(1).metadata().snapshots().size());
  }

  @Test
  void anotherManifestListIsAnotherAppend() {
    MetadataUpdate.AddSnapshot add = (MetadataUpdate.AddSnapshot) first.updates().get(0);
    String other =
        SnapshotParser.toJson(add.snapshot()).replace("s3://b/1.avro", "s3://b/other.avro");
    List<MetadataUpdate> updates =
        List.of(
            new MetadataUpdate.AddSnapshot(SnapshotParser.fromJson(other)), first.updates().get(1));
    assertThrows(
        CommitFailedException.class,
        () -> catalog.tables().commit(new TableCommit(ORDERS, first.requirements(), updates)));
    assertThrows(
        CommitFailedException.class, () -> catalog.tables().commit(append(ORDERS, 1L, 9, 2)));
  }

  /**
   * To another branch, or with further updates: it is not the same as what was applied. A refusal
   * would make the client delete the manifest list of a snapshot that the table has.
   */
  @Test
  void anythingElseWithASnapshotThatTheTableHasIsUnknown() {
    MetadataUpdate.AddSnapshot add = (MetadataUpdate.AddSnapshot) first.updates().get(0);
    for (List<MetadataUpdate> updates :
        List.<List<MetadataUpdate>>of(
            List.of(
                add,
                new MetadataUpdate.SetSnapshotRef(
                    "audit", 1L, SnapshotRefType.BRANCH, null, null, null)),
            List.of(
                add, first.updates().get(1), new MetadataUpdate.SetProperties(Map.of("a", "1"))))) {
      assertThrows(
          CommitStateUnknownException.class,
          () -> catalog.tables().commit(new TableCommit(ORDERS, first.requirements(), updates)));
    }
  }

  /** The branch was rolled back to before the append: it is no longer in its ancestry. */
  @Test
  void anAppendThatWasRolledBackIsUnknown() {
    catalog
        .tables()
        .commit(
            new TableCommit(
                ORDERS,
                List.of(),
                List.of(
                    new MetadataUpdate.SetSnapshotRef(
                        "main", 1L, SnapshotRefType.BRANCH, null, null, null))));
    assertThrows(
        CommitFailedException.class, () -> catalog.tables().commit(append(ORDERS, 2L, 3, 3)));
    TableCommit second = append(ORDERS, 1L, 2, 2);
    assertThrows(CommitStateUnknownException.class, () -> catalog.tables().commit(second));
    assertEquals(1, catalog.tables().load(ORDERS).metadata().currentSnapshot().snapshotId());
  }

  /** A client made a snapshot that is its own parent the current one. */
  @Test
  void ancestorsInACircleEndTheSearch() {
    TableCommit circle = append(ORDERS, 7L, 7, 3);
    catalog.tables().commit(new TableCommit(ORDERS, List.of(), circle.updates()));
    assertThrows(CommitStateUnknownException.class, () -> catalog.tables().commit(first));
    assertEquals(7, catalog.tables().load(ORDERS).metadata().currentSnapshot().snapshotId());
  }
}
