package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.iceberg.location.AllowedLocations;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens before a change, and what a change may use. */
class PlannedStepsTest {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");

  @TempDir private Path directory;

  /** The store whose change runs at present, on the thread that runs it. */
  private final AtomicReference<InterceptedStore> watched = new AtomicReference<>();

  private CatalogFixture fixture;
  private IcebergCatalog catalog;

  @BeforeEach
  void open() {
    fixture =
        CatalogFixture.on(
            new SharedBackend(
                new InMemoryBackend(),
                operation -> {
                  InterceptedStore store = watched.get();
                  if (store != null && store.isChanging()) {
                    throw new AssertionError("a change needs the backend for " + operation);
                  }
                }),
            directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Every backend call while a change runs fails; the states are the ones just committed. */
  @Test
  void inTheUsualCaseAChangeReadsNothingFromTheBackend() {
    InterceptedStore store = new InterceptedStore(fixture.store);
    watched.set(store);
    IcebergCatalog careful = fixture.catalog(store.store(), fixture.files);
    careful.tables().create(ORDERS, newTable(Map.of()));
    careful.tables().create(ITEMS, newTable(Map.of()));
    for (int i = 1; i <= 300; i++) {
      Long parent = i == 1 ? null : (long) i - 1;
      careful.tables().commit(List.of(append(ORDERS, parent, i, i), append(ITEMS, parent, i, i)));
    }
    TableIdentifier other = TableIdentifier.of(SALES, "other");
    careful.entities().rename(EntityKind.TABLE, ORDERS, other);
    long id = careful.entities().drop(EntityKind.TABLE, other, false);
    careful.entities().undrop(id, ORDERS);
    careful.namespaces().update(SALES, Map.of("a", "1"), List.of());
    assertTrue(store.commits() > 300);
  }

  @Test
  void commitsQueueByTheIdOfTheTableSoThatARenameKeepsTheQueue() {
    catalog.tables().create(ITEMS, newTable(Map.of()));
    catalog.tables().create(ORDERS, newTable(Map.of()));
    List<String> before = List.copyOf(catalog.commits().queues(List.of(ORDERS)));
    TableIdentifier renamed = TableIdentifier.of(SALES, "renamed");
    catalog.entities().rename(EntityKind.TABLE, ORDERS, renamed);
    assertEquals(before, List.copyOf(catalog.commits().queues(List.of(renamed))));
    List<String> all =
        List.copyOf(
            catalog
                .commits()
                .queues(List.of(TableIdentifier.of(SALES, "new"), renamed, ITEMS, ORDERS)));
    assertEquals(
        List.of(
            "%016x".formatted(catalog.tables().load(ITEMS).id()),
            "%016x".formatted(catalog.tables().load(renamed).id()),
            "new sales.new",
            "new sales.orders"),
        all,
        "in the order of their IDs, creates by name");
  }

  /** The table moves before every attempt, and the clock with it. */
  @Test
  void planningAgainIsBoundedByTimeAndThenTheCommitFails() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-18T10:00:00Z"));
    Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    InterceptedStore store = new InterceptedStore(fixture.store);
    WarehouseSettings settings =
        new WarehouseSettings(
            fixture.base, AllowedLocations.of(List.of(fixture.base)), true, Duration.ofSeconds(10));
    IcebergCatalog slow = new IcebergCatalog(store.store(), fixture.files, settings, clock);
    catalog.tables().create(ORDERS, newTable(Map.of()));
    for (int i = 0; i < 10; i++) {
      String value = "" + i;
      store.beforeNextCommit(
          () -> {
            now.updateAndGet(time -> time.plusSeconds(4));
            catalog.tables().commit(setProperty(ORDERS, "b", value));
          });
    }
    assertThrows(
        CommitFailedException.class, () -> slow.tables().commit(setProperty(ORDERS, "a", "1")));
    assertEquals(3, store.commits());
    assertEquals(4, fixture.metadataFiles().size(), "those of the lost attempts are deleted");
  }

  @Test
  void whatWasCertainlyNotAppliedSaysSoAndLeavesNoFile() {
    InterceptedStore store = new InterceptedStore(fixture.store);
    IcebergCatalog refused = fixture.catalog(store.store(), fixture.files);
    for (RuntimeException certain :
        List.of(
            new CommitConflictException("others were faster"),
            new BackendUnavailableException("not reached"))) {
      store.beforeNextCommit(
          () -> {
            throw certain;
          });
      assertThrows(
          ServiceUnavailableException.class,
          () -> refused.tables().create(ORDERS, newTable(Map.of())));
      assertEquals(List.of(), fixture.metadataFiles());
    }
  }

  /** An exception that proves nothing: after the change was applied, something else fails. */
  @Test
  void afterAnExceptionThatProvesNothingNoFileIsDeleted() {
    InterceptedStore store = new InterceptedStore(fixture.store);
    store.afterNextCommit(
        () -> {
          throw new IllegalStateException("a bug above the store");
        });
    assertThrows(
        IllegalStateException.class,
        () ->
            fixture
                .catalog(store.store(), fixture.files)
                .tables()
                .create(ORDERS, newTable(Map.of())));
    assertEquals(List.of(catalog.tables().load(ORDERS).metadataFile()), fixture.metadataFiles());
  }

  @Test
  void theLocationOfAStagedCreateIsCheckedBeforeAnythingIsVendedForIt() {
    String place = fixture.base + "/taken";
    catalog.tables().create(ITEMS, newTableAt(place, Map.of()));
    for (String bad : List.of(place, place + "/inside", fixture.base)) {
      assertThrows(
          AlreadyExistsException.class,
          () -> catalog.tables().stageCreate(ORDERS, newTableAt(bad, Map.of())),
          bad);
    }
    for (String property :
        List.of(TableProperties.WRITE_DATA_LOCATION, TableProperties.WRITE_METADATA_LOCATION)) {
      assertThrows(
          AlreadyExistsException.class,
          () -> catalog.tables().stageCreate(ORDERS, newTable(Map.of(property, place + "/x"))));
      assertThrows(
          ForbiddenException.class,
          () -> catalog.tables().stageCreate(ORDERS, newTable(Map.of(property, "s3://other/x"))));
    }
    catalog.tables().stageCreate(ORDERS, newTableAt(fixture.base + "/free", Map.of()));
    catalog.entities().drop(EntityKind.TABLE, ITEMS, true);
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.tables().stageCreate(ORDERS, newTableAt(place, Map.of())),
        "until its files are gone");
  }
}
