package dev.cairn.iceberg.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.catalog.CatalogChangedException;
import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.CatalogNotActiveException;
import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.api.catalog.ClaimConflictException;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.catalog.CatalogTable;
import dev.cairn.iceberg.catalog.CatalogTables;
import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.file.LocalFileIO;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarehousesTest {
  private static final String MEMORY = MemoryFileIO.class.getName();

  @TempDir private Path directory;
  private Cairn cairn;
  private Warehouses warehouses;

  @BeforeEach
  void open() {
    cairn =
        Cairn.open(
            Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()));
    cairn.catalogs().createTenant("acme", Map.of());
    warehouses = of("acme");
  }

  private Warehouses of(String tenant) {
    return new Warehouses(cairn.catalogs(), tenant, Map.of(), Clock.systemUTC());
  }

  @AfterEach
  void close() {
    cairn.close();
  }

  private Map<String, String> at(String location, String... more) {
    Map<String, String> properties = new HashMap<>(Map.of("location", location));
    if (!location.startsWith("file:")) {
      properties.put("io-impl", MEMORY);
    }
    for (int i = 0; i < more.length; i += 2) {
      properties.put(more[i], more[i + 1]);
    }
    return properties;
  }

  private String local(String name) {
    return "file:" + directory.resolve(name);
  }

  @Test
  void aWarehouseIsCreatedFoundListedUpdatedAndOpened() {
    warehouses.create("sales", at(local("sales"), "keep-dropped", "0s", "comment", "mine"));
    warehouses.create("hr", at(local("hr")));
    cairn.catalogs().createCatalog("acme", "other", Map.of());
    List<String> names = new ArrayList<>();
    PageRequest page = PageRequest.first(1);
    Listing<Warehouse> listing;
    do {
      listing = warehouses.list(page);
      listing.items().forEach(found -> names.add(found.name()));
      page = listing.next().map(token -> PageRequest.after(token, 1)).orElse(page);
    } while (listing.next().isPresent());
    assertEquals(List.of("hr", "sales"), names, "a catalog without a location is no warehouse");
    assertTrue(warehouses.find("other").isEmpty());
    assertThrows(CatalogNotFoundException.class, () -> warehouses.open("other"));
    Warehouse sales = warehouses.get("sales");
    assertEquals(Duration.ZERO, sales.properties().keepDropped());
    assertEquals(Duration.ofDays(7), warehouses.get("hr").properties().keepDropped());
    Warehouse updated = warehouses.update(sales, at(local("sales"), "unique-locations", "false"));
    assertFalse(updated.properties().uniqueLocations());
    assertThrows(CatalogChangedException.class, () -> warehouses.update(sales, at(local("sales"))));
    assertThrows(
        CatalogExistsException.class, () -> warehouses.create("sales", at(local("again"))));
    TableIdentifier orders = TableIdentifier.of("n", "orders");
    try (OpenWarehouse open = warehouses.open("sales")) {
      assertTrue(open.files() instanceof LocalFileIO);
      open.catalog().namespaces().create(Namespace.of("n"), Map.of());
      CatalogTable table = open.catalog().tables().create(orders, newTable(Map.of()));
      assertThat(table.metadata().location()).startsWith(local("sales") + "/n/orders-");
      HeadId created = open.store().current("main").head().orElseThrow();
      open.catalog().entities().drop(EntityKind.TABLE, orders, true);
      assertEquals(orders, open.catalog().history().restore(orders, created));
      Tasks.Offer offer =
          open.drain(Clock.systemUTC(), Runnable::run, 1)
              .runIfDue(cairn.tasks(), Duration.ofHours(1));
      assertEquals(Tasks.Offer.NOT_DUE, offer, "the first run is one period after the first offer");
    }
    try (OpenWarehouse open = warehouses.open("sales")) {
      assertTrue(open.catalog().tables().exists(orders));
    }
  }

  private static CatalogTables.NewTable newTable(Map<String, String> properties) {
    return new CatalogTables.NewTable(
        new Schema(Types.NestedField.required(1, "id", Types.LongType.get())),
        PartitionSpec.unpartitioned(),
        SortOrder.unsorted(),
        null,
        properties);
  }

  @Test
  void newTablesGetTheDefaultPropertiesThatTheClientDoesNotSet() {
    warehouses.create(
        "sales",
        at("s3://bucket/sales", "table-default.a", "1", "table-default.b", "2", "s3.x", "3"));
    try (OpenWarehouse open = warehouses.open("sales")) {
      open.catalog().namespaces().create(Namespace.of("n"), Map.of());
      Map<String, String> properties =
          open.catalog()
              .tables()
              .create(TableIdentifier.of("n", "t"), newTable(Map.of("b", "mine")))
              .metadata()
              .properties();
      assertThat(properties).containsEntry("a", "1").containsEntry("b", "mine");
      assertEquals("3", open.files().properties().get("s3.x"));
    }
  }

  @Test
  void propertiesOfTheProcessAreNotStoredAndYieldToThoseOfTheWarehouse() {
    Warehouses withSecret =
        new Warehouses(
            cairn.catalogs(), "acme", Map.of("s3.secret", "x", "s3.y", "0"), Clock.systemUTC());
    Warehouse created = withSecret.create("sales", at("s3://bucket/sales", "s3.y", "1"));
    assertThat(created.properties().all()).doesNotContainKey("s3.secret");
    try (OpenWarehouse open = withSecret.open("sales")) {
      assertThat(open.files().properties())
          .containsEntry("s3.secret", "x")
          .containsEntry("s3.y", "1");
      assertThat(open + " " + created).doesNotContain("s3.y");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "s3://bucket/a, s3://bucket/a",
    "s3://bucket/a, s3a://Bucket//a/",
    "s3://bucket/a, s3://bucket/a/b",
    "s3://bucket/a/b, s3://bucket/a",
    "s3://bucket/a, s3://bucket/%61",
    "s3://bucket/a, s3://bucket",
    "file:/w/a, file://localhost/w/a/b",
  })
  void locationsAreDisjointAcrossTenants(String first, String second) {
    cairn.catalogs().createTenant("other", Map.of());
    warehouses.create("sales", at(first));
    Warehouses others = of("other");
    assertThrows(ClaimConflictException.class, () -> others.create("w", at(second)));
    Warehouse created = others.create("w", at("s3://other"));
    assertThrows(
        ClaimConflictException.class,
        () -> others.update(created, at("s3://other", "allowed-locations", "s3://x, " + second)));
    assertEquals(created.version(), others.get("w").version(), "nothing was changed");
  }

  @Test
  void aLocationIsReleasedOnlyByPurge() {
    Warehouse created =
        warehouses.create("a", at("s3://bucket/a", "allowed-locations", "s3://bucket/b"));
    Warehouse updated = warehouses.update(created, at("s3://bucket/c"));
    for (String taken : List.of("s3://bucket/a", "s3://bucket/b/x", "s3://bucket/c")) {
      assertThrows(ClaimConflictException.class, () -> warehouses.create("b", at(taken)), taken);
    }
    Warehouse deactivated = warehouses.deactivate(updated);
    assertEquals(LifeState.DEACTIVATED, deactivated.state());
    assertThrows(CatalogNotActiveException.class, () -> warehouses.open("a"));
    assertThrows(ClaimConflictException.class, () -> warehouses.create("b", at("s3://bucket/a")));
    Warehouse active = warehouses.activate(deactivated);
    warehouses.open("a").close();
    assertThrows(CatalogNotActiveException.class, () -> warehouses.purge(active));
    warehouses.purge(warehouses.deactivate(active));
    warehouses.create("b", at("s3://bucket/a", "allowed-locations", "s3://bucket/b"));
  }

  @Test
  void aProtectedWarehouseIsNeitherDeactivatedNorPurged() {
    Warehouse created = warehouses.create("a", at("s3://bucket/a", "cairn.protected", "true"));
    assertThrows(ForbiddenException.class, () -> warehouses.deactivate(created));
    assertThrows(ForbiddenException.class, () -> warehouses.purge(created));
    Warehouse free = warehouses.update(created, at("s3://bucket/a"));
    assertThrows(
        CatalogChangedException.class, () -> cairn.catalogs().deactivateCatalog(created.catalog()));
    Warehouse guarded = warehouses.update(free, at("s3://bucket/a", "cairn.protected", "TRUE"));
    assertThrows(
        CatalogChangedException.class,
        () -> warehouses.deactivate(free),
        "protected since it was read");
    warehouses.purge(warehouses.deactivate(warehouses.update(guarded, at("s3://bucket/a"))));
  }

  @ParameterizedTest
  @CsvSource({
    "location, s3://bucket/../a",
    "location, relative",
    "allowed-locations, 's3://bucket/b,ftp:'",
    "unique-locations, yes",
    "cairn.protected, ''",
    "keep-dropped, soon",
    "keep-dropped, PT-1S",
    "keep-dropped, 999999999d",
    "commit-time, 10",
    "io-impl, dev.cairn.NoSuchFileIO",
    "io-impl, java.lang.String",
    "unique-location, false",
    "cairn.protect, true",
    "owner, ann"
  })
  void aBadPropertyIsNamed(String name, String value) {
    assertThatThrownBy(() -> warehouses.create("a", at("s3://bucket/a", name, value)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(name);
    Warehouse created = warehouses.create("a", at("s3://bucket/a"));
    assertThatThrownBy(() -> warehouses.update(created, at("s3://bucket/a", name, value)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(name);
  }

  @Test
  void aMissingLocationAndAMisspelledNameAreExplained() {
    assertThatThrownBy(() -> warehouses.create("a", Map.of())).hasMessageContaining("location");
    assertThatThrownBy(() -> warehouses.create("a", at("s3://b", "keep-droped", "1d")))
        .hasMessageContaining("did you mean keep-dropped?");
  }

  @Test
  void locationsThatDoNotSayHowToAccessFilesNeedAnImplementation() {
    for (Map<String, String> properties :
        List.of(
            Map.of("location", "gs://bucket/a"),
            Map.of("location", "s3://bucket/a", "allowed-locations", "file:/a"))) {
      assertThatThrownBy(() -> warehouses.create("a", properties))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("io-impl");
    }
    assertThatThrownBy(
            () -> warehouses.create("a", at("s3://bucket/a", "io-impl", "dev.cairn.Missing")))
        .hasMessageContaining("dev.cairn.Missing")
        .hasMessageContaining("class path");
    warehouses.create("s3", Map.of("location", "s3a://bucket/s3", "client.region", "us-east-1"));
    try (OpenWarehouse open = warehouses.open("s3")) {
      assertEquals(
          "org.apache.iceberg.aws.s3.S3FileIO", open.files().getClass().getName(), "by scheme");
    }
    assertThatThrownBy(
            () -> warehouses.create("a", at(local("a"), "allowed-locations", local("b"))))
        .hasMessageContaining("cairn.local.root");
    warehouses.create(
        "a", at(local("a"), "allowed-locations", local("b"), "cairn.local.root", local("")));
    warehouses.create("c", at(local("c"), "allowed-locations", local("c/inside")));
  }

  @Test
  void aWarehouseThatCannotBeOpenedLeavesNoStoreOpen() {
    Warehouse created = warehouses.create("a", at("s3://bucket/a"));
    Map<String, String> broken = new HashMap<>(at("s3://bucket/a"));
    broken.put("io-impl", "dev.cairn.Gone");
    cairn.catalogs().updateCatalog(created.catalog(), broken);
    assertThrows(ValidationException.class, () -> warehouses.open("a"));
    broken.put("keep-dropped", "x");
    cairn.catalogs().updateCatalog(warehouses.get("a").catalog(), broken);
    assertThatThrownBy(() -> warehouses.open("a")).hasMessageContaining("keep-dropped");
  }
}
