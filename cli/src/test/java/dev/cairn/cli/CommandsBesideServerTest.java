package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of the tool, once, on a store that a server has open. Without the note of the
 * server the tool cannot find it: then what only looks works, and what changes something does not.
 */
class CommandsBesideServerTest {
  private static final Path PAGE = Path.of("..", "docs", "server.md");
  private static final Pattern ROUTED =
      Pattern.compile("(?s)These go through the server: (.+?)\\. ");

  /** What only looks, or writes files alone. */
  private static final List<String> READING =
      List.of(
          "serve --check",
          "warehouse list",
          "warehouse get shop",
          "warehouse reset shop --at PT0S --dry-run",
          "namespace list shop",
          "table list shop/sales",
          "table list shop --dropped",
          "table get shop/sales/orders",
          "table log shop/sales/orders",
          "table undrop shop/sales/items --dry-run",
          "table restore shop/sales/orders --at PT0S --dry-run",
          "migrate --from SOURCE --to shop --dry-run",
          "info",
          "doctor",
          "schema print",
          "tenant list",
          "tenant show acme",
          "catalog list acme",
          "catalog show acme/sales",
          "ref list acme/sales",
          "ref show acme/sales",
          "ref log acme/sales",
          "ref diff acme/sales main PT0S",
          "ref reset acme/sales main --at PT0S --dry-run",
          "ls acme/sales",
          "get acme/sales --key eu/orders",
          "lease list",
          "task list",
          "task show cairn.gc",
          "idempotency list",
          "idempotency show SCOPE REQUEST",
          "idempotency capacity",
          "idempotency purge --dry-run",
          "gc --dry-run",
          "check",
          "export FILES/all.cairn",
          "export FILES/sales.cairn --catalog acme/sales",
          "import FILES/all.cairn --dry-run",
          "backup FILES/monday --verify",
          "completion",
          "help");

  /** What changes the store, in an order in which each has something to change. */
  private static final List<String> CHANGING =
      List.of(
          "schema create",
          "schema raise 2",
          "tenant create globex",
          "tenant update globex -p plan=gold",
          "tenant deactivate globex",
          "tenant activate globex",
          "catalog create globex/web",
          "catalog update globex/web -p owner=ann",
          "catalog deactivate globex/web",
          "catalog activate globex/web",
          "catalog deactivate globex/web",
          "catalog purge globex/web --yes",
          "tenant deactivate globex",
          "tenant purge globex --yes",
          "catalog create acme/copy",
          "import FILES/sales.cairn --into acme/copy",
          "warehouse create web -p location=file:FILES/web",
          "warehouse update web -p comment=new",
          "warehouse deactivate web",
          "warehouse activate web",
          "warehouse reset shop --at PT0S --yes",
          "migrate --from SOURCE --to web",
          "table undrop shop/sales/items",
          "table restore shop/sales/orders --at PT0S --yes",
          "ref create acme/sales audit",
          "ref reset acme/sales main --at PT0S --yes",
          "ref delete acme/sales audit --yes",
          "task run reindex",
          "task cancel reindex --yes",
          "task run cairn.gc --yes",
          "idempotency purge --yes",
          "check --record",
          "gc --yes");

  /** What ends with another code than 0, as it has nothing to do. */
  private static final String RECOVER = "ref recover acme/sales --yes";

  /** What neither reads nor goes through the server. */
  private static final Set<String> ELSEWHERE = Set.of("bench", "copy", "demo");

  @TempDir Path directory;
  private final SourceStub source = new SourceStub();
  private final List<String> filledIn = new ArrayList<>();

  private ServedSample sample() {
    return new ServedSample(directory);
  }

  private Cli.Result run(String command) {
    String line =
        command.replace("SOURCE", source.uri()).replace("FILES", directory.resolve("out") + "");
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
    words.replaceAll(word -> word.equals("SCOPE") ? filledIn.get(0) : word);
    words.replaceAll(word -> word.equals("REQUEST") ? filledIn.get(1) : word);
    return sample().cli().run(words.toArray(String[]::new));
  }

