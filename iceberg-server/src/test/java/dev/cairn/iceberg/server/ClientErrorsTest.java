package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NoSuchWarehouseException;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What Iceberg's client makes of refusals, and reads as clients use them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientErrorsTest {
  private static final Namespace SALES = Namespace.of("sales");
  private static final TableIdentifier ORDERS = TableIdentifier.of(SALES, "orders");
  private static final TableIdentifier NONE = TableIdentifier.of(SALES, "none");
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private ServerFixture fixture;
  private RESTCatalog catalog;
  private HttpCaller http;

  @BeforeAll
  void open(@TempDir Path directory) {
    fixture =
        new ServerFixture(
            directory, directory, Map.of("cairn.server.max-page-size", "3"), Map.of());
    catalog = fixture.client(Map.of());
    http = new HttpCaller(fixture.uri());
    catalog.createNamespace(SALES);
    catalog.createTable(ORDERS, SCHEMA);
  }

  @AfterAll
  void close() throws IOException {
    catalog.close();
    fixture.close();
  }

  @Test
  void refusalsBecomeTheExceptionsThatEnginesExpect() {
    assertThrows(NoSuchWarehouseException.class, () -> fixture.client(Map.of("warehouse", "none")));
    assertThrows(
        NoSuchNamespaceException.class,
        () -> catalog.createTable(TableIdentifier.of("none", "t"), SCHEMA));
    assertThrows(NoSuchNamespaceException.class, () -> catalog.listTables(Namespace.of("none")));
    assertThrows(NoSuchTableException.class, () -> catalog.loadTable(NONE));
    assertThrows(NoSuchTableException.class, () -> catalog.renameTable(NONE, NONE));
    assertThrows(NoSuchViewException.class, () -> catalog.loadView(NONE));
    assertThrows(AlreadyExistsException.class, () -> catalog.createNamespace(SALES));
    assertThrows(AlreadyExistsException.class, () -> catalog.createTable(ORDERS, SCHEMA));
    assertThrows(NamespaceNotEmptyException.class, () -> catalog.dropNamespace(SALES));
    assertThrows(
        ForbiddenException.class,
        () -> catalog.buildTable(NONE, SCHEMA).withLocation("file:/elsewhere").create());
    assertThrows(
        BadRequestException.class,
        () -> catalog.createTable(TableIdentifier.of(SALES, ".."), SCHEMA));
    assertFalse(catalog.dropTable(NONE));
    assertFalse(catalog.tableExists(NONE));
  }

  @Test
  void aLostRaceIsACommitThatTheClientBuildsAgain() {
    TableIdentifier name = TableIdentifier.of(SALES, "raced");
    Transaction creation = catalog.buildTable(name, SCHEMA).createTransaction();
    Table created = catalog.createTable(name, SCHEMA);
    assertThrows(AlreadyExistsException.class, creation::commitTransaction);
    Table stale = catalog.loadTable(name);
    Transaction schema = stale.newTransaction();
    schema.updateSchema().addColumn("a", Types.StringType.get()).commit();
    created.updateSchema().addColumn("b", Types.StringType.get()).commit();
    assertThrows(CommitFailedException.class, schema::commitTransaction);
  }

  @Test
  void aProtectedTableIsNotDropped() {
    TableIdentifier name = TableIdentifier.of(SALES, "kept");
    catalog.buildTable(name, SCHEMA).withProperty("cairn.protected", "true").create();
    assertThrows(ForbiddenException.class, () -> catalog.dropTable(name));
    assertTrue(catalog.tableExists(name));
  }

  @Test
  void propertiesThatAreSetAndRemovedAtOnceAreRefused() {
    HttpResponse<String> refused =
        http.post(
            http.path("/namespaces/sales/properties"),
            "{\"updates\": {\"a\": \"b\"}, \"removals\": [\"a\"]}");
    assertEquals(422, refused.statusCode());
    assertEquals("UnprocessableEntityException", HttpCaller.type(refused));
  }

  @Test
  void aStateThatTheClientHasIsNotSentAgain() {
    String path = http.path("/namespaces/sales/tables/orders");
    HttpResponse<String> loaded = http.get(path);
    String tag = loaded.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> again = http.send("GET", path, "", Map.of("If-None-Match", tag));
    assertEquals(304, again.statusCode());
    assertEquals("", again.body());
    assertEquals(304, http.send("GET", path, "", Map.of("If-None-Match", "*")).statusCode());
    assertEquals(404, http.send("GET", path + "x", "", Map.of("If-None-Match", "*")).statusCode());
    HttpResponse<String> refs =
        http.send("GET", path + "?snapshots=refs", "", Map.of("If-None-Match", tag));
    assertEquals(200, refs.statusCode());
    catalog.loadTable(ORDERS).updateProperties().set("changed", "1").commit();
    HttpResponse<String> changed = http.send("GET", path, "", Map.of("If-None-Match", tag));
    assertEquals(200, changed.statusCode());
    assertEquals(400, http.get(path + "?snapshots=some").statusCode());
  }

  @Test
  void pagesShowOneStateAndWithoutATokenEverythingComes() {
    Namespace many = Namespace.of("many");
    catalog.createNamespace(many);
    List<TableIdentifier> names = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      TableIdentifier name = TableIdentifier.of(many, "t" + i);
      catalog.createTable(name, SCHEMA);
      names.add(name);
    }
    String path = http.path("/namespaces/many/tables");
    HttpResponse<String> first = http.get(path + "?pageToken=&pageSize=2");
    assertEquals(2, HttpCaller.json(first).path("identifiers").size());
    String token = HttpCaller.json(first).path("next-page-token").asText();
    catalog.dropTable(names.get(7));
    TreeSet<String> found = new TreeSet<>();
    Optional<String> next = Optional.of(token);
    while (next.isPresent()) {
      HttpResponse<String> page = http.get(path + "?pageSize=100&pageToken=" + next.get());
      assertEquals(200, page.statusCode(), page::body);
      assertTrue(HttpCaller.json(page).path("identifiers").size() <= 3, page::body);
      HttpCaller.json(page)
          .path("identifiers")
          .forEach(each -> found.add(each.path("name").asText()));
      next =
          Optional.ofNullable(HttpCaller.json(page).get("next-page-token"))
              .map(each -> each.asText());
    }
    assertEquals(6, found.size(), "the other six of the state of the first page");
    assertEquals(7, HttpCaller.json(http.get(path)).path("identifiers").size());
    assertEquals(7, fixture.client(Map.of("rest-page-size", "2")).listTables(many).size());
    assertEquals(400, http.get(path + "?pageToken=" + token + "x").statusCode());
  }

  @Test
  void theChangeFeedIsCompleteAndInOrder() {
    String path = "/cairn/v1/" + http.prefix + "/changes";
    String position = HttpCaller.json(http.get(path)).path("next").asText();
    catalog.createNamespace(Namespace.of("feed"));
    catalog.createTable(TableIdentifier.of("feed", "a"), SCHEMA);
    catalog.dropTable(TableIdentifier.of("feed", "a"));
    List<String> operations = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      HttpResponse<String> page = http.get(path + "?limit=1&after=" + position);
      HttpCaller.json(page)
          .path("changes")
          .forEach(each -> operations.add(each.path("attributes").path("operation").asText()));
      position = HttpCaller.json(page).path("next").asText();
    }
    assertEquals(List.of("create-namespace", "create-table", "drop"), operations);
    assertEquals(400, http.get(path + "?after=xyz").statusCode());
  }

  @Test
  void namesWithAnyCharactersWorkFromEndToEnd() {
    Namespace namespace = Namespace.of("a.b", "c/d", "100% é 😀+");
    for (int length = 1; length <= 3; length++) {
      catalog.createNamespace(
          Namespace.of(List.of(namespace.levels()).subList(0, length).toArray(String[]::new)));
    }
    TableIdentifier name = TableIdentifier.of(namespace, "t/%2F+ü \"");
    catalog.createTable(name, SCHEMA);
    assertEquals(List.of(name), catalog.listTables(namespace));
    assertEquals(
        List.of(namespace),
        catalog.listNamespaces(Namespace.of(namespace.level(0), namespace.level(1))));
    assertEquals(1, catalog.loadTable(name).schema().columns().size());
    assertTrue(catalog.dropTable(name));
  }

  @Test
  void theManagementPortShowsHealthAndMetrics() {
    String base = "http://127.0.0.1:" + fixture.server.managementPort();
    assertEquals(200, http.absolute(base + "/health/live").statusCode());
    assertEquals(200, http.absolute(base + "/health/ready").statusCode());
    HttpResponse<String> metrics = http.absolute(base + "/metrics");
    assertTrue(
        metrics
            .body()
            .contains("cairn_server_request_seconds_count{operation=\"create-namespace\""),
        metrics::body);
    assertEquals(404, http.absolute(base + "/v1/config").statusCode());
  }

  @Test
  void theRequestIdOfTheClientComesBack() {
    HttpResponse<String> named =
        http.send("GET", http.path("/namespaces"), "", Map.of("X-Request-Id", "abc-1"));
    assertEquals(Optional.of("abc-1"), named.headers().firstValue("X-Request-Id"));
    HttpResponse<String> replaced =
        http.send("GET", http.path("/namespaces"), "", Map.of("X-Request-Id", "a b\"c"));
    assertEquals(36, replaced.headers().firstValue("X-Request-Id").orElseThrow().length());
  }
}
