package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.iceberg.server.HostileClient.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that no client sends: each gets an answer, and leaves the server as it was. */
final class HostileAnswersTest {
  private static final String HOST = "Host: localhost\r\n";
  private static final String KEY = "0192e4a0-7e1a-7000-8000-00000000000";
  private static final String NAMESPACE = "{\"namespace\":[\"made\"],\"properties\":{}}";

  @TempDir static Path directory;
  private static HostileServer server;

  /**
   * A request and its answer.
   *
   * @param bytes what is sent, one byte for each character
   * @param statuses the answers that are right
   */
  private record Attack(String name, String bytes, Set<Integer> statuses) {
    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void start() throws IOException {
    server =
        new HostileServer(
            directory,
            Map.of(
                "cairn.server.max-body", "4k",
                "cairn.server.max-buffered", "200k",
                "cairn.server.max-headers", "4k",
                "cairn.server.max-json-depth", "20",
                "cairn.server.max-json-number", "50",
                "cairn.server.max-json-name", "1000",
                "cairn.server.max-page-size", "5"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @MethodSource({"bodies", "lengths", "heads", "queries", "keys", "paths", "targets", "names"})
  void answersAndIsUnharmed(Attack attack) throws IOException {
    try (HostileClient client = server.connect()) {
      client.sendAsFarAsPossible(server.filled(attack.bytes()));
      Reply reply = client.read(attack.bytes().startsWith("HEAD ") ? "HEAD" : "GET");
      assertTrue(attack.statuses().contains(reply.status()), () -> attack + ": " + reply);
      checkErrorModel(attack, reply);
      assertTrue(reply.headers().containsKey("x-request-id"), () -> attack + ": " + reply);
    }
    server.checkUnharmed();
  }

  private static void checkErrorModel(Attack attack, Reply reply) {
    if (reply.status() >= 400 && !reply.body().isEmpty()) {
      assertEquals("application/json", reply.headers().get("content-type"), attack.name());
      assertTrue(reply.body().startsWith("{\"error\":{\"message\":"), reply::body);
    }
    assertTrue(!reply.body().contains("Exception:"), reply::body);
    assertTrue(!reply.body().contains("\\n\\tat "), reply::body);
  }

  static List<Arguments> bounds() {
    return List.of(
        Arguments.of("too-large", json("x".repeat(4_097)), 413),
        Arguments.of("json-memory", json("[".repeat(4_000)), 413),
        Arguments.of("headers", get("/v1/config?" + "x".repeat(5_000)), 414),
        Arguments.of(
            "headers", "GET / HTTP/1.1\r\n" + HOST + "A: " + "x".repeat(5_000) + "\r\n\r\n", 431),
        Arguments.of("json-depth", properties("[".repeat(30) + "]".repeat(30)), 400),
        Arguments.of("json-number", properties("1".repeat(51)), 400),
        Arguments.of("json-name", properties("{\"" + "n".repeat(1_001) + "\":1}"), 400),
        Arguments.of("page-size", get("/v1/{p}/namespaces?pageSize=6&pageToken="), 200),
        Arguments.of("page-size", get("/cairn/v1/{p}/changes?limit=99999999999"), 200),
        Arguments.of("http", "GET / HTTP/9.9\r\n\r\n", 505));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void aRequestThatRunsIntoABoundIsCounted(String bound, String bytes, int status)
      throws IOException {
    String metric = "cairn_server_limited_total{bound=\"%s\"}".formatted(bound);
    double before = server.metric(metric);
    try (HostileClient client = server.connect()) {
      client.sendAsFarAsPossible(server.filled(bytes));
      assertEquals(status, client.read().status());
    }
    server.awaitMetric(metric, before + 1);
    server.checkUnharmed();
  }

  /** The default is 100, and the largest size 5. */
  @Test
  void aPageIsNeverLargerThanTheLargestSize() throws IOException {
    for (int i = 0; i < 7; i++) {
      try (HostileClient client = server.connect()) {
        client.send(server.filled(json("{\"namespace\":[\"page%s\"]}".formatted(i))));
        assertEquals(200, client.read().status());
      }
    }
    try (HostileClient client = server.connect()) {
      client.send(server.filled(get("/v1/{p}/namespaces?pageToken=")));
      String page = client.read().body();
      assertEquals(6, page.split("\\[\"", -1).length, page);
    }
    for (int i = 0; i < 7; i++) {
      try (HostileClient client = server.connect()) {
        String head = "DELETE /v1/{p}/namespaces/page%s HTTP/1.1\r\n".formatted(i);
        client.send(server.filled(head + HOST + "\r\n"));
        assertEquals(204, client.read().status());
      }
    }
  }

  /** None of these attacks has made anything. */
  @Test
  void nothingIsMade() throws IOException {
    for (Attack attack : bodies()) {
      try (HostileClient client = server.connect()) {
        client.sendAsFarAsPossible(server.filled(attack.bytes()));
        Reply unused = client.read();
      }
    }
    try (HostileClient client = server.connect()) {
      client.send(server.filled(get("/v1/{p}/namespaces")));
      assertEquals("{\"namespaces\":[]}", client.read().body());
    }
  }

  private static Attack attack(String name, String bytes, Integer... statuses) {
    return new Attack(name, bytes, new TreeSet<>(Arrays.asList(statuses)));
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n";
  }

  private static String post(String headers, String body) {
    return "POST /v1/{p}/namespaces HTTP/1.1\r\n" + HOST + headers + "\r\n" + body;
  }

  private static String json(String body) {
    return post("Content-Length: " + body.length() + "\r\n", body);
  }

  private static String chunked(String chunks) {
    return post("Transfer-Encoding: chunked\r\n", chunks);
  }

  private static String properties(String value) {
    return json("{\"namespace\":[\"made\"],\"properties\":{\"a\":" + value + "}}");
  }

  static List<Attack> bodies() {
    return List.of(
        attack("body too large", json("x".repeat(4097)), 413),
        attack("body announced too large", post("Content-Length: 9999999\r\n", ""), 413),
        attack("chunks too large", chunked("1001\r\n" + "x".repeat(4097) + "\r\n0\r\n\r\n"), 413),
        attack("many small chunks", chunked("1\r\nx\r\n".repeat(4097) + "0\r\n\r\n"), 413),
        attack("no body", json(""), 400),
        attack("only spaces", json("   "), 400),
        attack("not JSON", json("<a/>"), 400),
        attack("not an object", json("[]"), 400),
        attack("null", json("null"), 400),
        attack("two objects", json("{}{}"), 400),
        attack("cut JSON", json("{\"namespace\":[\"a\""), 400),
        attack("name twice", json("{\"namespace\":[\"a\"],\"namespace\":[\"b\"]}"), 400),
        attack("deep arrays", json("[".repeat(2000)), 400),
        attack("deep objects", properties("{\"a\":".repeat(300) + "1" + "}".repeat(300)), 400),
        attack("long number", properties("1".repeat(400)), 400),
        attack("long fraction", properties("0." + "1".repeat(400)), 400),
        attack("not a number", properties("NaN"), 400),
        attack("UTF-8 cut", json("{\"namespace\":[\"\u00c3\"]}"), 400),
        attack("UTF-8 overlong", json("{\"namespace\":[\"\u00c0\u00af\"]}"), 400),
        attack("UTF-8 surrogate", json("{\"namespace\":[\"\u00ed\u00a0\u0080\"]}"), 400),
        attack("UTF-16", json("\u00fe\u00ff\u0000{\u0000}"), 400),
        attack("byte order mark", json("\u00ef\u00bb\u00bf{}"), 400),
        attack("surrogate alone", json("{\"namespace\":[\"\\ud800\"]}"), 400),
        attack("surrogates swapped", json("{\"namespace\":[\"\\udc00\\ud800\"]}"), 400),
        attack("surrogate in a property", properties("\"\\ud800\""), 400),
        attack("surrogate in a property's name", properties("\"b\",\"\\uD800\":\"b\""), 400),
        attack(
            "surrogate in an ignored field",
            json("{\"x\":\"\\ud800\",\"namespace\":[\"made\"]}"),
            400),
        attack("separator in a level", json("{\"namespace\":[\"a\\u001fb\"]}"), 400),
        attack("NUL in a level", json("{\"namespace\":[\"a\\u0000b\"]}"), 400),
        attack("empty level", json("{\"namespace\":[\"\"]}"), 400),
        attack("no level", json("{\"namespace\":[]}"), 400),
        attack("null level", json("{\"namespace\":[null]}"), 400),
        attack("number as namespace", json("{\"namespace\":7}"), 400),
        attack("null as property", properties("null"), 400),
        attack("list as property", properties("[]"), 400));
  }

  static List<Attack> lengths() {
    String both = "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n";
    String same = "Content-Length: " + NAMESPACE.length() + "\r\n";
    return List.of(
        attack("negative length", post("Content-Length: -1\r\n", "x"), 400),
        attack("length of letters", post("Content-Length: abc\r\n", "x"), 400),
        attack("length with a sign", post("Content-Length: +2\r\n", "{}"), 400),
        attack("length beyond 64 bits", post("Content-Length: 99999999999999999999\r\n", ""), 400),
        attack("empty length", post("Content-Length: \r\n", "{}"), 400),
        attack("two lengths", post("Content-Length: 2\r\nContent-Length: 40\r\n", "{}"), 400),
        attack("same length twice", post(same + same, NAMESPACE), 400),
        attack("list of lengths", post("Content-Length: 2, 2\r\n", "{}"), 400),
        attack("length and chunks", post(both, "0\r\n\r\n"), 400),
        attack("chunked twice", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), 400),
        attack("other coding", post("Transfer-Encoding: gzip\r\n", "x"), 400, 501),
        attack("coding after chunked", post("Transfer-Encoding: chunked, gzip\r\n", "x"), 400, 501),
        attack("unknown coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 400, 501),
        attack("space before colon", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"), 400),
        attack("chunk size of letters", chunked("xyz\r\n"), 400),
        attack("negative chunk", chunked("-1\r\nx\r\n"), 400),
        attack("chunk beyond 64 bits", chunked("FFFFFFFFFFFFFFFFF\r\nx"), 400, 413),
        attack("chunk beyond 31 bits", chunked("80000000\r\nx"), 400, 413),
        attack("chunk longer than its size", chunked("1\r\nxx\r\n0\r\n\r\n"), 400));
  }

  static List<Attack> heads() {
    String start = "GET /v1/config?warehouse=main HTTP/1.1\r\n";
    return List.of(
        attack("header too large", start + HOST + "A: " + "x".repeat(5000) + "\r\n\r\n", 431),
        attack("too many headers", start + HOST + "A: b\r\n".repeat(2000) + "\r\n", 431),
        attack("URL too long", get("/v1/" + "x".repeat(5000)), 414, 431),
        attack("no host", start + "\r\n", 400),
        attack("two hosts", start + HOST + HOST + "\r\n", 400),
        attack("bad host", start + "Host: a b\r\n\r\n", 400),
        attack("folded header", start + HOST + "A: b\r\n c\r\n\r\n", 400),
        attack("header without colon", start + HOST + "abc\r\n\r\n", 400),
        attack("header without name", start + HOST + ": b\r\n\r\n", 400),
        attack("NUL in a header", start + HOST + "A: b\u0000c\r\n\r\n", 400),
        attack("NUL in a header's name", start + HOST + "A\u0000: c\r\n\r\n", 400),
        attack("old HTTP", "GET /v1/config?warehouse=main HTTP/1.0\r\n\r\n", 200),
        attack("oldest HTTP", "GET /v1/config\r\n\r\n", 400, 505),
        attack("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 426, 505),
        attack("HTTP of the future", "GET / HTTP/9.9\r\n" + HOST + "\r\n", 400, 505),
        attack(
            "TLS",
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
            400),
        attack("no request", "\u0000\u0001\u0002\u0003\r\n\r\n", 400),
        attack("unknown expectation", start + HOST + "Expect: wonders\r\n\r\n", 200, 417),
        attack("upgrade", start + HOST + "Connection: upgrade\r\nUpgrade: h2c\r\n\r\n", 200));
  }

  static List<Attack> queries() {
    List<Attack> attacks = new ArrayList<>();
    for (String size :
        List.of("0", "-1", "abc", "", "1e3", "%2B5", "0x10", "1.5", "9".repeat(30))) {
      attacks.add(
          attack("page size '" + size + "'", get("/v1/{p}/namespaces?pageSize=" + size), 400));
    }
    attacks.add(attack("huge page", get("/v1/{p}/namespaces?pageSize=2147483648&pageToken="), 200));
    attacks.add(attack("page size twice", get("/v1/{p}/namespaces?pageSize=1&pageSize=2"), 400));
    attacks.add(attack("no token", get("/v1/{p}/namespaces?pageToken=abc"), 400));
    attacks.add(attack("UTF-8 in a token", get("/v1/{p}/namespaces?pageToken=%C3%A4"), 400));
    attacks.add(attack("bad UTF-8 in a query", get("/v1/config?warehouse=%ff"), 400));
    attacks.add(attack("bad escape in a query", get("/v1/config?warehouse=%zz"), 400));
    attacks.add(attack("cut escape in a query", get("/v1/config?warehouse=%"), 400));
    attacks.add(attack("raw bytes in a query", get("/v1/config?warehouse=\u00ff\u00fe"), 400));
    attacks.add(attack("no warehouse", get("/v1/config"), 400));
    attacks.add(attack("unknown warehouse", get("/v1/config?warehouse=other"), 404));
    attacks.add(attack("control in a warehouse", get("/v1/config?warehouse=a%0ab"), 400, 404));
    attacks.add(
        attack("long warehouse", get("/v1/config?warehouse=" + "x".repeat(1000)), 400, 404));
    attacks.add(attack("position of no feed", get("/cairn/v1/{p}/changes?after=x"), 400));
    attacks.add(attack("limit of no feed", get("/cairn/v1/{p}/changes?limit=-5"), 400));
    return attacks;
  }

  static List<Attack> keys() {
    String length = "Content-Length: " + NAMESPACE.length() + "\r\n";
    String key = "Idempotency-Key: " + KEY;
    return List.of(
        attack("two keys", post(length + key + "1\r\n" + key + "2\r\n", NAMESPACE), 400),
        attack("same key twice", post(length + key + "1\r\n" + key + "1\r\n", NAMESPACE), 400),
        attack("list of keys", post(length + key + "1, " + KEY + "2\r\n", NAMESPACE), 400),
        attack("no UUID", post(length + "Idempotency-Key: abc\r\n", NAMESPACE), 400),
        attack("empty key", post(length + "Idempotency-Key:\r\n", NAMESPACE), 400),
        attack("long key", post(length + key + "1" + "0".repeat(900) + "\r\n", NAMESPACE), 400),
        attack("bytes as key", post(length + "Idempotency-Key: \u00ff\u00fe\r\n", NAMESPACE), 400),
        attack(
            "key for a resource with a long name",
            "DELETE /v1/{p}/namespaces/"
                + "x".repeat(3000)
                + " HTTP/1.1\r\n"
                + HOST
                + key
                + "1\r\n\r\n",
            400,
            404));
  }

  static List<Attack> paths() {
    List<Attack> attacks = new ArrayList<>();
    for (String path :
        List.of(
            "/v1/{p}/x/../namespaces",
            "/v1/{p}/x/%2e%2e/namespaces",
            "/v1/{p}/x/%2E./namespaces",
            "/v1/./{p}/namespaces",
            "//v1/{p}/namespaces",
            "/v1//{p}/namespaces",
            "/v1/{p}/namespaces//",
            "/v1/{p};x/namespaces",
            "/v1/{p}/namespaces;x=y",
            "/v1/{p}/namespaces/%ff",
            "/v1/{p}/namespaces/%c0%af",
            "/v1/{p}/namespaces/%ed%a0%80",
            "/v1/{p}/namespaces/%f4%90%80%80",
            "/v1/{p}/namespaces/%",
            "/v1/{p}/namespaces/%4",
            "/v1/{p}/namespaces/%zz",
            "/v1/{p}/namespaces/%u0041",
            "/v1/{p}/namespaces/\u00e4")) {
      attacks.add(attack(path, get(path), 400));
    }
    for (String path :
        List.of(
            "/v1",
            "/v2/config",
            "/V1/CONFIG",
            "/v1/{p}%2Fnamespaces",
            "/v1%2fconfig?warehouse=main",
            "/v1/other/namespaces",
            "/favicon.ico",
            "/v1/{p}/namespaces/a%2Fb",
            "/v1/{p}/namespaces/a%252Fb",
            "/v1/{p}/namespaces/a%5C..%5Cb",
            "/v1/{p}/namespaces/a%2F..%2Fb",
            "/v1/{p}/namespaces/a/tables/b/c")) {
      attacks.add(attack(path, get(path), 404));
    }
    for (String path :
        List.of(
            "/",
            "/v1/%00/namespaces",
            "/v1/{p}/namespaces/a%00b",
            "/v1/{p}/namespaces/%1F",
            "/v1/{p}/namespaces/a%1F%1Fb",
            "/v1/{p}/namespaces/a%0d%0aSet-Cookie:b",
            "/v1/{p}/namespaces/" + "a%1F".repeat(500) + "a",
            "/v1/{p}/namespaces/a/tables/%1F",
            "/v1/{p}/namespaces/a/tables/%00",
            "/v1/{p}/namespaces/a#b",
            "/v1/{p}/namespaces/a\\..\\b",
            "/v1/{p}/namespaces/" + "x".repeat(3000))) {
      attacks.add(attack(path, get(path), 400, 404));
    }
    return attacks;
  }

  static List<Attack> targets() {
    String end = " HTTP/1.1\r\n" + HOST + "\r\n";
    List<Attack> attacks = new ArrayList<>();
    for (String method : List.of("PUT", "PATCH", "TRACE", "OPTIONS", "get", "BREW", "DELETE")) {
      attacks.add(attack(method, method + " /v1/{p}/namespaces" + end, 405));
    }
    attacks.add(attack("HEAD on a list", "HEAD /v1/{p}/namespaces" + end, 405));
    attacks.add(attack("OPTIONS *", "OPTIONS *" + end, 400, 404));
    attacks.add(attack("GET *", "GET *" + end, 400, 404));
    attacks.add(attack("CONNECT", "CONNECT a:80" + end, 400, 404, 405, 421));
    attacks.add(attack("CONNECT to a path", "CONNECT /v1/config" + end, 400, 405));
    attacks.add(attack("absolute", "GET http://localhost/v1/config?warehouse=main" + end, 200));
    attacks.add(
        attack("absolute, other host", "GET http://b/v1/config?warehouse=main" + end, 200, 400));
    attacks.add(attack("absolute without path", "GET http://localhost" + end, 400, 404));
    attacks.add(attack("only a query", "GET http://a?warehouse=main" + end, 400, 404));
    attacks.add(attack("no scheme", "GET a/v1/config" + end, 400));
    attacks.add(attack("file", "GET file:///etc/passwd" + end, 400, 404));
    attacks.add(attack("user in the target", "GET http://u:p@a/v1/config" + end, 400));
    attacks.add(attack("bad port", "GET http://a:99999999999/v1/config" + end, 400));
    attacks.add(attack("space in the target", "GET /v1/con fig" + end, 400, 505));
    attacks.add(
        attack(
            "HEAD with a body",
            "HEAD /v1/{p}/namespaces/a HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\n{}",
            404));
    attacks.add(
        attack(
            "GET with a body",
            "GET /v1/{p}/namespaces HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\n{}",
            200));
    return attacks;
  }

  /** Names in bodies that must not become other names, or end up outside their place. */
  static List<Attack> names() {
    List<Attack> attacks = new ArrayList<>();
    // Found by the fuzzer: the answer repeats the names that were missing, and could not be
    // written.
    String removal = "{\"removals\":[\"a\\ud800b\"],\"updates\":{}}";
    attacks.add(
        attack(
            "surrogate in a removal",
            "POST /v1/{p}/namespaces/kept/properties HTTP/1.1\r\n"
                + HOST
                + "Content-Length: "
                + removal.length()
                + "\r\n\r\n"
                + removal,
            400));
    for (String name : List.of("\\ud800", "a\\u0000b", "")) {
      for (String resource : List.of("tables/rename", "views/rename")) {
        String body =
            "{\"source\":{\"namespace\":[\"a\"],\"name\":\"b\"},"
                + "\"destination\":{\"namespace\":[\"a\"],\"name\":\""
                + name
                + "\"}}";
        attacks.add(
            attack(
                resource + " to '" + name + "'",
                "POST /v1/{p}/"
                    + resource
                    + " HTTP/1.1\r\n"
                    + HOST
                    + "Content-Length: "
                    + body.length()
                    + "\r\n\r\n"
                    + body,
                400,
                404));
      }
    }
    attacks.add(
        attack(
            "undrop of no number",
            "POST /cairn/v1/{p}/dropped/x/undrop HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\n\r\n",
            400));
    for (String number : List.of("9".repeat(40), "01", "%D9%A1", "-0", "+1")) {
      attacks.add(
          attack(
              "undrop of the number " + number,
              "POST /cairn/v1/{p}/dropped/"
                  + number
                  + "/undrop HTTP/1.1\r\n"
                  + HOST
                  + "Content-Length: 0\r\n\r\n",
              400));
    }
    return attacks;
  }
}