  private void assertEnds(ExitCode code, String command) {
    Cli.Result result = run(command);
    assertEquals(code.number(), result.code(), () -> command + ": " + result);
  }

  /** Leaves a record of a request with a key behind. */
  private void sendWithKey(ChildProcess server) throws Exception {
    String uri =
        new ObjectMapper().readTree(server.awaitOutput("}\n")).path("uri").asText() + "/v1/";
    HttpClient http = HttpClient.newHttpClient();
    URI config = URI.create(uri + "config?warehouse=shop");
    String answer =
        http.send(HttpRequest.newBuilder(config).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    String prefix = new ObjectMapper().readTree(answer).at("/overrides/prefix").asText();
    HttpResponse<String> created =
        http.send(
            HttpRequest.newBuilder(URI.create(uri + prefix + "/namespaces"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "018f6d5c-7b7e-7cc2-a1de-2f3b3c4d5e6f")
                .POST(HttpRequest.BodyPublishers.ofString("{\"namespace\":[\"keyed\"]}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(200, created.statusCode(), created::body);
    JsonNode record = sample().cli().json("idempotency", "list").at("/records/0");
    filledIn.add(record.path("scope").asText());
    filledIn.add(record.path("request").asText());
  }

  @Test
  void whatOnlyLooksNeedsNoServerAndWhatChangesGoesThroughIt() throws Exception {
    ServedSample sample = ServedSample.create(directory);
    Samples.commitAll(sample.cli(), List.of("eu/orders"));
    sample.cli().ok("gc", "--yes");
    Files.createDirectory(directory.resolve("out"));
    Path hidden = directory.resolve("note");
    try (source;
        ChildProcess server = sample.serve()) {
      sendWithKey(server);
      Files.move(sample.note(), hidden);
      for (String each : READING) {
        assertEnds(ExitCode.OK, each);
      }
      for (String each : CHANGING) {
        assertEnds(ExitCode.UNAVAILABLE, each);
      }
      assertEnds(ExitCode.UNAVAILABLE, RECOVER);
      Files.move(hidden, sample.note());
      for (String each : CHANGING) {
        assertEnds(ExitCode.OK, each);
      }
      assertEnds(ExitCode.CONFLICT, RECOVER);
      assertEnds(ExitCode.UNAVAILABLE, "bench --commits 100 --lookups 100");
      Path other =
          Files.writeString(
              directory.resolve("served.properties"),
              "cairn.backend=rocksdb\ncairn.rocksdb.path=%s\n".formatted(sample.cli().store()));
      Cli.Result copied =
          new Cli(directory.resolve("out/monday")).run("copy", "--to", other.toString());
      assertEquals(ExitCode.UNAVAILABLE.number(), copied.code(), copied::toString);
      server.terminate();
      Cli.Result ended = server.await();
      assertFalse(ended.err().contains("WARNING"), ended::toString);
    }
    assertTrue(sample.cli().json("check").path("isClean").asBoolean());
  }

  @Test
  void noCommandIsMissing() {
    Set<String> missing = new TreeSet<>();
    OperationsDocTest.collect(UsageTest.tool().commandLine(List.of()), "", missing);
    assertTrue(missing.size() > 40, missing::toString);
    List<String> all = new ArrayList<>(READING);
    all.addAll(CHANGING);
    all.add(RECOVER);
    missing.removeIf(name -> all.stream().anyMatch(each -> (each + " ").startsWith(name + " ")));
    assertEquals(ELSEWHERE, missing);
  }

  @Test
  void thePageNamesWhatGoesThroughTheServer() throws IOException {
    Matcher found = ROUTED.matcher(Files.readString(PAGE));
    assertTrue(found.find());
    Set<String> page = new TreeSet<>(List.of(found.group(1).split("`,\\s+`|`\\s+and\\s+`|`")));
    page.remove("");
    Set<String> expected = new TreeSet<>();
    CHANGING.forEach(each -> expected.add(each.startsWith("check") ? each : each.split(" ", 2)[0]));
    assertEquals(expected, page);
  }
}
