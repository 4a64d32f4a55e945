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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command of {@code docs/server.md}, with addresses, ports and paths of this test. A
 * command that the page only names gets the arguments that it needs.
 */
class ServerPageRunTest {
  private static final Path README = Path.of("..", "README.md");
  private static final String PORTS = "-D cairn.server.port=0 -D cairn.server.management-port=0 ";

  @TempDir Path directory;

  /** The other catalog that the page migrates from. */
  private final SourceStub source = new SourceStub();

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<String> done = new ArrayList<>();

  @AfterEach
  void close() {
    source.close();
  }

  private ChildProcess serve(String command) {
    done.add(command);
    List<String> words = new ArrayList<>(List.of("env", "-C", directory.toString()));
    words.addAll(ChildProcess.command((PORTS + here(command) + " --json").split(" ")));
    return ChildProcess.start(directory, Map.of(), words);
  }

  private static String uri(ChildProcess server) throws IOException {
    return new ObjectMapper().readTree(server.awaitOutput("}\n")).path("uri").asText();
  }

  private static void stop(ChildProcess server) throws Exception {
    server.terminate();
    Cli.Result ended = server.await();
    assertTrue(ended.err().contains("stopped"), ended::toString);
  }

  /** What the page writes, where this test has it. */
  private String here(String command) {
    return command
        .replace(".cairn/serve/store", directory.resolve(".cairn/serve/store").toString())
        .replace("/backups/monday", directory.resolve("monday").toString())
        .replace("old.properties", directory.resolve("old.properties").toString())
        .replace("-c cairn.properties", "-c " + directory.resolve("cairn.properties"))
        .replace("https://old.example.org/catalog", source.uri());
  }

  private Cli.Result run(Cli cli, String command) {
    done.add(command);
    return cli.ok(here(command).split(" "));
  }

  /** The tool where nothing but its command line says which store it works on. */
  private static Cli anywhere() {
    return new Cli(Path.of("none"))
        .without("CAIRN_BACKEND")
        .without("CAIRN_ROCKSDB_PATH")
        .without("CAIRN_ROCKSDB_DURABILITY");
  }

  /** The tool on the store that {@code serve} makes without arguments. */
  private Cli beside() {
    return new Cli(directory.resolve(".cairn/serve/store")).without("CAIRN_ROCKSDB_DURABILITY");
  }

  @Test
  void everyCommandOfThePageRuns() throws Exception {
    Files.writeString(directory.resolve("old.properties"), "warehouse=old\n");
    try (ChildProcess server = serve("serve")) {
      String uri = uri(server);
      askWithCurl(uri);
      bringATableBack(uri);
      for (String command : List.of("warehouse list", "task list")) {
        run(beside(), command);
      }
      run(beside(), "table restore demo/sales/orders --at PT0S --yes");
      run(beside(), "warehouse reset demo --at PT0S --dry-run");
      run(beside(), "export " + directory.resolve("all.cairn"));
      run(anywhere(), page("backup "));
      migrate();
      stop(server);
    }
    serveTheBackup();
    serveWhatIsConfigured();
    List<String> left = new ArrayList<>(ServerDocTest.commands());
    left.removeIf(
        command -> done.stream().anyMatch(each -> (each + " ").startsWith(command + " ")));
    assertEquals(List.of(), left, "commands of the page that this test does not run");
  }

  private static String page(String part) throws IOException {
    return ServerDocTest.commands().stream()
        .filter(each -> each.contains(part))
        .findFirst()
        .orElseThrow();
  }

  private void askWithCurl(String uri) throws IOException {
    String line = ServerDocTest.curl().replace("http://127.0.0.1:8181", uri);
    List<String> find = List.of("sh", "-c", "command -v curl");
    if (ChildProcess.run(directory, Map.of(), find).code() == 0) {
      Cli.Result answer =
          ChildProcess.run(
              directory, Map.of(), List.of("sh", "-c", line.replace("curl ", "curl -sS ")));
      assertEquals(0, answer.code(), answer::toString);
      assertFalse(answer.json().at("/overrides/prefix").asText().isEmpty(), answer::toString);
    }
  }

  /** README and page tell the same, and what they tell works: a table comes back. */
  private void bringATableBack(String uri) throws Exception {
    String undrop = page("table undrop");
    assertTrue(Files.readString(README).contains("./cairn " + undrop), undrop);
    send("POST", warehouse(uri) + "/namespaces", "{\"namespace\":[\"sales\"]}");
    String tables = warehouse(uri) + "/namespaces/sales/tables";
    send(
        "POST",
        tables,
        """
        {"name": "orders", "schema": {"type": "struct", "schema-id": 0,
         "fields": [{"id": 1, "name": "id", "type": "long", "required": true}]}}""");
    send("DELETE", tables + "/orders", "");
    assertFalse(send("GET", tables, "").contains("orders"));
    run(anywhere(), undrop);
    assertTrue(send("GET", tables, "").contains("orders"));
  }

  private void migrate() throws IOException {
    source.reply(
        "/v1/namespaces",
        exchange ->
            SourceStub.Reply.ok(
                exchange.getRequestURI().getRawQuery().contains("parent=")
                    ? "{\"namespaces\":[]}"
                    : "{\"namespaces\":[[\"emea\"]]}"));
    source.reply(
        "/v1/namespaces/emea", SourceStub.Reply.ok("{\"namespace\":[\"emea\"],\"properties\":{}}"));
    for (String kind : List.of("tables", "views")) {
      source.reply("/v1/namespaces/emea/" + kind, SourceStub.Reply.ok("{\"identifiers\":[]}"));
    }
    for (String command : ServerDocTest.commands()) {
      if (command.startsWith("warehouse create ") || command.startsWith("migrate ")) {
        run(beside(), command);
        JsonNode found = beside().json("namespace", "list", "sales").path("namespaces");
        boolean isMigrated = command.startsWith("migrate ") && !command.contains("--dry-run");
        assertEquals(isMigrated ? 1 : 0, found.size(), command);
      }
    }
  }

  /** The backup was made beside the server, and is a store as it is. */
  private void serveTheBackup() throws Exception {
    String options = "-b rocksdb -D cairn.rocksdb.path=" + directory.resolve("monday");
    run(new Cli(directory.resolve("monday")), "check");
    try (ChildProcess server = serve(options + " serve")) {
      assertTrue(send("GET", warehouse(uri(server)) + "/namespaces", "").contains("sales"));
      stop(server);
    }
  }

  private void serveWhatIsConfigured() throws Exception {
    Path store = directory.resolve("configured");
    Files.writeString(
        directory.resolve("cairn.properties"),
        "cairn.backend=rocksdb\ncairn.rocksdb.path=%s\n".formatted(store));
    Cli cli = new Cli(store);
    run(cli, "schema create");
    run(cli, "warehouse create web -p location=file:" + directory.resolve("web"));
    run(anywhere(), "-c cairn.properties serve --check");
    try (ChildProcess server = serve("-c cairn.properties serve")) {
      assertTrue(send("GET", uri(server) + "/v1/config?warehouse=web", "").contains("prefix"));
      stop(server);
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

  private String warehouse(String uri) throws Exception {
    String config = send("GET", uri + "/v1/config?warehouse=demo", "");
    return uri + "/v1/" + new ObjectMapper().readTree(config).at("/overrides/prefix").asText();
  }
}
