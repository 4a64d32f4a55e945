package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.LogEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.view.ImmutableSQLViewRepresentation;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of("owner", "ann"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private ViewMetadata view(TableIdentifier name) {
    return ViewMetadata.builder()
        .setLocation(catalog.views().newLocation(name))
        .addSchema(CatalogFixture.SCHEMA)
        .addVersion(version(1, "spark"))
        .setCurrentVersionId(1)
        .build();
  }

  private static ViewVersion version(int id, String dialect) {
    return ImmutableViewVersion.builder()
        .versionId(id)
        .timestampMillis(1)
        .schemaId(0)
        .defaultNamespace(SALES)
        .addRepresentations(
            ImmutableSQLViewRepresentation.builder().sql("select 1").dialect(dialect).build())
        .build();
  }

  // Iceberg's builder throws IllegalStateException, which a server would answer with 500.
  @Test
  void aVersionThatLosesADialectIsRefusedAsInvalid() {
    TableIdentifier report = TableIdentifier.of(SALES, "report");
    ViewMetadata created = catalog.views().create(report, view(report));
    List<MetadataUpdate> updates =
        List.of(
            new MetadataUpdate.AddViewVersion(version(2, "trino")),
            new MetadataUpdate.SetCurrentViewVersion(-1));
    assertThrows(
        ValidationException.class, () -> catalog.views().commit(report, List.of(), updates));
    assertEquals(
        created.metadataFileLocation(), catalog.views().load(report).metadataFileLocation());
  }

  @Test
  void namespacesAreCreatedListedByLevelChangedAndDropped() {
    Namespace north = Namespace.of("sales", "north");
    Namespace odd = Namespace.of("a.b/c%2F\u0001");
    catalog.namespaces().create(north, Map.of());
    catalog.namespaces().create(Namespace.of("sales", "north", "deep"), Map.of());
    catalog.namespaces().create(odd, Map.of());
    assertEquals(List.of(odd, SALES), catalog.namespaces().list(Namespace.empty()));
    assertEquals(List.of(north), catalog.namespaces().list(SALES));
    assertThrows(
        NoSuchNamespaceException.class, () -> catalog.namespaces().list(Namespace.of("none")));
    assertThrows(AlreadyExistsException.class, () -> catalog.namespaces().create(SALES, Map.of()));
    assertThrows(
        NoSuchNamespaceException.class,
        () -> catalog.namespaces().create(Namespace.of("none", "child"), Map.of()));
    assertThrows(NamespaceNotEmptyException.class, () -> catalog.namespaces().drop(SALES));
    assertEquals(
        new CatalogNamespaces.PropertyChanges(Set.of("x"), Set.of("owner"), Set.of("none")),
        catalog.namespaces().update(SALES, Map.of("x", "1"), List.of("owner", "none")));
    assertEquals(Map.of("x", "1"), catalog.namespaces().load(SALES));
    assertThrows(
        UnprocessableEntityException.class,
        () -> catalog.namespaces().update(SALES, Map.of("x", "1"), List.of("x")));
    catalog.namespaces().drop(odd);
    assertFalse(catalog.namespaces().exists(odd));
    assertThrows(NoSuchNamespaceException.class, () -> catalog.namespaces().drop(odd));
  }

  @Test
  void namesThatClientsMisreadAreRefused() {
    for (String name : List.of("", ".", "..", "a\u001Fb")) {
      assertThrows(
          ValidationException.class,
          () -> catalog.namespaces().create(Namespace.of("sales", name), Map.of()));
      assertThrows(
          ValidationException.class,
          () ->
              catalog
                  .tables()
                  .create(
                      TableIdentifier.of(SALES, name.isEmpty() ? "a\u001F" : name),
                      newTable(Map.of())));
    }
  }

  @Test
  void aTableIsWhatItsMetadataFileSays() {
    CatalogTable created = catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    CatalogTable appended = catalog.tables().commit(append(ORDERS, null, 7, 1));
    CatalogTable loaded = catalog.tables().load(ORDERS);
    assertEquals(created.id(), loaded.id());
    assertEquals(appended.stateRef(), loaded.stateRef());
    assertNotEquals(created.stateRef(), loaded.stateRef());
    TableMetadata file = TableMetadataParser.read(fixture.files, loaded.metadataFile());
    assertEquals(TableMetadataParser.toJson(file), TableMetadataParser.toJson(loaded.metadata()));
    assertEquals(7, loaded.metadata().currentSnapshot().snapshotId());
    assertEquals(
        List.of(created.metadataFile()),
        loaded.metadata().previousFiles().stream()
            .map(TableMetadata.MetadataLogEntry::file)
            .toList());
    assertTrue(loaded.metadataFile().contains("/metadata/00001-"));
    assertEquals(List.of(ORDERS), catalog.tables().list(SALES));
    assertTrue(catalog.tables().exists(ORDERS));
  }

  @Test
  void tablesAndViewsShareNames() {
    TableIdentifier report = TableIdentifier.of(SALES, "report");
    catalog.tables().create(ORDERS, newTable(Map.of()));
    catalog.views().create(report, view(report));
    assertThrows(AlreadyExistsException.class, () -> catalog.views().create(ORDERS, view(report)));
    assertThrows(
        AlreadyExistsException.class, () -> catalog.tables().create(report, newTable(Map.of())));
    assertThrows(NoSuchTableException.class, () -> catalog.tables().load(report));
    assertThrows(NoSuchViewException.class, () -> catalog.views().load(ORDERS));
    assertEquals(List.of(report), catalog.views().list(SALES));
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.entities().rename(EntityKind.TABLE, ORDERS, report));
  }

  @Test
  void aViewIsChangedRenamedAndDropped() {
    TableIdentifier report = TableIdentifier.of(SALES, "report");
    TableIdentifier other = TableIdentifier.of(SALES, "other");
    ViewMetadata created = catalog.views().create(report, view(report));
    ViewMetadata changed =
        catalog
            .views()
            .commit(
                report,
                List.of(new UpdateRequirement.AssertViewUUID(created.uuid())),
                List.of(new MetadataUpdate.SetProperties(Map.of("a", "1"))));
    assertEquals(Map.of("a", "1"), changed.properties());
    assertNotEquals(created.metadataFileLocation(), changed.metadataFileLocation());
    assertThrows(
        CommitFailedException.class,
        () ->
            catalog
                .views()
                .commit(
                    report,
                    List.of(new UpdateRequirement.AssertViewUUID("other")),
                    List.of(new MetadataUpdate.SetProperties(Map.of("a", "2")))));
    catalog.entities().rename(EntityKind.VIEW, report, other);
    assertEquals(changed.uuid(), catalog.views().load(other).uuid());
    long id = catalog.entities().drop(EntityKind.VIEW, other, false);
    assertFalse(catalog.views().exists(other));
    assertEquals(other, catalog.entities().undrop(id));
    assertEquals(Map.of("a", "1"), catalog.views().load(other).properties());
  }

  @Test
  void aRenameIsOneCommitWithBothNames() {
    TableIdentifier to = TableIdentifier.of(SALES, "renamed");
    catalog.tables().create(ORDERS, newTable(Map.of()));
    long version = fixture.store.current("main").version();
    catalog.entities().rename(EntityKind.TABLE, ORDERS, to);
    assertEquals(version + 1, fixture.store.current("main").version());
    LogEntry entry = fixture.store.log("main", 1).entries().get(0);
    assertEquals(Set.of(ORDERS, to), Set.copyOf(CatalogChange.of(entry).contents()));
  }

  @Test
  void aRenameAcrossNamespacesKeepsTheEntity() {
    Namespace archive = Namespace.of("archive");
    catalog.namespaces().create(archive, Map.of());
    CatalogTable created = catalog.tables().create(ORDERS, newTable(Map.of()));
    TableIdentifier to = TableIdentifier.of(archive, "orders");
    catalog.entities().rename(EntityKind.TABLE, ORDERS, to);
    assertEquals(created.id(), catalog.tables().load(to).id());
    assertFalse(catalog.tables().exists(ORDERS));
    assertThrows(
        NoSuchTableException.class, () -> catalog.entities().rename(EntityKind.TABLE, ORDERS, to));
    assertThrows(
        NoSuchNamespaceException.class,
        () ->
            catalog.entities().rename(EntityKind.TABLE, to, TableIdentifier.of("none", "orders")));
    catalog.namespaces().drop(SALES);
  }

  @Test
  void aDroppedTableComesBackWithItsStateAndKeepsItsLocationTaken() {
    CatalogTable created = catalog.tables().create(ORDERS, newTable(Map.of()));
    CatalogTable appended = catalog.tables().commit(append(ORDERS, null, 7, 1));
    String location = created.metadata().location();
    IcebergCatalog ofAnn = catalog.forRequest(CatalogRequest.of(Principal.of("ann"), "request-1"));
    long id = ofAnn.entities().drop(EntityKind.TABLE, ORDERS, true);
    assertEquals(created.id(), id);
    assertThrows(NoSuchTableException.class, () -> catalog.tables().load(ORDERS));
    assertEquals("ann", catalog.entities().dropped().get(0).principal());
    assertTrue(catalog.entities().dropped().get(0).purge());
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.tables().create(ORDERS, newTableAt(location, Map.of())));
    CatalogTable second = catalog.tables().create(ORDERS, newTable(Map.of()));
    assertNotEquals(id, second.id(), "a new table inherits nothing");
    assertThrows(AlreadyExistsException.class, () -> catalog.entities().undrop(id));
    TableIdentifier back = TableIdentifier.of(SALES, "back");
    catalog.entities().undrop(id, back);
    assertEquals(appended.stateRef(), catalog.tables().load(back).stateRef());
    assertEquals(List.of(), catalog.entities().dropped());
    assertThrows(NotFoundException.class, () -> catalog.entities().undrop(id));
  }

  /** A client that writes anything but {@code false} there wants protection. */
  @Test
  void aProtectedTableIsNotDropped() {
    catalog.tables().create(ORDERS, newTable(Map.of(CatalogEntities.PROTECTED, "true")));
    for (String value : List.of("TRUE", " true ", "yes", "1", "")) {
      assertThrows(
          ForbiddenException.class, () -> catalog.entities().drop(EntityKind.TABLE, ORDERS, false));
      catalog.tables().commit(setProperty(ORDERS, CatalogEntities.PROTECTED, value));
    }
    assertThrows(
        ForbiddenException.class, () -> catalog.entities().drop(EntityKind.TABLE, ORDERS, false));
    catalog.tables().commit(setProperty(ORDERS, CatalogEntities.PROTECTED, " False"));
    catalog.entities().drop(EntityKind.TABLE, ORDERS, false);
  }

  /** Between two pages, another process drops a table that the second page shows. */
  @Test
  void allPagesOfAListingShowTheStateOfTheFirst() {
    List<TableIdentifier> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(TableIdentifier.of(SALES, "t" + i));
      catalog.tables().create(all.get(i), newTable(Map.of()));
      catalog.namespaces().create(Namespace.of("sales", "n" + i), Map.of());
    }
    List<TableIdentifier> found = new ArrayList<>();
    Optional<PageRequest> next = Optional.of(PageRequest.first(2));
    while (next.isPresent()) {
      Listing<TableIdentifier> page = catalog.tables().list(SALES, next.get());
      found.addAll(page.items());
      next = page.next().map(token -> PageRequest.after(token, 2));
      if (found.size() == 2) {
        catalog.entities().drop(EntityKind.TABLE, all.get(3), false);
      }
    }
    assertEquals(all, found);
    Listing<Namespace> children = catalog.namespaces().list(SALES, PageRequest.first(3));
    assertEquals(3, children.items().size());
    assertEquals(
        2,
        catalog
            .namespaces()
            .list(SALES, PageRequest.after(children.next().orElseThrow(), 3))
            .items()
            .size());
    assertThrows(
        NoSuchNamespaceException.class,
        () -> catalog.tables().list(Namespace.of("none"), PageRequest.first(2)));
  }

  @Test
  void aStagedCreateStoresNothingUntilItIsCommitted() {
    TableMetadata staged = catalog.tables().stageCreate(ORDERS, newTable(Map.of("a", "1")));
    assertFalse(catalog.tables().exists(ORDERS));
    assertEquals(List.of(), fixture.metadataFiles());
    TableCommit commit =
        new TableCommit(
            ORDERS,
            List.of(new UpdateRequirement.AssertTableDoesNotExist()),
            Stream.concat(
                    Stream.of(new MetadataUpdate.AssignUUID(staged.uuid())),
                    staged.changes().stream())
                .toList());
    CatalogTable created = catalog.tables().commit(commit);
    assertEquals(staged.uuid(), created.metadata().uuid());
    assertEquals(staged.location(), created.metadata().location());
    assertThrows(CommitFailedException.class, () -> catalog.tables().commit(commit));
  }

  @Test
  void aRegisteredTableIsReadFromItsFileAndOverwrittenOnlyOnRequest() {
    CatalogTable created = catalog.tables().create(ORDERS, newTable(Map.of()));
    CatalogTable appended = catalog.tables().commit(append(ORDERS, null, 7, 1));
    catalog.tables().commit(append(ORDERS, 7L, 8, 2));
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.tables().register(ORDERS, appended.metadataFile(), false));
    CatalogTable back = catalog.tables().register(ORDERS, appended.metadataFile(), true);
    assertEquals(created.id(), back.id());
    assertEquals(7, catalog.tables().load(ORDERS).metadata().currentSnapshot().snapshotId());
    TableIdentifier copy = TableIdentifier.of(SALES, "copy");
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.tables().register(copy, appended.metadataFile(), false),
        "two tables would share a location");
    assertThrows(
        ForbiddenException.class,
        () -> catalog.tables().register(copy, "file:/etc/1.metadata.json", false));
  }

  @Test
  void filesOfATableThatWasDroppedWithoutPurgeAreRegisteredAgain() {
    CatalogTable created = catalog.tables().create(ORDERS, newTable(Map.of()));
    long kept = catalog.entities().drop(EntityKind.TABLE, ORDERS, false);
    CatalogTable back = catalog.tables().register(ORDERS, created.metadataFile(), false);
    assertNotEquals(kept, back.id());
    assertEquals(created.metadata().uuid(), back.metadata().uuid());
    assertThrows(NotFoundException.class, () -> catalog.entities().undrop(kept));
    catalog.entities().drop(EntityKind.TABLE, ORDERS, true);
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.tables().register(ORDERS, created.metadataFile(), false),
        "these files are to be deleted");
  }

  @Test
  void locationsMustBeAllowedAndFree() {
    CatalogTable created = catalog.tables().create(ORDERS, newTable(Map.of()));
    String location = created.metadata().location();
    TableIdentifier other = TableIdentifier.of(SALES, "other");
    for (String taken : List.of(location, location + "/data/", fixture.base + "/sales")) {
      assertThrows(
          AlreadyExistsException.class,
          () -> catalog.tables().create(other, newTableAt(taken, Map.of())),
          taken);
    }
    assertThrows(
        ForbiddenException.class,
        () -> catalog.tables().create(other, newTableAt("file:/elsewhere", Map.of())));
    assertThrows(
        ValidationException.class,
        () -> catalog.tables().create(other, newTableAt(fixture.base + "/../x", Map.of())));
    catalog.tables().create(other, newTable(Map.of()));
    for (String property :
        List.of(
            "write.data.path",
            "write.metadata.path",
            "write.object-storage.path",
            "write.folder-storage.path")) {
      assertThrows(
          AlreadyExistsException.class,
          () -> catalog.tables().commit(setProperty(other, property, location + "/inside")));
      assertThrows(
          ForbiddenException.class,
          () -> catalog.tables().commit(setProperty(other, property, "file:/elsewhere")));
    }
    assertEquals(2, fixture.metadataFiles().size(), "files of refused commits are deleted");
  }

  @Test
  void aTransactionChangesAllTablesInOneCommitOrNone() {
    TableIdentifier items = TableIdentifier.of(SALES, "items");
    TableIdentifier fresh = TableIdentifier.of(SALES, "fresh");
    catalog.tables().create(ORDERS, newTable(Map.of()));
    catalog.tables().create(items, newTable(Map.of()));
    TableMetadata staged = catalog.tables().stageCreate(fresh, newTable(Map.of()));
    long version = fixture.store.current("main").version();
    catalog
        .tables()
        .commit(
            List.of(
                append(ORDERS, null, 1, 1),
                append(items, null, 2, 1),
                new TableCommit(
                    fresh,
                    List.of(new UpdateRequirement.AssertTableDoesNotExist()),
                    staged.changes())));
    assertEquals(version + 1, fixture.store.current("main").version());
    assertTrue(catalog.tables().exists(fresh));
    int files = fixture.metadataFiles().size();
    assertThrows(
        CommitFailedException.class,
        () -> catalog.tables().commit(List.of(append(ORDERS, 1L, 3, 2), append(items, 99L, 4, 2))));
    assertEquals(1, catalog.tables().load(ORDERS).metadata().currentSnapshot().snapshotId());
    assertEquals(files, fixture.metadataFiles().size());
  }
}
