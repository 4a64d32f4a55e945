package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.iceberg.server.rest.RestErrors;
import dev.cairn.iceberg.server.rest.RestLimits;
import dev.cairn.iceberg.server.rest.RestReply;
import dev.cairn.iceberg.server.rest.RestRequest;
import dev.cairn.iceberg.server.rest.RestService;
import dev.cairn.iceberg.warehouse.Warehouses;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.Seed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that are almost right, for a minute in every build, for an hour with {@code -Plong}:
 * each gets an answer, and none is a failure of the server. A seed gives the same requests in the
 * same order; {@code -Dcairn.test.fuzz.seconds} says for how long.
 */
final class RequestFuzzTest {
  private static final Duration BUDGET =
      Duration.ofSeconds(Long.getLong("cairn.test.fuzz.seconds", 60));
  private static final Duration MOST = Duration.ofMinutes(1);

  /** Text that parsers stumble over. */
  private static final List<String> TOKENS =
      List.of(
          "%",
          "%00",
          "%1F",
          "%2F",
          "%ff",
          "%c0%af",
          "%ed%a0%80",
          "..",
          "%2e",
          "//",
          ";",
          "?",
          "&",
          "=",
          "+",
          "#",
          "\\ud800",
          "\\u0000",
          "\u0000",
          "\u001f",
          "\ud83d\ude00",
          "\"",
          "{",
          "}",
          "[",
          "]",
          "null",
          "true",
          "-1",
          "0",
          "9223372036854775808",
          "1e999",
          "0.1",
          "{}",
          "[]",
          "\"\"",
          ",",
          ":",
          "n",
          "t",
          "struct",
          "list",
          "map",
          "decimal(99,99)",
          "fixed[-1]",
          "file:/",
          "file:/../..",
          "s3://",
          "-9999999999999999999999",
          "[[[[[[[[",
          "\"type\":");

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir Path directory;

  /** A request, in parts that are changed apart. */
  private record Sent(String method, String path, String query, String key, String body) {}

  private static final String SCHEMA =
      "{\"type\":\"struct\",\"schema-id\":0,\"fields\":["
          + "{\"id\":1,\"name\":\"a\",\"type\":\"long\",\"required\":true},"
          + "{\"id\":2,\"name\":\"b\",\"type\":{\"type\":\"list\",\"element-id\":3,"
          + "\"element\":\"decimal(9,2)\",\"element-required\":false},\"required\":false}]}";

