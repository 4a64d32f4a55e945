package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.view.BaseView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code migrate}, from Iceberg's reference server. */
class MigrateCommandTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  private static final Namespace SALES = Namespace.of("sales");
  private static final int MANY = 53;

  @TempDir Path directory;
  private Path files;
  private ReferenceServer server;
  private RESTCatalog source;
  private Cli cli;

  @BeforeEach
  void start() {
    files = directory.resolve("source files");
    server = ReferenceServer.start(files);
    source = server.client();
    cli = new Cli(directory.resolve("store"));
    cli.ok("schema", "create");
    createWarehouse("shop", "-p", "allowed-locations=file:" + files);
  }

  @AfterEach
  void stop() throws IOException {
    source.close();
    server.close();
  }

  private void createWarehouse(String name, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "warehouse",
                "create",
                name,
                "-p",
                "location=file:" + directory.resolve(name),
                "-p",
                "cairn.local.root=file:" + directory));
    words.addAll(List.of(more));
    cli.ok(words.toArray(String[]::new));
  }

  private Cli.Result migrate(String... more) {
    List<String> words =
        new ArrayList<>(List.of("migrate", "--from", server.uri(), "--to", "shop", "--json"));
    words.addAll(List.of(more));
    return cli.run(words.toArray(String[]::new));
  }

  private JsonNode migrated(String... more) {
    Cli.Result result = migrate(more);
    assertEquals(0, result.code(), result::toString);
    return result.json();
  }

  /** What was skipped, as reasons by address. */
  private JsonNode skipped(int count, String... more) {
    Cli.Result result = migrate(more);
    assertEquals(ExitCode.INCOMPLETE.number(), result.code(), result::toString);
    assertEquals(count, result.json().path("skipped").size(), result::toString);
    assertTrue(result.err().contains("the result names what and why"), result.err());
    return result.json();
  }

  private static String reason(JsonNode report, String address) {
    for (JsonNode each : report.path("skipped")) {
      if (each.path("address").asText().equals(address)) {
        assertFalse(each.path("detail").asText().isEmpty(), report::toString);
        return each.path("reason").asText();
      }
    }
    throw new AssertionError("%s was not skipped: %s".formatted(address, report));
  }

  private static long count(JsonNode report, String kind, String what) {
    for (JsonNode each : report.path("contents")) {
      if (each.path("kind").asText().equals(kind)) {
        return each.path(what).asLong();
      }
    }
    throw new AssertionError("no %s in %s".formatted(kind, report));
  }

  private Table create(TableIdentifier name) {
    return source.createTable(name, SCHEMA, PartitionSpec.unpartitioned());
  }

  // The client looks for null, which the maps of the JDK do not like.
  private void createNamespace(Namespace namespace, Map<String, String> properties) {
    source.createNamespace(namespace, new HashMap<>(properties));
  }

  private void createView(TableIdentifier name) {
    var unused =
        source
            .buildView(name)
            .withSchema(SCHEMA)
            .withDefaultNamespace(SALES)
            .withQuery("spark", "SELECT 1 AS id")
            .create();
  }

  private static String file(Table table) {
    return ((BaseTable) table).operations().current().metadataFileLocation();
  }

  /** Runs what only the catalog itself can, with the store open. */
  private void here(Consumer<OpenWarehouse> work) {
    try (Cairn cairn = cli.open();
        OpenWarehouse shop =
            new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC()).open("shop")) {
      work.accept(shop);
    }
  }

  private Set<String> all() {
    Set<String> found = new TreeSet<>();
    here(shop -> collect(shop, Namespace.empty(), found));
    return found;
  }

  private static void collect(OpenWarehouse shop, Namespace parent, Set<String> found) {
    for (Namespace each : shop.catalog().namespaces().list(parent)) {
      found.add(
          "namespace %s %s"
              .formatted(
                  List.of(each.levels()), new TreeMap<>(shop.catalog().namespaces().load(each))));
      for (TableIdentifier name : shop.catalog().tables().list(each)) {
        found.add(
            "table %s %s %s"
                .formatted(
                    List.of(each.levels()),
                    name.name(),
                    shop.catalog().tables().load(name).metadataFile()));
      }
      for (TableIdentifier name : shop.catalog().views().list(each)) {
        found.add(
            "view %s %s %s"
                .formatted(
                    List.of(each.levels()),
                    name.name(),
                    shop.catalog().views().load(name).metadataFileLocation()));
      }
      collect(shop, each, found);
    }
  }

  private Set<String> inSource() {
    Set<String> found = new TreeSet<>();
    collect(Namespace.empty(), found);
    return found;
  }

  private void collect(Namespace parent, Set<String> found) {
    List<Namespace> children =
        parent.isEmpty() ? source.listNamespaces() : source.listNamespaces(parent);
    for (Namespace each : children) {
      found.add(
          "namespace %s %s"
              .formatted(
                  List.of(each.levels()), new TreeMap<>(source.loadNamespaceMetadata(each))));
      for (TableIdentifier name : source.listTables(each)) {
        found.add(
            "table %s %s %s"
                .formatted(List.of(each.levels()), name.name(), file(source.loadTable(name))));
      }
      for (TableIdentifier name : source.listViews(each)) {
        found.add(
            "view %s %s %s"
                .formatted(
                    List.of(each.levels()),
                    name.name(),
                    ((BaseView) source.loadView(name))
                        .operations()
                        .current()
                        .metadataFileLocation()));
      }
      collect(each, found);
    }
  }

  /** Nested namespaces with properties, names of all kinds, more tables than a page has, views. */
  private void fill() {
    createNamespace(SALES, Map.of("owner", "ann", "comment", "größte"));
    Namespace deep = Namespace.of("sales", "emea", "größe 1");
    source.createNamespace(Namespace.of("sales", "emea"));
    createNamespace(deep, Map.of("a.b", "c"));
    source.createNamespace(Namespace.of("100%25"));
    for (String name :
        List.of("orders", "x.y.z", "100% sure", "a/b", "ünï", "名前", "a+b", "a b", "'\"")) {
      var unused = create(TableIdentifier.of(deep, name));
    }
    var unused = create(TableIdentifier.of(Namespace.of("100%25"), "c"));
    for (int i = 0; i < MANY; i++) {
      var unusedThree = create(TableIdentifier.of(SALES, "t" + i));
    }
    Table orders = create(TableIdentifier.of(SALES, "orders"));
    orders.updateProperties().set("k", "v").commit();
    for (int i = 0; i < 7; i++) {
      createView(TableIdentifier.of(SALES, "v" + i));
    }
    createView(TableIdentifier.of(deep, "größte Sicht"));
  }

  @Test
  void everythingIsRegisteredAsTheSourceHasItAndASecondRunFindsItEqual() {
    fill();
    String[] inPages = {"--from-property", "rest-page-size=5"};
    JsonNode dry = migrated("--dry-run", inPages[0], inPages[1]);
    assertEquals(Set.of(), all(), "a dry run changes nothing");
    JsonNode done = migrated(inPages);
    assertEquals(4, count(done, "NAMESPACE", "registered"));
    assertEquals(MANY + 11, count(done, "TABLE", "registered"));
    assertEquals(8, count(done, "VIEW", "registered"));
    assertEquals(done.path("contents"), dry.path("contents"));
    assertEquals(inSource(), all());
    JsonNode again = migrated(inPages);
    assertEquals(MANY + 11, count(again, "TABLE", "present"));
    assertEquals(0, count(again, "TABLE", "registered"));
    assertEquals(4, count(again, "NAMESPACE", "present"));
    assertEquals(8, count(again, "VIEW", "present"));
  }

  /** What the source has between a dry run and the run is what counts. */
  @Test
  void aTableThatChangesIsRegisteredAsItIsThenAndNamedIfItChangesAfterwards() {
    source.createNamespace(SALES);
    Table orders = create(TableIdentifier.of(SALES, "orders"));
    assertEquals(1, count(migrated("--dry-run"), "TABLE", "registered"));
    orders.updateProperties().set("changed", "before the run").commit();
    migrated();
    assertEquals(inSource(), all());
    orders.updateProperties().set("changed", "after it").commit();
    createNamespace(Namespace.of("late"), Map.of("k", "v"));
    var unused = create(TableIdentifier.of(Namespace.of("late"), "orders"));
    JsonNode again = skipped(1);
    assertEquals("OTHER_METADATA", reason(again, "shop/sales/orders"));
    assertEquals(1, count(again, "TABLE", "registered"), "the rest goes on");
  }

  @Test
  void whatIsHereUnderTheSameNameStaysAndIsNamed() {
    createNamespace(SALES, Map.of("owner", "ann"));
    var unused = create(TableIdentifier.of(SALES, "orders"));
    createView(TableIdentifier.of(SALES, "items"));
    migrated();
    source.dropTable(TableIdentifier.of(SALES, "orders"), false);
    createView(TableIdentifier.of(SALES, "orders"));
    source.dropView(TableIdentifier.of(SALES, "items"));
    var unusedToo = create(TableIdentifier.of(SALES, "items"));
    source.setProperties(SALES, new HashMap<>(Map.of("owner", "bob")));
    Set<String> before = all();
    JsonNode dry = skipped(3, "--dry-run");
    JsonNode again = skipped(3);
    assertEquals(dry.path("contents"), again.path("contents"));
    assertEquals("NAME_TAKEN", reason(again, "shop/sales/orders"));
    assertEquals("NAME_TAKEN", reason(again, "shop/sales/items"));
    assertEquals("OTHER_PROPERTIES", reason(again, "shop/sales"));
    assertFalse(again.toString().contains("bob"), "values of properties may be secrets");
    assertEquals(before, all());
  }

  /** Files of a table that was dropped here, and kept, belong to the source's table again. */
  @Test
  void aTableThatWasDroppedHereComesBack() {
    source.createNamespace(SALES);
    var unused = create(TableIdentifier.of(SALES, "orders"));
    migrated();
    here(
        shop ->
            shop.catalog()
                .entities()
                .drop(EntityKind.TABLE, TableIdentifier.of(SALES, "orders"), false));
    assertEquals(1, count(migrated("--dry-run"), "TABLE", "registered"));
    assertEquals(1, count(migrated(), "TABLE", "registered"));
    assertEquals(inSource(), all());
  }

  @Test
  void aSourceThatIsGoneIsUnavailableAndWhatWasRegisteredStays() {
    source.createNamespace(SALES);
    var unused = create(TableIdentifier.of(SALES, "orders"));
    migrated();
    Set<String> before = all();
    server.kill();
    Cli.Result result = migrate();
    assertEquals(ExitCode.UNAVAILABLE.number(), result.code(), result::toString);
    assertTrue(result.err().contains(server.uri()), result.err());
    assertEquals(before, all());
  }

  /** The reference server finds no children of a name with a dot, and locations are names there. */
  @Test
  void namesThatTheSourceDoesNotManageAreNamedAndTheRestIsRegistered() {
    Namespace dotted = Namespace.of("a.b");
    source.createNamespace(dotted);
    var unused = create(TableIdentifier.of(dotted, "c"));
    var unusedToo = create(TableIdentifier.of(dotted, "%2F"));
    JsonNode report = skipped(2);
    assertEquals("SOURCE_REFUSED", reason(report, "shop/a.b"));
    assertEquals("LOCATION_REFUSED", reason(report, "shop/a.b/%252F"));
    assertEquals(1, cli.json("table", "list", "shop/a.b").path("tables").size());
  }
}
