package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.server.FuzzedRequest.Part;
import dev.cairn.iceberg.server.rest.RestErrors;
import dev.cairn.iceberg.server.rest.RestLimits;
import dev.cairn.iceberg.server.rest.RestOperation;
import dev.cairn.iceberg.server.rest.RestReply;
import dev.cairn.iceberg.server.rest.RestRequest;
import dev.cairn.iceberg.server.rest.RestService;
import dev.cairn.iceberg.warehouse.Warehouses;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.rest.responses.LoadTableResponseParser;
import org.apache.iceberg.rest.responses.LoadViewResponseParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that are almost right, for a minute in every build, for an hour with {@code -Plong}:
 * each gets an answer that a client can read, none is a failure of the server, and a refusal has
 * changed nothing. A seed gives the same requests in the same order, but for what the catalog
 * assigns; {@code -Dcairn.test.fuzz.seconds} says for how long.
 */
final class RequestFuzzTest {
  private static final Duration BUDGET =
      Duration.ofSeconds(Long.getLong("cairn.test.fuzz.seconds", 60));
  private static final Duration MOST = Duration.ofMinutes(1);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> HEADERS =
      List.of("If-None-Match", "X-Iceberg-Access-Delegation", "Content-Type", "X-Request-Id");

  @RegisterExtension final Seed seed = Seed.ofRun();
  @TempDir Path directory;
  private RestService service;
  private Store store;
  private String prefix;
  private Path file;
  private final Set<RestOperation> executed = EnumSet.noneOf(RestOperation.class);

  @Test
  void everyRequestIsAnswered() throws IOException {
    try (ServerFixture fixture = new ServerFixture(directory)) {
      Warehouses warehouses =
          new Warehouses(fixture.cairn.catalogs(), "default", Map.of(), Clock.systemUTC());
      try (OpenWarehouses open =
              new OpenWarehouses(
                  warehouses, fixture.cairn.idempotency(), Clock.systemUTC(), Duration.ofHours(9));
          Store opened = fixture.cairn.catalogs().open("default", ServerFixture.WAREHOUSE)) {
        service =
            new RestService(
                open,
                new RestLimits(50, 100, 1_000, 10, 10, bound -> {}),
                "%1F",
                Optional.empty(),
                Optional.of(Duration.ofMinutes(30)));
        store = opened;
        prefix = open.named(ServerFixture.WAREHOUSE).orElseThrow().prefix();
        file = directory.resolve("warehouse" + FuzzCorpus.FILE);
        attack(corpus(fixture.base));
      }
    }
  }

  private List<FuzzedRequest> corpus(String base) throws IOException {
    FuzzCorpus corpus = new FuzzCorpus(base);
    String position =
        json(check(FuzzedRequest.get("/cairn/v1/p/changes", ""))).path("next").asText();
    String table = "";
    String view = "";
    for (FuzzedRequest each : FuzzCorpus.preparation()) {
      RestReply made = check(each);
      assertEquals(2, made.status() / 100, () -> each + " is answered with " + text(made));
      String path = each.part(Part.PATH);
      table = path.endsWith("/tables") ? metadata(made) : table;
      view = path.endsWith("/views") ? metadata(made) : view;
    }
    RestReply page = check(FuzzedRequest.get("/v1/p/namespaces", "pageToken=&pageSize=1"));
    RestReply dropped = check(FuzzedRequest.get("/cairn/v1/p/dropped", ""));
    RestReply loaded = check(FuzzedRequest.get("/v1/p/namespaces/n/tables/t1", ""));
    return corpus.requests(
        json(page).path("next-page-token").asText(),
        position,
        json(dropped).path("dropped").path(0).path("id").asText(),
        loaded.headers().get("ETag"),
        table,
        view);
  }

  /** The content of a metadata file as that of what was made, for another place. */
  private static String metadata(RestReply made) throws IOException {
    JsonNode metadata = json(made).path("metadata");
    String location = metadata.path("location").asText();
    return metadata.toString().replace(location, location + "-registered");
  }