  private static List<Sent> requests(String base) {
    String namespaces = "/v1/p/namespaces";
    String tables = namespaces + "/n/tables";
    String views = namespaces + "/n/views";
    String key = "0192e4a0-7e1a-7000-8000-00000000000f";
    String version =
        "{\"version-id\":1,\"timestamp-ms\":1,\"schema-id\":0,\"summary\":{},"
            + "\"default-namespace\":[\"n\"],\"representations\":"
            + "[{\"type\":\"sql\",\"sql\":\"select 1\",\"dialect\":\"spark\"}]}";
    String renamed =
        "{\"source\":{\"namespace\":[\"n\"],\"name\":\"t\"},"
            + "\"destination\":{\"namespace\":[\"n\"],\"name\":\"u\"}}";
    String updates =
        "\"requirements\":[{\"type\":\"assert-ref-snapshot-id\",\"ref\":\"main\",\"snapshot-id\":null}],"
            + "\"updates\":[{\"action\":\"set-properties\",\"updates\":{\"a\":\"b\"}},"
            + "{\"action\":\"add-snapshot\",\"snapshot\":{\"snapshot-id\":7,\"sequence-number\":1,"
            + "\"timestamp-ms\":1,\"manifest-list\":\""
            + base
            + "/n/t/m.avro\","
            + "\"summary\":{\"operation\":\"append\"},\"schema-id\":0}},"
            + "{\"action\":\"set-snapshot-ref\",\"ref-name\":\"main\",\"type\":\"branch\","
            + "\"snapshot-id\":7},{\"action\":\"add-schema\",\"schema\":"
            + SCHEMA
            + ",\"last-column-id\":3},{\"action\":\"set-current-schema\",\"schema-id\":-1}]";
    return List.of(
        new Sent("GET", "/v1/config", "warehouse=main", "", ""),
        new Sent("GET", namespaces, "parent=n&pageToken=&pageSize=2", "", ""),
        new Sent(
            "POST", namespaces, "", key, "{\"namespace\":[\"n\"],\"properties\":{\"a\":\"b\"}}"),
        new Sent("GET", namespaces + "/n", "", "", ""),
        new Sent("HEAD", namespaces + "/n%1Fm", "", "", ""),
        new Sent("DELETE", namespaces + "/m", "", key, ""),
        new Sent(
            "POST",
            namespaces + "/n/properties",
            "",
            key,
            "{\"removals\":[\"a\"],\"updates\":{\"c\":\"d\"}}"),
        new Sent("GET", tables, "pageToken=&pageSize=1", "", ""),
        new Sent(
            "POST",
            tables,
            "",
            key,
            "{\"name\":\"t\",\"schema\":"
                + SCHEMA
                + ",\"partition-spec\":{\"spec-id\":0,"
                + "\"fields\":[{\"name\":\"p\",\"transform\":\"bucket[4]\",\"source-id\":1,"
                + "\"field-id\":1000}]},\"write-order\":{\"order-id\":0,\"fields\":[]},"
                + "\"stage-create\":false,\"properties\":{\"format-version\":\"2\"}}"),
        new Sent(
            "POST",
            namespaces + "/n/register",
            "",
            key,
            "{\"name\":\"r\",\"metadata-location\":\"" + base + "/x.metadata.json\"}"),
        new Sent("GET", tables + "/t", "snapshots=refs", "", ""),
        new Sent("HEAD", tables + "/t", "", "", ""),
        new Sent("POST", tables + "/t", "", key, "{" + updates + "}"),
        new Sent("DELETE", tables + "/t", "purgeRequested=true", key, ""),
        new Sent(
            "POST",
            tables + "/t/metrics",
            "",
            "",
            "{\"report-type\":\"commit-report\",\"table-name\":\"t\",\"snapshot-id\":1,"
                + "\"sequence-number\":1,\"operation\":\"append\",\"metrics\":{},\"metadata\":{}}"),
        new Sent("POST", "/v1/p/tables/rename", "", key, renamed),
        new Sent(
            "POST",
            "/v1/p/transactions/commit",
            "",
            key,
            "{\"table-changes\":[{\"identifier\":{\"namespace\":[\"n\"],\"name\":\"t\"},"
                + updates
                + "}]}"),
        new Sent("GET", views, "pageToken=", "", ""),
        new Sent(
            "POST",
            views,
            "",
            key,
            "{\"name\":\"v\",\"schema\":"
                + SCHEMA
                + ",\"view-version\":"
                + version
                + ",\"properties\":{}}"),
        new Sent("GET", views + "/v", "", "", ""),
        new Sent(
            "POST",
            views + "/v",
            "",
            key,
            "{\"requirements\":[],\"updates\":[{\"action\":\"add-view-version\",\"view-version\":"
                + version
                + "},{\"action\":\"set-current-view-version\",\"view-version-id\":-1}]}"),
        new Sent("DELETE", views + "/v", "", key, ""),
        new Sent("POST", "/v1/p/views/rename", "", key, renamed),
        new Sent("GET", "/cairn/v1/p/dropped", "", "", ""),
        new Sent("POST", "/cairn/v1/p/dropped/7/undrop", "", key, ""),
        new Sent("GET", "/cairn/v1/p/changes", "limit=2", "", ""));
  }

  @Test
  void everyRequestIsAnswered() {
    try (ServerFixture fixture = new ServerFixture(directory)) {
      Warehouses warehouses =
          new Warehouses(fixture.cairn.catalogs(), "default", Map.of(), Clock.systemUTC());
      try (OpenWarehouses open =
          new OpenWarehouses(
              warehouses, fixture.cairn.idempotency(), Clock.systemUTC(), Duration.ofHours(9))) {
        RestService service =
            new RestService(
                open,
                new RestLimits(50, 100, 1_000, 10, 10, bound -> {}),
                "%1F",
                Optional.empty(),
                Optional.of(Duration.ofMinutes(30)));
        String prefix = open.named(ServerFixture.WAREHOUSE).orElseThrow().prefix();
        attack(service, prefix, requests(fixture.base));
      }
    }
  }

