package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.task.Tasks;
import dev.cairn.iceberg.location.AllowedLocations;
import dev.cairn.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.view.ImmutableSQLViewRepresentation;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What comes back from earlier states, and what does not. */
class CatalogHistoryTest {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private CatalogHistory history;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = fixture.catalog();
    history = fixture.catalog().history();
    catalog.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  void close() {
    CatalogConsistency.check(fixture.store.current("main"));
    fixture.close();
  }

  private HeadId head() {
    return fixture.store.current("main").head().orElseThrow();
  }

  private String value(TableIdentifier name) {
    return catalog.tables().load(name).metadata().properties().getOrDefault("a", "none");
  }

  /** Drains without waiting. */
  private void drain() {
    String task = CatalogDrain.taskName(fixture.store.scope());
    CatalogDrain drain =
        new CatalogDrain(
            fixture.store, fixture.files, Duration.ZERO, fixture.clock, Runnable::run, 1);
    fixture.cairn.tasks().submit(task, "");
    assertEquals(Tasks.Offer.ENDED, fixture.cairn.tasks().run(task, drain));
  }

  @Test
  void aTableGetsTheStateThatItHadWithANewFileAndKeepsIdAndName() {
    CatalogTable created = catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    for (long i = 1; i <= 60; i++) {
      catalog.tables().commit(append(ORDERS, i == 1 ? null : i - 1, i, i));
    }
    TableMetadata before = catalog.tables().load(ORDERS).metadata();
    String beforeJson = catalog.tables().load(ORDERS).json();
    HeadId earlier = head();
    catalog.tables().commit(setProperty(ORDERS, "a", "2"));
    Set<Long> most = new HashSet<>();
    for (long i = 1; i < 60; i++) {
      most.add(i);
    }
    catalog
        .tables()
        .commit(
            new TableCommit(ORDERS, List.of(), List.of(new MetadataUpdate.RemoveSnapshots(most))));
    catalog.entities().rename(EntityKind.TABLE, ORDERS, ITEMS);
    fixture.files.deleteFile(before.metadataFileLocation());
    assertEquals(ITEMS, history.restore(ORDERS, earlier), "a rename is not undone");
    CatalogTable restored = catalog.tables().load(ITEMS);
    assertEquals(beforeJson, restored.json());
    assertEquals(created.id(), restored.id());
    assertNotEquals(before.metadataFileLocation(), restored.metadataFile());
    assertTrue(fixture.metadataFiles().contains(restored.metadataFile()));
    catalog.tables().commit(append(ITEMS, 60L, 61, 61));
    assertEquals(61, catalog.tables().load(ITEMS).metadata().snapshots().size());
    assertFalse(catalog.tables().exists(ORDERS));
  }

  @Test
  void aDroppedTableComesBackUnderItsNameUnlessThatIsTakenOrItsNamespaceGone() {
    long id = catalog.tables().create(ORDERS, newTable(Map.of("a", "1"))).id();
    HeadId earlier = head();
    catalog.tables().commit(setProperty(ORDERS, "a", "2"));
    catalog.entities().drop(EntityKind.TABLE, ORDERS, true);
    catalog.tables().create(ORDERS, newTable(Map.of()));
    int files = fixture.metadataFiles().size();
    assertThrows(AlreadyExistsException.class, () -> history.restore(ORDERS, earlier));
    assertEquals(files, fixture.metadataFiles().size(), "a refusal leaves no file");
    catalog.entities().drop(EntityKind.TABLE, ORDERS, true);
    catalog.namespaces().drop(SALES);
    assertThrows(NoSuchNamespaceException.class, () -> history.restore(ORDERS, earlier));
    catalog.namespaces().create(SALES, Map.of());
    assertEquals(ORDERS, history.restore(ORDERS, earlier));
    assertEquals("1", value(ORDERS));
    assertEquals(id, catalog.tables().load(ORDERS).id());
    assertThrows(NotFoundException.class, () -> catalog.entities().undrop(id));
  }

