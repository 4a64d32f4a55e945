package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are small and need much memory, and answers that are large and stay unread. */
class MemoryBoundsTest {
  /** Only a value that never comes takes this long. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int BUFFERED = 20 << 20;
  private static final int PART = 3 << 20;
  private static final String LARGE = "/namespaces/ns/tables/large";
  private static final String NO_MEMORY = "cairn_server_limited_total{bound=\"no-memory\"}";

  @TempDir private Path directory;
  private ServerFixture fixture;
  private HttpCaller http;

  @BeforeEach
  void open() {
    fixture =
        new ServerFixture(
            directory,
            directory,
            Map.of(
                "cairn.server.max-body", "8m",
                "cairn.server.max-buffered", Integer.toString(BUFFERED),
                // Nothing here is to end because it is slow.
                "cairn.server.receive-timeout", "10m",
                "cairn.server.send-timeout", "10m",
                "cairn.server.idle-timeout", "10m"),
            Map.of("io-impl", GatedFileIO.class.getName()));
    http = new HttpCaller(fixture.uri());
    assertEquals(
        200, http.post(http.path("/namespaces"), "{\"namespace\": [\"ns\"]}").statusCode());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private double metric(String start) {
    return fixture
        .metrics()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private void awaitBuffered(DoublePredicate isReached) {
    long begin = System.nanoTime();
    while (!isReached.test(metric("cairn_server_buffered"))
        && System.nanoTime() - begin < PATIENCE.toNanos()) {
      Thread.onSpinWait();
    }
    double found = metric("cairn_server_buffered");
    assertTrue(isReached.test(found), () -> "buffered: " + found);
  }

  private HttpResponse<String> createTable(String name, String ignored) {
    return http.post(
        http.path("/namespaces/ns/tables"),
        """
        {"name": "%s", "ignored": [%s], "schema": {"type": "struct", "schema-id": 0,
         "fields": [{"id": 1, "name": "id", "type": "long", "required": true}]}}
        """
            .formatted(name, ignored));
  }

  /** So many empty objects, which take 40 times as much memory as text. */
  private static String objects(int count) {
    return "{},".repeat(count - 1) + "{}";
  }

  private void assertBusy(HttpResponse<String> answer, double counted) {
    assertEquals(503, answer.statusCode());
    assertEquals(Optional.of("1"), answer.headers().firstValue("Retry-After"));
    assertEquals(counted, metric(NO_MEMORY));
  }

  @Test
  void aBodyWhoseJsonAloneTakesTooMuchIsRefused() {
    HttpResponse<String> refused = createTable("dense", objects(300_000));
    assertEquals(413, refused.statusCode());
    assertTrue(refused.body().contains("cairn.server.max-buffered"), refused::body);
    assertEquals(1, metric("cairn_server_limited_total{bound=\"json-memory\"}"));
    assertEquals(404, http.get(http.path("/namespaces/ns/tables/dense")).statusCode());
  }

  @Test
  void whatIsReadFromABodyCountsUntilTheRequestEnds() throws Exception {
    GatedFileIO.Gate gate = GatedFileIO.Gate.closed();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<HttpResponse<String>> first =
          executor.submit(() -> createTable("first", objects(90_000)));
      gate.reached().await();
      assertBusy(createTable("second", objects(90_000)), 1);
      gate.opened().countDown();
      assertEquals(200, first.get().statusCode());
    } finally {
      gate.opened().countDown();
      executor.shutdown();
    }
    awaitBuffered(bytes -> bytes == 0);
    assertEquals(200, createTable("second", objects(90_000)).statusCode());
  }

  private HttpResponse<String> set(String property, String value) {
    return http.post(http.path(LARGE), update(property, value));
  }

  private static String update(String property, String value) {
    return "{\"requirements\": [], \"updates\": [{\"action\": \"set-properties\", \"updates\": {\"%s\": \"%s\"}}]}"
        .formatted(property, value);
  }

  private int createLargeTable() {
    assertEquals(200, createTable("large", "").statusCode());
    int length = 0;
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> set = set("part" + i, "x".repeat(PART));
      assertEquals(200, set.statusCode());
      length = set.body().length();
    }
    awaitBuffered(bytes -> bytes == 0);
    return length;
  }

  private HostileClient unread(String method, String path, String body) throws IOException {
    HostileClient client = new HostileClient(fixture.server.port(), 1024);
    client.send(
        "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n%s"
            .formatted(method, http.path(path), body.length(), body));
    return client;
  }

  @Test
  void largeAnswersThatAreNotReceivedKeepOnlyLargeReadsWaiting() throws IOException {
    int length = createLargeTable();
    double before = metric(NO_MEMORY);
    try (HostileClient silent = unread("GET", LARGE, "")) {
      awaitBuffered(bytes -> bytes >= length);
      assertBusy(http.get(http.path(LARGE)), before + 1);
      assertEquals(200, http.get(http.path("/namespaces/ns/tables")).statusCode());
      assertEquals(200, createTable("other", "").statusCode());
      // It is applied, so it is answered.
      assertEquals(200, set("small", "value").statusCode());
      silent.reset();
    }
    awaitBuffered(bytes -> bytes == 0);
    assertEquals(200, http.get(http.path(LARGE)).statusCode());
  }

  @Test
  void nothingIsChangedWhileTooManyChangesWaitToBeReceived() throws IOException {
    int length = createLargeTable();
    double before = metric(NO_MEMORY);
    List<HostileClient> silent = new ArrayList<>();
    try {
      for (int i = 1; i <= 3; i++) {
        silent.add(unread("POST", LARGE, update("unread", "value" + i)));
        int unread = i;
        awaitBuffered(bytes -> bytes >= unread * (double) length);
      }
      assertBusy(createTable("late", ""), before + 1);
      assertEquals(404, http.get(http.path("/namespaces/ns/tables/late")).statusCode());
    } finally {
      for (HostileClient each : silent) {
        each.close();
      }
    }
    awaitBuffered(bytes -> bytes == 0);
    assertEquals(200, createTable("late", "").statusCode());
  }
}
