package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.server.KeyedOperations.KeyedOperation;
import dev.cairn.iceberg.server.rest.RestOperation;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.iceberg.rest.Endpoint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the server says about itself, compared with what it does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServedApiTest {
  private static final int PAGE = 3;
  private static final String JSON = "application/json";

  /** What every answer may have. */
  private static final Set<String> HTTP_HEADERS =
      Set.of("content-type", "content-length", "transfer-encoding", "date");

  private ServerFixture fixture;
  private HttpCaller http;
  private KeyedOperations operations;
  private JsonNode document;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    fixture =
        new ServerFixture(
            directory,
            directory,
            Map.of(
                "cairn.server.max-page-size",
                Integer.toString(PAGE),
                "cairn.server.warehouse-age",
                "0s"),
            Map.of());
    http = new HttpCaller(fixture.uri());
    operations = new KeyedOperations(http);
    try (InputStream in = RestOperation.class.getResourceAsStream("openapi.json")) {
      document = new ObjectMapper().readTree(in);
    }
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private static Set<String> announced(JsonNode config) {
    Set<String> announced = new TreeSet<>();
    config.path("endpoints").forEach(each -> announced.add(each.asText()));
    return announced;
  }

  /** Those of the specification, but not the configuration itself, as the specification has it. */
  @Test
  void theConfigurationNamesExactlyTheEndpointsThatAreServed() {
    JsonNode config = HttpCaller.json(http.get("/v1/config?warehouse=" + ServerFixture.WAREHOUSE));
    Set<String> described = new TreeSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          boolean isOfAWarehouse = path.getKey().startsWith("/v1/{prefix}/");
                          if (isOfAWarehouse && !method.equals("parameters")) {
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                          }
                        }));
    assertEquals(described, announced(config));
    for (String each : announced(config)) {
      String[] parts = each.split(" ", -1);
      String path = parts[1].replace("{prefix}", http.prefix).replaceAll("\\{[^}]+}", "none");
      HttpResponse<String> answer = http.send(parts[0], path, "", Map.of());
      assertNotEquals(405, answer.statusCode(), each);
      assertTrue(!answer.body().contains("No such endpoint"), () -> each + ": " + answer.body());
    }
  }

  /** A later client may know more of them: they belong here, or among those that are not served. */
  @Test
  void whatIcebergsClientKnowsIsServedExceptForPlansAndCredentials() throws IllegalAccessException {
    Set<String> known = new TreeSet<>();
    for (Field each : Endpoint.class.getFields()) {
      if (each.getType() == Endpoint.class) {
        known.add(each.get(null).toString());
      }
    }
    known.removeIf(each -> each.matches(".*/(plan|plan/\\{plan-id}|tasks|credentials|sign)"));
    JsonNode config = HttpCaller.json(http.get("/v1/config?warehouse=" + ServerFixture.WAREHOUSE));
    assertEquals(known, announced(config));
  }

  @Test
  void theDescriptionIsServed() throws IOException {
    HttpResponse<String> served = http.get("/cairn/v1/openapi.json");
    assertEquals(200, served.statusCode());
    assertEquals(document, HttpCaller.json(served));
  }

  private void assertDescribed(RestOperation operation, HttpResponse<String> answer) {
    JsonNode responses =
        document
            .path("paths")
            .path(operation.path())
            .path(operation.method().toLowerCase(Locale.ROOT))
            .path("responses");
    String status = Integer.toString(answer.statusCode());
    String group = status.charAt(0) + "XX";
    JsonNode response = responses.path(responses.has(status) ? status : group);
    assertTrue(response.isObject(), () -> "%s is not among %s".formatted(answer, responses));
    Set<String> described = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    response.path("headers").fieldNames().forEachRemaining(described::add);
    for (String header : answer.headers().map().keySet()) {
      boolean isOfHttp = HTTP_HEADERS.contains(header.toLowerCase(Locale.ROOT));
      assertTrue(isOfHttp || described.contains(header), () -> operation + " " + header);
    }
    String type = answer.headers().firstValue("Content-Type").orElse("");
    assertEquals(response.has("content") && !answer.body().isEmpty() ? JSON : "", type);
  }

  @ParameterizedTest
  @EnumSource
  void aMutationIsAnsweredWithADescribedStatus(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
    HttpResponse<String> answer = http.send(call.method(), call.path(), call.body(), key);
    assertEquals(2, answer.statusCode() / 100, answer::body);
    RestOperation kind =
        operation == KeyedOperation.STAGE_TABLE
            ? RestOperation.CREATE_TABLE
            : RestOperation.valueOf(operation.name());
    assertDescribed(kind, answer);
    assertDescribed(kind, http.send(call.method(), call.path(), call.body(), key));
    String metric = "cairn_server_request_seconds_count{operation=\"%s\",outcome=\"%s\"}";
    KeyedOperations.Call wrong = call.onWhatIsNotThere();
    HttpResponse<String> refused = http.send(wrong.method(), wrong.path(), wrong.body(), Map.of());
    assertEquals(4, refused.statusCode() / 100, refused::body);
    assertDescribed(kind, refused);
    for (String outcome : new String[] {"original", "refused"}) {
      awaitMetric(metric.formatted(kind.wireName(), outcome));
    }
  }

  // A client may have its answer before the server has counted it.
  private void awaitMetric(String start) {
    for (int i = 0; i < 10_000 && !fixture.metrics().contains(start); i++) {
      Thread.onSpinWait();
    }
    assertTrue(fixture.metrics().contains(start), start);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /namespaces, LIST_NAMESPACES, 200",
    "GET, /namespaces/ns, LOAD_NAMESPACE, 200",
    "HEAD, /namespaces/ns, NAMESPACE_EXISTS, 204",
    "GET, /namespaces/ns/tables, LIST_TABLES, 200",
    "GET, /namespaces/ns/tables/t, LOAD_TABLE, 200",
    "HEAD, /namespaces/ns/tables/t, TABLE_EXISTS, 204",
    "GET, /namespaces/ns/views, LIST_VIEWS, 200",
    "GET, /namespaces/ns/views/v, LOAD_VIEW, 200",
    "HEAD, /namespaces/ns/views/v, VIEW_EXISTS, 204"
  })
  void aReadIsAnsweredWithADescribedStatus(
      String method, String path, RestOperation operation, int status) {
    if (http.get(http.path("/namespaces/ns/tables/t")).statusCode() == 404) {
      String unused = operations.createTable("t");
      String unusedToo = operations.createView("v");
    }
    HttpResponse<String> answer = http.send(method, http.path(path), "", Map.of());
    assertEquals(status, answer.statusCode(), answer::body);
    assertDescribed(operation, answer);
    answer
        .headers()
        .firstValue("ETag")
        .ifPresent(
            tag -> {
              Map<String, String> seen = Map.of("If-None-Match", tag);
              assertDescribed(operation, http.send(method, http.path(path), "", seen));
            });
    if (method.equals("HEAD")) {
      HttpResponse<String> missing = http.send(method, http.path(path + "x"), "", Map.of());
      assertEquals(404, missing.statusCode());
      assertEquals("", missing.body());
    }
  }

  /** Later clients may send other kinds of reports. */
  @Test
  void reportsOfAnyKindAreAcceptedAndDamagedOnesRefused() {
    String path = http.path("/namespaces/ns/tables/t/metrics");
    HttpResponse<String> accepted =
        http.post(
            path,
            """
            {"report-type": "commit-report", "table-name": "t", "snapshot-id": 1,
             "sequence-number": 1, "operation": "append", "metrics": {}, "metadata": {}}
            """);
    assertEquals(204, accepted.statusCode(), accepted::body);
    assertDescribed(RestOperation.REPORT_METRICS, accepted);
    assertEquals(204, http.post(path, "{\"report-type\": \"other\"}").statusCode());
    assertEquals(400, http.post(path, "{\"report-type\": \"commit-report\"}").statusCode());
    assertEquals(400, http.post(path, "{}").statusCode());
  }

  /** It is longer than a page, so it is sent while it is read. */
  @Test
  void aLongListingComesWhole() {
    Set<String> made = new TreeSet<>();
    for (int i = 0; i < 4 * PAGE + 1; i++) {
      String name = "long" + i;
      made.add(name);
      http.post(http.path("/namespaces"), "{\"namespace\": [\"ns\", \"%s\"]}".formatted(name));
    }
    HttpResponse<String> whole = http.get(http.path("/namespaces?parent=ns"));
    assertEquals(Optional.empty(), whole.headers().firstValue("Content-Length"));
    Set<String> found = new TreeSet<>();
    HttpCaller.json(whole).path("namespaces").forEach(each -> found.add(each.path(1).asText()));
    assertEquals(made, found);
  }

  /** As pages of one state, and whole. */
  @Test
  void aLongListingOfDroppedTablesIsSentInParts() {
    Set<String> made = new TreeSet<>();
    for (int i = 0; i < 2 * PAGE + 1; i++) {
      String name = "gone" + i;
      made.add(name);
      String unused = operations.createTable(name);
      http.send("DELETE", http.path("/namespaces/ns/tables/" + name), "", Map.of());
    }
    String path = "/cairn/v1/" + http.prefix + "/dropped";
    HttpResponse<String> whole = http.get(path);
    assertEquals(Optional.empty(), whole.headers().firstValue("Content-Length"));
    Set<String> found = new TreeSet<>();
    HttpCaller.json(whole).path("dropped").forEach(each -> found.add(each.path("name").asText()));
    assertTrue(found.containsAll(made), found::toString);
    Set<String> paged = new TreeSet<>();
    Optional<String> token = Optional.of("");
    while (token.isPresent()) {
      JsonNode page =
          HttpCaller.json(http.get(path + "?pageSize=1000&pageToken=" + token.orElseThrow()));
      assertTrue(page.path("dropped").size() <= PAGE, page::toString);
      page.path("dropped").forEach(each -> paged.add(each.path("name").asText()));
      token = Optional.ofNullable(page.get("next-page-token")).map(JsonNode::asText);
    }
    assertEquals(found, paged);
  }

  @Test
  void theHeaderForDelegationBelongsToThePayload() {
    KeyedOperations.Call call = operations.prepare(KeyedOperation.CREATE_TABLE);
    String key = UUID.randomUUID().toString();
    Map<String, String> plain = Map.of("Idempotency-Key", key);
    Map<String, String> delegated =
        Map.of("Idempotency-Key", key, "X-Iceberg-Access-Delegation", "vended-credentials");
    assertEquals(200, http.send("POST", call.path(), call.body(), plain).statusCode());
    HttpResponse<String> other = http.send("POST", call.path(), call.body(), delegated);
    assertEquals(422, other.statusCode(), other::body);
  }

  @Test
  void thePrefixOfAPurgedWarehouseNeverLeadsToALaterOneOfItsName(@TempDir Path directory) {
    Warehouses warehouses =
        new Warehouses(fixture.cairn.catalogs(), "default", Map.of(), Clock.systemUTC());
    Map<String, String> properties =
        Map.of("location", "file:" + directory, LocalFileIO.ROOT, "file:" + directory);
    Warehouse first = warehouses.create("again", properties);
    String before = prefix("again");
    assertEquals(200, http.get("/v1/" + before + "/namespaces").statusCode());
    warehouses.purge(warehouses.deactivate(first));
    assertEquals(404, http.get("/v1/config?warehouse=again").statusCode());
    Warehouse unused = warehouses.create("again", properties);
    assertNotEquals(before, prefix("again"));
    assertEquals(404, http.get("/v1/" + before + "/namespaces").statusCode());
    assertEquals(200, http.get("/v1/" + prefix("again") + "/namespaces").statusCode());
  }

  private String prefix(String warehouse) {
    return HttpCaller.json(http.get("/v1/config?warehouse=" + warehouse))
        .path("overrides")
        .path("prefix")
        .asText();
  }
}