  @Test
  void whatIsPurgedOrBeingPurgedOrReleasedDoesNotComeBack() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    catalog.tables().create(ITEMS, newTable(Map.of()));
    HeadId earlier = head();
    catalog.entities().drop(EntityKind.TABLE, ITEMS, false);
    catalog.entities().drop(EntityKind.TABLE, ORDERS, true);
    DrainCommits commits = new DrainCommits(fixture.store);
    DroppedEntity purged = commits.due(DroppedEntity.Details::purge).get(0);
    assertTrue(commits.beginPurge(purged));
    assertThrows(ForbiddenException.class, () -> history.restore(ORDERS, earlier));
    assertEquals(List.of(ORDERS), history.reset(earlier).leftOut());
    assertTrue(catalog.tables().exists(ITEMS));
    assertFalse(catalog.tables().exists(ORDERS));
    catalog.entities().drop(EntityKind.TABLE, ITEMS, false);
    drain();
    for (TableIdentifier gone : List.of(ORDERS, ITEMS)) {
      assertThrows(NotFoundException.class, () -> history.restore(gone, earlier));
    }
    assertEquals(List.of(ITEMS, ORDERS), history.reset(earlier).leftOut());
    assertEquals(List.of(), catalog.tables().list(SALES));
    assertThrows(
        NoSuchTableException.class,
        () -> history.restore(TableIdentifier.of(SALES, "never"), earlier));
    assertThrows(
        HeadNotFoundException.class,
        () -> history.restore(ORDERS, new HeadId(earlier.version(), earlier.id() + 1)));
  }

  /** Checked: dropped. The drain begins. Change: it is being purged. */
  @Test
  void aPurgeThatBeginsMeanwhileWins() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    HeadId earlier = head();
    catalog.entities().drop(EntityKind.TABLE, ORDERS, true);
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    intercepted.beforeNextCommit(this::drain);
    int files = fixture.metadataFiles().size();
    CatalogHistory racing = fixture.catalog(intercepted.store(), fixture.files).history();
    assertThrows(NotFoundException.class, () -> racing.restore(ORDERS, earlier));
    assertEquals(files - 1, fixture.metadataFiles().size(), "neither the old file nor a new one");
    assertEquals(List.of(), catalog.entities().dropped());
  }

  /** Restore: planned. Another process commits, renames, or drops. Change: it is as it was. */
  @Test
  void aRestoreOverridesWhatCameMeanwhileAndKeepsTheNewestName() {
    catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    HeadId earlier = head();
    catalog.tables().commit(setProperty(ORDERS, "a", "2"));
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    CatalogHistory racing = fixture.catalog(intercepted.store(), fixture.files).history();
    intercepted.beforeNextCommit(() -> catalog.tables().commit(setProperty(ORDERS, "a", "3")));
    assertEquals(ORDERS, racing.restore(ORDERS, earlier));
    assertEquals("1", value(ORDERS));
    intercepted.beforeNextCommit(() -> catalog.entities().rename(EntityKind.TABLE, ORDERS, ITEMS));
    assertEquals(ITEMS, racing.restore(ORDERS, earlier));
    intercepted.beforeNextCommit(() -> catalog.entities().drop(EntityKind.TABLE, ITEMS, true));
    assertEquals(ORDERS, racing.restore(ORDERS, earlier));
    assertEquals(List.of(), catalog.entities().dropped());
  }

  /** Commit: planned. Another process resets the catalog. Change: moved, so planned again. */
  @Test
  void aCommitThatWasPlannedBeforeAResetIsCheckedAfterIt() {
    catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    HeadId earlier = head();
    catalog.tables().commit(append(ORDERS, null, 1, 1));
    TableIdentifier added = TableIdentifier.of(SALES, "added");
    catalog.tables().create(added, newTable(Map.of()));
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    IcebergCatalog racing = fixture.catalog(intercepted.store(), fixture.files);
    intercepted.beforeNextCommit(() -> history.reset(earlier));
    assertThrows(
        CommitFailedException.class, () -> racing.tables().commit(append(ORDERS, 1L, 2, 2)));
    assertEquals(List.of(), catalog.tables().load(ORDERS).metadata().snapshots());
    catalog.entities().undrop(catalog.entities().dropped().get(0).id());
    intercepted.beforeNextCommit(() -> history.reset(earlier));
    assertThrows(
        NoSuchTableException.class, () -> racing.tables().commit(setProperty(added, "a", "1")));
    intercepted.beforeNextCommit(() -> history.reset(earlier));
    racing.tables().commit(setProperty(ORDERS, "b", "2"));
    assertEquals("1", value(ORDERS));
  }

  @Test
  void ofTwoUndropsAtOnceOneIsApplied() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    long id = catalog.entities().drop(EntityKind.TABLE, ORDERS, true);
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    IcebergCatalog racing = fixture.catalog(intercepted.store(), fixture.files);
    intercepted.beforeNextCommit(() -> catalog.entities().undrop(id, ITEMS));
    assertThrows(NotFoundException.class, () -> racing.entities().undrop(id, ORDERS));
    assertEquals(List.of(ITEMS), catalog.tables().list(SALES));
  }

  @Test
  void afterAnUnknownOutcomeTheNewFileStays() {
    catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    HeadId earlier = head();
    catalog.tables().commit(setProperty(ORDERS, "a", "2"));
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    intercepted.afterNextCommit(
        () -> {
          throw new UnknownOutcomeException("the reply was lost");
        });
    CatalogHistory lossy = fixture.catalog(intercepted.store(), fixture.files).history();
    assertThrows(CommitStateUnknownException.class, () -> lossy.restore(ORDERS, earlier));
    assertEquals("1", value(ORDERS));
    assertTrue(fixture.metadataFiles().contains(catalog.tables().load(ORDERS).metadataFile()));
  }

  /** The warehouse no longer allows the place; what a restore exports would be written there. */
  @Test
  void aRestoreWritesNothingWhereTheWarehouseAllowsNothing() {
    catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    catalog.views().create(ITEMS, view("select 1"));
    HeadId earlier = head();
    catalog.tables().commit(setProperty(ORDERS, "a", "2"));
    WarehouseSettings narrowed =
        new WarehouseSettings(
            fixture.base + "/new",
            AllowedLocations.of(List.of(fixture.base + "/new")),
            true,
            Duration.ofSeconds(30));
    IcebergCatalog now = new IcebergCatalog(fixture.store, fixture.files, narrowed, fixture.clock);
    List<String> files = fixture.metadataFiles();
    for (TableIdentifier name : List.of(ORDERS, ITEMS)) {
      assertThrows(ForbiddenException.class, () -> now.history().restore(name, earlier));
    }
    assertEquals(files, fixture.metadataFiles());
    assertEquals("2", value(ORDERS));
  }

  @Test
  void aViewComesBackToo() {
    ViewMetadata first = view("select 1");
    catalog.views().create(ORDERS, first);
    HeadId earlier = head();
    catalog.entities().drop(EntityKind.VIEW, ORDERS, false);
    assertEquals(ORDERS, history.restore(ORDERS, earlier));
    ViewMetadata restored = catalog.views().load(ORDERS);
    assertEquals(first.currentVersion(), restored.currentVersion());
    assertTrue(fixture.metadataFiles().contains(restored.metadataFileLocation()));
    HeadId again = head();
    catalog
        .views()
        .commit(ORDERS, List.of(), List.of(new MetadataUpdate.SetProperties(Map.of("a", "1"))));
    assertEquals(ORDERS, history.restore(ORDERS, again));
    assertFalse(catalog.views().load(ORDERS).properties().containsKey("a"));
  }

  private ViewMetadata view(String sql) {
    return ViewMetadata.builder()
        .setLocation(catalog.views().newLocation(ORDERS))
        .addSchema(CatalogFixture.SCHEMA)
        .addVersion(
            ImmutableViewVersion.builder()
                .versionId(1)
                .schemaId(0)
                .timestampMillis(1)
                .defaultNamespace(SALES)
                .addRepresentations(
                    ImmutableSQLViewRepresentation.builder().sql(sql).dialect("spark").build())
                .build())
        .setCurrentVersionId(1)
        .build();
  }

  @Test
  void aResetSwapsNamesBackAndDropsWhatWasCreatedSince() {
    long orders = catalog.tables().create(ORDERS, newTable(Map.of("a", "1"))).id();
    long items = catalog.tables().create(ITEMS, newTable(Map.of("a", "2"))).id();
    Namespace later = Namespace.of("later");
    HeadId earlier = head();
    TableIdentifier between = TableIdentifier.of(SALES, "between");
    catalog.entities().rename(EntityKind.TABLE, ORDERS, between);
    catalog.entities().rename(EntityKind.TABLE, ITEMS, ORDERS);
    catalog.entities().rename(EntityKind.TABLE, between, ITEMS);
    catalog.namespaces().create(later, Map.of());
    TableIdentifier added = TableIdentifier.of(later, "t");
    long addedId = catalog.tables().create(added, newTable(Map.of("a", "3"))).id();
    HeadId newest = head();
    assertEquals(new ResetReport(2, List.of(added), List.of()), history.reset(earlier));
    assertEquals(orders, catalog.tables().load(ORDERS).id());
    assertEquals(items, catalog.tables().load(ITEMS).id());
    assertEquals(List.of(SALES), catalog.namespaces().list(Namespace.empty()));
    DroppedEntity.Details dropped = catalog.entities().dropped().get(0);
    assertEquals(addedId, dropped.id());
    assertFalse(dropped.purge(), "files of a reset are never deleted");
    assertEquals(new ResetReport(0, List.of(), List.of()), history.reset(earlier), "again");
    assertEquals(new ResetReport(3, List.of(), List.of()), history.reset(newest));
    assertEquals("3", value(added));
    assertEquals(orders, catalog.tables().load(ITEMS).id());
  }

  /** A state of the catalog to compare with. */
  private record Remembered(
      HeadId head, Set<Namespace> namespaces, Map<TableIdentifier, String> tables) {}

  private Remembered remember() {
    Map<TableIdentifier, String> tables = new HashMap<>();
    Set<Namespace> namespaces = new HashSet<>(catalog.namespaces().list(Namespace.empty()));
    for (Namespace namespace : namespaces) {
      for (TableIdentifier name : catalog.tables().list(namespace)) {
        tables.put(name, catalog.tables().load(name).id() + " " + value(name));
      }
    }
    return new Remembered(head(), namespaces, tables);
  }

  @Test
  void anyResetGivesTheCatalogOfThatTimeWithoutWhatIsGone() {
    Random random = seed.random("operations");
    List<Remembered> remembered = new ArrayList<>(List.of(remember()));
    for (int i = 0; i < 200 * Integer.getInteger("cairn.test.scale", 1); i++) {
      operate(random, i);
      if (i % 10 == 0) {
        remembered.add(remember());
      }
      if (i % 25 == 24) {
        Remembered target = remembered.get(random.nextInt(remembered.size()));
        Map<TableIdentifier, String> expected = new HashMap<>(target.tables());
        expected.values().removeIf(table -> !isKept(table));
        Set<TableIdentifier> gone = new HashSet<>(target.tables().keySet());
        gone.removeAll(expected.keySet());
        ResetReport report = history.reset(target.head());
        assertEquals(gone, new HashSet<>(report.leftOut()));
        Remembered found = remember();
        assertEquals(expected, found.tables());
        assertEquals(target.namespaces(), found.namespaces());
      }
      CatalogConsistency.check(fixture.store.current("main"));
    }
  }

  /** Whether the table that begins with this ID is live or dropped. */
  private boolean isKept(String table) {
    long id = Long.parseLong(table.substring(0, table.indexOf(' ')));
    return new CatalogState(fixture.store.current("main")).entity(id).isPresent();
  }

  private void operate(Random random, int number) {
    Namespace namespace = Namespace.of("n" + random.nextInt(3));
    TableIdentifier name = TableIdentifier.of(namespace, "t" + random.nextInt(4));
    try {
      switch (random.nextInt(10)) {
        case 0, 1 -> catalog.namespaces().create(namespace, Map.of());
        case 2 -> catalog.namespaces().drop(namespace);
        case 3, 4 -> catalog.tables().create(name, newTable(Map.of("a", "" + number)));
        case 5 -> catalog.tables().commit(setProperty(name, "a", "" + number));
        case 6 -> catalog.entities().drop(EntityKind.TABLE, name, random.nextBoolean());
        case 7 ->
            catalog.entities().rename(EntityKind.TABLE, name, TableIdentifier.of(namespace, "t9"));
        case 8 -> {
          Optional<DroppedEntity.Details> any = catalog.entities().dropped().stream().findFirst();
          any.ifPresent(each -> catalog.entities().undrop(each.id()));
        }
        default -> {
          if (random.nextInt(4) == 0) {
            drain();
          }
        }
      }
    } catch (RuntimeException e) {
      String refusal = e.getClass().getPackageName();
      assertEquals("org.apache.iceberg.exceptions", refusal, e::toString);
    }
  }
}