  private void attack(List<FuzzedRequest> corpus) {
    Random random = seed.random("requests");
    corpus.forEach(this::check);
    assertEquals(EnumSet.allOf(RestOperation.class), executed);
    long begin = System.nanoTime();
    long count = 0;
    while (System.nanoTime() - begin < BUDGET.toNanos()) {
      FuzzedRequest sent = corpus.get(random.nextInt(corpus.size()));
      FuzzedRequest other = corpus.get(random.nextInt(corpus.size()));
      sent = sent.with(Part.KEY, random.nextInt(3) == 0 ? newKey(random) : "");
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        sent = sent.changed(other, random);
      }
      RestReply unused = check(sent);
      count++;
    }
    Details.print("fuzzer: %s requests, %s".formatted(count, seed));
  }

  private static String newKey(Random random) {
    return "0192e4a0-7e1a-7000-8000-%012x".formatted(random.nextLong() & 0xffff_ffff_ffffL);
  }

  private RestReply check(FuzzedRequest sent) {
    long version = store.current(Catalogs.MAIN).version();
    long begin = System.nanoTime();
    RestReply reply = answer(sent);
    String text = text(reply);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertTrue(
        reply.status() < 500 || isRepeatedAppend(sent, text),
        () -> sent + " is answered with " + reply + text);
    assertTrue(took.compareTo(MOST) < 0, () -> sent + " took " + took);
    if (reply.status() >= 400) {
      assertEquals(
          version,
          store.current(Catalogs.MAIN).version(),
          () -> sent + " is refused with " + text + " and has changed something");
    }
    try {
      checkReadable(text);
    } catch (RuntimeException e) {
      throw new AssertionError(sent + " is answered with " + text + ", which no client reads", e);
    }
    return reply;
  }

  /**
   * Whether the answer says that the outcome is unknown because a snapshot of the request is in a
   * table already: an earlier attempt may have put it there.
   */
  private boolean isRepeatedAppend(FuzzedRequest sent, String answer) {
    try {
      JsonNode body = MAPPER.readTree(sent.part(Part.BODY));
      if (!answer.contains("CommitStateUnknownException") || !body.isObject()) {
        return false;
      }
      Set<Long> there = new HashSet<>();
      for (String path : tables(sent.part(Part.PATH), body)) {
        json(answer(FuzzedRequest.get(path, "")))
            .at("/metadata/snapshots")
            .forEach(each -> there.add(each.path("snapshot-id").asLong()));
      }
      return body.findValues("snapshot").stream()
          .anyMatch(each -> there.contains(each.path("snapshot-id").asLong()));
    } catch (IOException e) {
      return false;
    }
  }

  /** The paths of the tables that a request changes. */
  private static List<String> tables(String path, JsonNode body) {
    List<String> paths = new ArrayList<>(List.of(path));
    for (JsonNode change : body.path("table-changes")) {
      JsonNode name = change.path("identifier");
      List<String> levels = new ArrayList<>();
      name.path("namespace").forEach(level -> levels.add(escaped(level.asText())));
      paths.add(
          "/v1/p/namespaces/%s/tables/%s"
              .formatted(String.join("%1F", levels), escaped(name.path("name").asText())));
    }
    return paths;
  }

  private static String escaped(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static void checkReadable(String text) {
    if (text.isEmpty()) {
      return;
    }
    JsonNode json;
    try {
      json = MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (json.path("metadata").has("view-uuid")) {
      var unused = LoadViewResponseParser.fromJson(json);
    } else if (json.has("metadata")) {
      var unused = LoadTableResponseParser.fromJson(json);
    }
  }

  private static JsonNode json(RestReply reply) throws IOException {
    return MAPPER.readTree(text(reply));
  }

  /** The body of an answer; it is UTF-8. */
  private static String text(RestReply reply) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (reply.body() instanceof RestReply.Streamed streamed) {
        streamed.writeTo(bytes);
      } else if (reply.body() instanceof RestReply.Full full) {
        bytes.write(full.bytes().toByteArray());
      } else if (reply.body() instanceof RestReply.Deferred deferred) {
        bytes.write(deferred.bytes().toByteArray());
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (IOException e) {
      throw new AssertionError(reply.toString(), e);
    }
  }

  private RestReply answer(FuzzedRequest sent) {
    Map<String, List<String>> headers = new HashMap<>();
    if (!sent.part(Part.KEY).isEmpty()) {
      headers.put("Idempotency-Key", List.of(sent.part(Part.KEY)));
    }
    if (!sent.part(Part.HEADER).isEmpty()) {
      HEADERS.forEach(name -> headers.put(name, List.of(sent.part(Part.HEADER))));
    }
    RestRequest request;
    try {
      if (!sent.part(Part.FILE).isEmpty()) {
        Path written = Files.write(file, sent.bytes(Part.FILE));
        assertEquals(file, written);
      }
      request =
          RestRequest.of(
              sent.part(Part.METHOD),
              sent.part(Part.PATH).replace("/p/", "/" + prefix + "/"),
              sent.part(Part.QUERY),
              headers,
              Principal.NONE,
              "fuzz");
    } catch (RuntimeException e) {
      return RestErrors.of(e, "fuzz", false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    executed.add(request.operation());
    return service.handle(request.withBody(Bytes.wrap(sent.bytes(Part.BODY))));
  }
}
