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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands and metrics of {@code docs/server.md}. */
class ServerDocTest {
  private static final Path PAGE = Path.of("..", "docs", "server.md");
  private static final Path README = Path.of("..", "README.md");
  private static final Path METERS =
      Path.of("..", "iceberg-server/src/main/java/dev/cairn/iceberg/server/ServerMeters.java");

  /** What a shell would take from the page: the lines of its own, and those within sentences. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^    (?:\\./)?cairn (.+)$|`(?:\\./)?cairn\\s([^`]+)`");

  private static final Pattern METER = Pattern.compile("\"(cairn\\.server\\.[a-z.-]+)\"");

  @TempDir Path directory;
  private final HttpClient http = HttpClient.newHttpClient();

  private static List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    Matcher matcher = COMMAND.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      String command = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      commands.add(command.replaceAll("\\s+", " "));
    }
    return commands;
  }

  @Test
  void everyCommandOfThePageIsOne() throws IOException {
    List<String> commands = commands();
    assertTrue(commands.size() > 8, commands::toString);
    for (String each : commands) {
      List<String> words = List.of(each.split(" "));
      CommandLine parsed = UsageTest.tool().commandLine(List.of());
      try {
        var unused = parsed.parseArgs(words.toArray(String[]::new));
      } catch (CommandLine.MissingParameterException e) {
        assertTrue(words.size() <= 3, each); // within a sentence a name is enough
      }
    }
  }

  private ChildProcess start(String command) {
    List<String> words = new ArrayList<>(List.of("env", "-C", directory.toString()));
    words.addAll(ChildProcess.command(command.split(" ")));
    return ChildProcess.start(directory, Map.of(), words);
  }

  private Cli.Result run(String command) {
    try (ChildProcess child = start(command)) {
      return child.await();
    }
  }

  private String send(String method, String uri, String body) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(uri))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(2, answer.statusCode() / 100, () -> method + " " + uri + ": " + answer.body());
    return answer.body();
  }

  /**
   * README and page tell the same, and what they tell works: a table comes back while it serves.
   */
  @Test
  void theExampleBringsATableBackWhileTheServerRuns() throws Exception {
    String undrop =
        commands().stream().filter(each -> each.contains("table undrop")).findFirst().orElseThrow();
    assertTrue(Files.readString(README).contains("./cairn " + undrop), undrop);
    assertTrue(commands().contains("serve"));
    String ports = "-D cairn.server.port=0 -D cairn.server.management-port=0 ";
    try (ChildProcess server = start(ports + "serve --json")) {
      JsonNode shown = new ObjectMapper().readTree(server.awaitOutput("}\n"));
      String uri = shown.path("uri").asText();
      createNamespace(uri);
      String tables = warehouse(uri) + "/namespaces/sales/tables";
      send(
          "POST",
          tables,
          """
          {"name": "orders", "schema": {"type": "struct", "schema-id": 0,
           "fields": [{"id": 1, "name": "id", "type": "long", "required": true}]}}""");
      send("DELETE", tables + "/orders", "");
      assertFalse(send("GET", tables, "").contains("orders"));
      Cli.Result result = run(undrop);
      assertEquals(0, result.code(), result::toString);
      assertTrue(send("GET", tables, "").contains("orders"));
      for (String looking : List.of("warehouse list", "task list")) {
        assertTrue(commands().contains(looking), looking);
        Cli.Result looked = run("-b rocksdb -D cairn.rocksdb.path=.cairn/serve/store " + looking);
        assertEquals(0, looked.code(), looked::toString);
      }
      server.terminate();
      assertTrue(server.await().err().contains("stopped"));
    }
  }

  @Test
  void everyMeterOfTheServerIsOnThePageAndNoOther() throws IOException {
    Set<String> expected = new TreeSet<>();
    METER
        .matcher(Files.readString(METERS))
        .results()
        .map(ServerDocTest::name)
        .forEach(expected::add);
    assertTrue(expected.size() > 5, expected::toString);
    List<String> lines = Files.readAllLines(PAGE);
    Set<String> shown = new TreeSet<>();
    for (int i = lines.indexOf("| metric | tags | counts |") + 2;
        lines.get(i).startsWith("| `");
        i++) {
      shown.add(lines.get(i).substring(3, lines.get(i).indexOf('`', 3)));
    }
    assertEquals(expected, shown);
  }

  /** The page says of RocksDB: a backup is made beside the server, and is itself a store. */
  @Test
  void aBackupThatIsMadeBesideTheServerCanBeServed() throws Exception {
    String backup =
        commands().stream().filter(each -> each.contains("backup ")).findFirst().orElseThrow();
    Path copy = directory.resolve("monday");
    String ports = "-D cairn.server.port=0 -D cairn.server.management-port=0 ";
    try (ChildProcess server = start(ports + "serve --json")) {
      JsonNode shown = new ObjectMapper().readTree(server.awaitOutput("}\n"));
      createNamespace(shown.path("uri").asText());
      Cli.Result made = run(backup.replace("/backups/monday", copy.toString()));
      assertEquals(0, made.code(), made::toString);
      server.terminate();
      assertTrue(server.await().err().contains("stopped"));
    }
    String store = "-b rocksdb -D cairn.rocksdb.path=" + copy + " ";
    Cli.Result checked = run(store + "check");
    assertEquals(0, checked.code(), checked::toString);
    try (ChildProcess server = start(store + ports + "serve --json")) {
      JsonNode shown = new ObjectMapper().readTree(server.awaitOutput("}\n"));
      String uri = shown.path("uri").asText();
      assertTrue(send("GET", warehouse(uri) + "/namespaces", "").contains("sales"));
      server.terminate();
      assertTrue(server.await().err().contains("stopped"));
    }
  }

  private String warehouse(String uri) throws Exception {
    String config = send("GET", uri + "/v1/config?warehouse=demo", "");
    return uri + "/v1/" + new ObjectMapper().readTree(config).at("/overrides/prefix").asText();
  }

  private void createNamespace(String uri) throws Exception {
    send("POST", warehouse(uri) + "/namespaces", "{\"namespace\":[\"sales\"]}");
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }
}
