package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send too much, too little, or nonsense. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileRequestsTest {
  private ServerFixture fixture;
  private HttpCaller http;

  @BeforeAll
  void open(@TempDir Path directory) {
    fixture =
        new ServerFixture(
            directory,
            directory,
            Map.of(
                "cairn.server.max-body", "64k",
                "cairn.server.max-buffered", "1m",
                "cairn.server.max-headers", "8k",
                "cairn.server.max-json-depth", "50",
                // Nothing here is to be refused for being slow.
                "cairn.server.receive-timeout", "10m",
                "cairn.server.send-timeout", "10m",
                "cairn.server.max-page-size", "10",
                "cairn.server.max-connections", "40"),
            Map.of());
    http = new HttpCaller(fixture.uri());
    http.post(http.path("/namespaces"), "{\"namespace\": [\"ns\"]}");
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  /** Sends bytes and returns everything that comes back until the server closes. */
  private String raw(String... pieces) throws IOException {
    return raw(true, pieces);
  }

  private String raw(boolean isEnded, String... pieces) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.server.port())) {
      socket.setSoTimeout(60_000);
      for (String piece : pieces) {
        socket.getOutputStream().write(piece.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
      }
      if (isEnded) {
        socket.shutdownOutput();
      }
      return readAll(socket.getInputStream());
    }
  }

  private static String readAll(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (SocketException e) {
      // The server may reset a connection that it refuses.
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  private static String head(String method, String path, String... headers) {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n"
        .formatted(method, path, headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n");
  }

  private void assertAlive() {
    assertEquals(200, http.get(http.path("/namespaces/ns")).statusCode());
  }

  private static void assertStatus(int expected, String reply) {
    assertTrue(reply.startsWith("HTTP/1.1 " + expected + " "), reply);
    assertTrue(reply.contains("\"error\""), reply);
    assertTrue(reply.contains("application/json"), reply);
  }

  @Test
  void aBodyThatAnnouncesTooMuchIsRefusedBeforeItIsSent() throws IOException {
    assertStatus(
        413, raw(false, head("POST", http.path("/namespaces"), "Content-Length: 1000000000")));
    assertAlive();
  }

  @Test
  void aBodyThatTurnsOutTooLargeIsRefused() throws IOException {
    String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
    assertStatus(
        413,
        raw(
            head("POST", http.path("/namespaces"), "Transfer-Encoding: chunked"),
            chunk,
            chunk,
            chunk,
            chunk,
            chunk));
    assertAlive();
  }

  @Test
  void headersThatAreTooLargeAreRefused() throws IOException {
    String reply = raw(head("GET", "/v1/config", "X-Large: " + "x".repeat(9_000)));
    assertStatus(431, reply);
    assertStatus(414, raw(head("GET", "/v1/config?warehouse=" + "x".repeat(9_000))));
    assertAlive();
  }

  @Test
  void jsonThatIsTooDeepIsRefused() {
    String body = "[".repeat(10_000) + "]".repeat(10_000);
    HttpResponse<String> reply =
        http.post(http.path("/namespaces"), "{\"namespace\": " + body + "}");
    assertEquals(400, reply.statusCode(), reply::body);
    assertAlive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "1",
        "{} {}",
        "{\"namespace\": null}",
        "{\"namespace\": [null]}",
        "{\"namespace\": [1e999999999]}",
        "{\"namespace\": [\"a\"], \"namespace\": [\"b\"]}",
        "{\"namespace\": {}}",
        "{\"namespace\": [\"a\"], \"properties\": {\"a\": null}}",
        "{\"namespace\": []}",
        "{\"namespace\": [\"\"]}",
        "{\"namespace\": [\"..\"]}",
        "{\"namespace\": [\"a\\u001fb\"]}"
      })
  void bodiesThatMakeNoSenseAreRefused(String body) {
    HttpResponse<String> reply = http.post(http.path("/namespaces"), body);
    assertEquals(400, reply.statusCode(), reply::body);
    assertTrue(reply.body().length() < 5_000, reply::body);
  }

  @Test
  void propertiesWithoutAValueAreRefusedBeforeAnythingIsDone() {
    String path = http.path("/namespaces/ns/properties");
    assertEquals(400, http.post(path, "{\"updates\": {\"a\": null}}").statusCode());
    assertEquals(400, http.post(path, "{\"removals\": [null]}").statusCode());
    String table =
        "{\"name\": \"t\", \"schema\": {\"type\": \"struct\", \"fields\": []}, \"properties\": {\"a\": null}}";
    assertEquals(400, http.post(http.path("/namespaces/ns/tables"), table).statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"requirements\": [], \"updates\": [{\"action\": \"of-the-future\"}]}",
        "{\"requirements\": [{\"type\": \"of-the-future\"}], \"updates\": []}",
        "{\"requirements\": [{}], \"updates\": []}",
        "{\"requirements\": 1, \"updates\": []}",
        "{\"requirements\": [], \"updates\": [null]}",
        "{\"requirements\": [], \"updates\": [{\"action\": \"add-snapshot\"}]}",
        "{\"requirements\": [], \"updates\": [{\"action\": \"set-properties\", \"updates\": {\"a\": 1}}]}"
      })
  void commitsThatMakeNoSenseAreRefused(String body) {
    HttpResponse<String> reply = http.post(http.path("/namespaces/ns/tables/t"), body);
    assertEquals(400, reply.statusCode(), reply::body);
  }

  /** Iceberg's builder runs into a null pointer there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"action\": \"upgrade-format-version\", \"format-version\": 2}",
        "{\"action\": \"add-spec\", \"spec\": {\"spec-id\": 0, \"fields\": [{\"name\": \"p\", \"transform\": \"identity\", \"source-id\": 1}]}}",
        "{\"action\": \"set-default-spec\", \"spec-id\": 5}",
        "{\"action\": \"set-current-schema\", \"schema-id\": -1}"
      })
  void anInvalidCreationIsRefused(String update) {
    HttpResponse<String> refused =
        http.post(
            http.path("/namespaces/ns/tables/created"),
            "{\"requirements\": [{\"type\": \"assert-create\"}], \"updates\": [%s]}"
                .formatted(update));
    assertEquals(400, refused.statusCode(), refused::body);
    assertEquals(404, http.get(http.path("/namespaces/ns/tables/created")).statusCode());
  }

  @Test
  void aNumberOfAMillionDigitsIsRefused() {
    HttpResponse<String> reply =
        http.post(http.path("/namespaces"), "{\"namespace\": [%s]}".formatted("9".repeat(60_000)));
    assertEquals(400, reply.statusCode(), reply::body);
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() throws IOException {
    String body = "{\"namespace\": [\"\u00ff\u00fe\"]}";
    assertStatus(
        400, raw(head("POST", http.path("/namespaces"), "Content-Length: " + body.length()), body));
  }

  @Test
  void aRequestCutAtAnyByteChangesNothing() throws IOException {
    String body = "{\"namespace\": [\"cut\"]}";
    String request =
        head("POST", http.path("/namespaces"), "Content-Length: " + body.length()) + body;
    for (int length = 0; length < request.length(); length++) {
      raw(request.substring(0, length));
    }
    assertEquals(404, http.get(http.path("/namespaces/cut")).statusCode());
    assertTrue(raw(request).startsWith("HTTP/1.1 200 "));
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    String get = "GET " + http.path("/namespaces/ns") + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    String last = head("GET", http.path("/namespaces/none"));
    String replies = raw(get + get + last);
    assertEquals(4, replies.split("HTTP/1.1 ", -1).length, replies);
    assertTrue(replies.lastIndexOf("HTTP/1.1 404") > replies.lastIndexOf("HTTP/1.1 200"), replies);
  }

  @Test
  void twoLengthsOrTwoKeysAreRefused() throws IOException {
    String body = "{\"namespace\": [\"twice\"]}";
    String length = "Content-Length: " + body.length();
    assertStatus(
        400, raw(head("POST", http.path("/namespaces"), length, "Content-Length: 1") + body));
    assertStatus(
        400,
        raw(head("POST", http.path("/namespaces"), length, "Transfer-Encoding: chunked") + body));
    assertStatus(
        400,
        raw(
            head(
                    "POST",
                    http.path("/namespaces"),
                    length,
                    "Idempotency-Key: 01939c5e-7a31-7cc3-98c4-dc0c0c07398f",
                    "Idempotency-Key: 01939c5e-7a31-7cc3-98c4-dc0c0c07398e")
                + body));
    assertEquals(404, http.get(http.path("/namespaces/twice")).statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/../v1/config",
        "/v1/%2e%2e/config",
        "/v1//config",
        "/v1/config;a=b",
        "/%00",
        "/%ff",
        "/v1/config%",
        "//v1/config",
        "/v1/x/namespaces/%ed%a0%80"
      })
  void pathTricksLeadNowhere(String path) throws IOException {
    String reply = raw(head("GET", path));
    assertTrue(reply.startsWith("HTTP/1.1 4"), reply);
    assertTrue(reply.contains("\"error\""), reply);
  }

  @Test
  void nonsenseIsRefused() throws IOException {
    assertTrue(raw("\u0000\u0001\u0002\r\n\r\n").startsWith("HTTP/1.1 400"));
    assertTrue(raw("GET / HTTP/9.9\r\n\r\n").startsWith("HTTP/1.1 505"));
    assertAlive();
  }

  @Test
  void moreConnectionsThanAllowedDoNotHurtThoseThatAreOpen() throws IOException {
    assertAlive();
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 60; i++) {
        idle.add(new Socket(InetAddress.getLoopbackAddress(), fixture.server.port()));
      }
      assertAlive(); // on the connection that the client keeps
    } finally {
      for (Socket each : idle) {
        each.close();
      }
    }
    assertAlive();
  }

  @Test
  void whatRanIntoABoundIsCounted() throws Exception {
    http.post(http.path("/namespaces"), "x".repeat(70_000));
    HttpResponse<String> metrics =
        new HttpCaller(fixture.uri())
            .absolute("http://127.0.0.1:" + fixture.server.managementPort() + "/metrics");
    assertTrue(
        metrics.body().contains("cairn_server_limited_total{bound=\"too-large\""), metrics::body);
  }
}