  private void attack(RestService service, String prefix, List<Sent> corpus) {
    Random random = seed.random("requests");
    for (Sent sent : corpus) {
      check(service, prefix, sent);
    }
    long begin = System.nanoTime();
    long count = 0;
    while (System.nanoTime() - begin < BUDGET.toNanos()) {
      Sent sent = corpus.get(random.nextInt(corpus.size()));
      Sent other = corpus.get(random.nextInt(corpus.size()));
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        sent = changed(sent, other, random);
      }
      check(service, prefix, sent);
      count++;
    }
    Details.print("fuzzer: %s requests, %s".formatted(count, seed));
  }

  private static void check(RestService service, String prefix, Sent sent) {
    long begin = System.nanoTime();
    RestReply reply = answer(service, prefix, sent);
    if (reply.body() instanceof RestReply.Streamed streamed) {
      try {
        streamed.writeTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        throw new AssertionError(sent.toString(), e);
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertTrue(reply.status() < 500, () -> sent + " is answered with " + reply);
    assertTrue(took.compareTo(MOST) < 0, () -> sent + " took " + took);
  }

  private static RestReply answer(RestService service, String prefix, Sent sent) {
    Map<String, List<String>> headers =
        sent.key().isEmpty() ? Map.of() : Map.of("Idempotency-Key", List.of(sent.key()));
    RestRequest request;
    try {
      request =
          RestRequest.of(
              sent.method(),
              sent.path().replace("/p/", "/" + prefix + "/"),
              sent.query(),
              headers,
              Principal.NONE,
              "fuzz");
    } catch (RuntimeException e) {
      return RestErrors.of(e, "fuzz", false);
    }
    // One character, one byte: so the bytes are not always UTF-8.
    byte[] body =
        sent.body().chars().allMatch(each -> each < 256)
            ? sent.body().getBytes(StandardCharsets.ISO_8859_1)
            : sent.body().getBytes(StandardCharsets.UTF_8);
    return service.handle(request.withBody(Bytes.wrap(body)));
  }

  private static Sent changed(Sent sent, Sent other, Random random) {
    String key = random.nextInt(3) == 0 ? newKey(random) : "";
    return switch (random.nextInt(10)) {
      case 0 -> new Sent(other.method(), sent.path(), sent.query(), key, sent.body());
      case 1 ->
          new Sent(
              sent.method(),
              changed(sent.path(), other.path(), random),
              sent.query(),
              key,
              sent.body());
      case 2 ->
          new Sent(
              sent.method(),
              sent.path(),
              changed(sent.query(), other.query(), random),
              key,
              sent.body());
      case 3 ->
          new Sent(
              sent.method(),
              sent.path(),
              sent.query(),
              changed(sent.key(), other.key(), random),
              sent.body());
      case 4 -> new Sent(sent.method(), sent.path(), sent.query(), key, other.body());
      default ->
          new Sent(
              sent.method(),
              sent.path(),
              sent.query(),
              key,
              changed(sent.body(), other.body(), random));
    };
  }

  private static String newKey(Random random) {
    return "0192e4a0-7e1a-7000-8000-%012x".formatted(random.nextLong() & 0xffff_ffff_ffffL);
  }

  private static String changed(String text, String other, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(12));
    String middle =
        switch (random.nextInt(6)) {
          case 0 -> "";
          case 1 -> Character.toString(random.nextInt(256));
          case 2 -> text.substring(from, to).repeat(2 + random.nextInt(60));
          case 3 -> other.substring(random.nextInt(other.length() + 1));
          default -> TOKENS.get(random.nextInt(TOKENS.size()));
        };
    return text.substring(0, from) + middle + text.substring(random.nextBoolean() ? to : from);
  }
}
