package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.api.config.Setting;
import dev.cairn.cli.serve.ServeCommand;
import dev.cairn.iceberg.server.IcebergServer;
import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.IcebergBuild;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code serve}, as a process that clients talk to and a signal ends. */
class ServeCommandTest {
  private static final String[] FREE_PORTS = {
    "-D", "cairn.server.port=0", "-D", "cairn.server.management-port=0"
  };

  private static final Path PAGE = Path.of("..", "docs", "server.md");

  @TempDir Path directory;
  private final HttpClient http = HttpClient.newHttpClient();

  /** Starts a server, and waits until it is ready. */
  private ChildProcess serve(String... more) {
    List<String> arguments = new ArrayList<>(List.of(FREE_PORTS));
    arguments.addAll(List.of("serve", "--json", "--directory", "" + directory.resolve("a place")));
    arguments.addAll(List.of(more));
    return ChildProcess.start(
        directory, Map.of(), ChildProcess.command(arguments.toArray(String[]::new)));
  }

  private JsonNode ready(ChildProcess child) throws IOException {
    return new ObjectMapper().readTree(child.awaitOutput("}\n"));
  }

  private HttpResponse<String> get(String uri) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String uri, String body) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(uri))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String prefix(String uri) throws Exception {
    HttpResponse<String> config = get(uri + "/v1/config?warehouse=demo");
    assertEquals(200, config.statusCode(), config::body);
    return new ObjectMapper().readTree(config.body()).at("/overrides/prefix").asText();
  }

  @Test
  void withoutArgumentsItServesAWarehouseThatOutlivesIt() throws Exception {
    try (ChildProcess child = serve()) {
      JsonNode shown = ready(child);
      String uri = shown.path("uri").asText();
      assertEquals("demo", shown.path("warehouse").asText());
      HttpResponse<String> created =
          post(uri + "/v1/" + prefix(uri) + "/namespaces", "{\"namespace\":[\"kept\"]}");
      assertEquals(200, created.statusCode(), created::body);
      String management = shown.path("management").asText();
      assertEquals(200, get(management + "/health/ready").statusCode());
      ShownMetrics metrics = new ShownMetrics(get(management + "/metrics").body());
      metrics.checkQueries();
      metrics.checkDocumented();
      child.terminate();
      Cli.Result result = child.await();
      assertTrue(result.err().contains("stopped"), result::toString);
      assertFalse(result.err().contains("INFO"), "requests are logged only if requested");
    }
    try (ChildProcess child = serve("--access-log", "--log-format", "json")) {
      String uri = ready(child).path("uri").asText();
      String namespaces = get(uri + "/v1/" + prefix(uri) + "/namespaces").body();
      assertTrue(namespaces.contains("kept"), namespaces);
      child.terminate();
      List<String> loggers = new ArrayList<>();
      for (String line : child.await().err().lines().toList()) {
        JsonNode record = new ObjectMapper().readTree(line);
        assertEquals("INFO", record.path("level").asText(), line);
        String logger = record.path("logger").asText().replaceFirst(".*\\.", "");
        loggers.add(logger);
        checkDocumented(record, logger.equals("access"));
      }
      List<String> expected =
          List.of("ServeCommand", "access", "access", "ServeCommand", "ServeCommand");
      assertEquals(expected, loggers, "ready, two requests, stopping, stopped");
    }
  }

  /** The page names the properties of a record, and what the line of a request has. */
  private static void checkDocumented(JsonNode record, boolean isRequest) throws IOException {
    List<String> names = new ArrayList<>();
    record.fieldNames().forEachRemaining(each -> names.add("`" + each + "`"));
    String page = Files.readString(PAGE).replaceAll("\\s+", " ");
    String sentence = "A record has " + String.join(", ", names) + " and, ";
    assertTrue(page.contains(sentence), sentence);
    String line = record.path("message").asText().replaceAll("=\\S+", "=…");
    assertTrue(!isRequest || page.contains("`" + line + "`"), line);
  }

  @Test
  void peopleGetLinesForTheirEngines() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(FREE_PORTS));
    arguments.addAll(List.of("serve", "--directory", directory.resolve("it's").toString()));
    try (ChildProcess child =
        ChildProcess.start(
            directory, Map.of(), ChildProcess.command(arguments.toArray(String[]::new)))) {
      child.awaitError("ready");
      child.terminate();
      String out = child.await().out();
      for (String engine :
          List.of("Spark SQL", "Flink SQL", "Trino", "PyIceberg", "DuckDB", "curl")) {
        assertTrue(out.contains(engine), out);
      }
    }
  }

  @Test
  void settingsOfWhatRunsBesideTheServerAreDocumented() throws IOException {
    List<Setting<?>> own = new ArrayList<>(ServeCommand.settings());
    own.removeAll(IcebergServer.settings());
    assertFalse(own.isEmpty());
    String table = SettingsTable.of(own);
    assertTrue(Files.readString(PAGE).contains(table), () -> "put into the page:\n" + table);
  }

  /** What the page tells users to paste is what the server prints. */
  @Test
  void thePageHasTheLinesForEngines() throws IOException {
    String page = Files.readString(PAGE);
    for (String line : ServeCommand.linesFor("http://127.0.0.1:8181", "demo").lines().toList()) {
      String shown = line.strip().replaceFirst(" \\\\$", "").replaceFirst("^catalog = ", "");
      boolean isHeading =
          !line.startsWith("  ") || shown.contains("import") || shown.contains("INSTALL");
      assertTrue(isHeading || page.contains(shown), shown);
    }
  }

  @Test
  void theReadmeBeginsASparkSessionAsTheServerSaysWithTheIcebergOfThisBuild() throws IOException {
    String spark =
        ServeCommand.linesFor("http://127.0.0.1:8181", "demo")
            .lines()
            .skip(1)
            .takeWhile(line -> !line.isBlank())
            .map(line -> line.substring(2))
            .collect(Collectors.joining("\n"));
    String readme = Files.readString(Path.of("..", "README.md")).replaceAll("(?m)^-- ", "");
    assertTrue(readme.contains(spark), spark);
    assertTrue(spark.contains(":" + IcebergBuild.version() + " "), IcebergBuild.version());
  }

  @Test
  void droppedTablesAreDrainedByATaskThatOperatorsSee() throws Exception {
    cli().ok("schema", "create");
    WarehouseSample.create(cli(), directory);
    cli().ok("warehouse", "update", "shop", "-p", "keep-dropped=0s");
    List<String> arguments = new ArrayList<>(List.of(FREE_PORTS));
    arguments.addAll(
        List.of(
            "-b", "rocksdb",
            "-D", "cairn.rocksdb.path=" + cli().store(),
            "-D", "cairn.server.drain-period=1s",
            "serve", "--json"));
    try (ChildProcess child =
        ChildProcess.start(
            directory, Map.of(), ChildProcess.command(arguments.toArray(String[]::new)))) {
      assertEquals("shop", ready(child).path("warehouse").asText(), "none is created beside it");
      while (!cli().json("table", "list", "shop", "--dropped").path("dropped").isEmpty()) {
        child.checkRunning();
      }
      assertTrue(
          cli().json("task", "list").at("/tasks/0/name").asText().startsWith("iceberg.drain/"));
    }
  }

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @Test
  void checkSaysWhatWouldBeServedAndStartsNothing() {
    assertEquals(
        "created at the first start", cli().json("serve", "--check").path("store").asText());
    assertFalse(Files.exists(directory.resolve("store")));
    cli().ok("schema", "create");
    assertEquals("usable", cli().json("serve", "--check").path("store").asText());
  }

  @Test
  void checkRefusesWhatCannotBeServed() {
    assertTrue(
        cli()
            .fails(ExitCode.USAGE, "-D", "cairn.server.host=0.0.0.0", "serve", "--check")
            .contains("allow-remote"));
    assertTrue(
        cli()
            .fails(ExitCode.USAGE, "-D", "cairn.server.port=many", "serve", "--check")
            .contains("cairn.server.port"));
    String small = "cairn.server.max-buffered=1m";
    assertTrue(
        cli()
            .fails(ExitCode.USAGE, "serve", "--check", "-D", small)
            .contains("cairn.server.max-body"));
    for (String bad : List.of("/", "x", "%zz", "%", "a.b", "?", " ")) {
      String separator = "cairn.server.namespace-separator=" + bad;
      assertTrue(
          cli()
              .fails(ExitCode.USAGE, "serve", "--check", "-D", separator)
              .contains("cairn.server.namespace-separator"),
          bad);
    }
    cli().ok("serve", "--check", "-D", "cairn.server.namespace-separator=%2E");
    assertTrue(
        cli()
            .fails(ExitCode.USAGE, "serve", "--check", "--directory", "x")
            .contains("--directory"));
    assertEquals(
        ExitCode.UNAVAILABLE.number(),
        cli()
            .with("CAIRN_BACKEND", "jdbc")
            .with("CAIRN_JDBC_URL", "jdbc:postgresql://127.0.0.1:1/none")
            .with("CAIRN_JDBC_CONNECT_TIMEOUT", "1s")
            .run("serve", "--check")
            .code());
  }

  @Test
  void aFileOfTheCertificateThatIsNotThereIsNamedWithItsSetting() throws IOException {
    Path key = directory.resolve("tls.key");
    String[] files = {
      "-D", "cairn.server.tls.certificate=" + key, "-D", "cairn.server.tls.key=" + key
    };
    List<String> check = new ArrayList<>(List.of(files));
    check.addAll(List.of("serve", "--check"));
    String missing = cli().fails(ExitCode.USAGE, check.toArray(String[]::new));
    assertTrue(missing.contains(key + " of cairn.server.tls.certificate is not"), missing);
    Files.createDirectory(key);
    String noFile = cli().fails(ExitCode.USAGE, check.toArray(String[]::new));
    assertTrue(noFile.contains(key + " of cairn.server.tls.certificate cannot"), noFile);
  }

  @Test
  void aPortThatAnotherProgramHasIsNamedWithItsSetting() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (String name : List.of("port", "management-port")) {
        String own = "cairn.server.%s=%s".formatted(name, taken.getLocalPort());
        String other =
            "cairn.server.%s=0".formatted(name.equals("port") ? "management-port" : "port");
        String refused = cli().fails(ExitCode.USAGE, "serve", "-D", own, "-D", other);
        assertTrue(refused.contains("cairn.server." + name + " = "), refused);
        assertTrue(refused.contains("in use"), refused);
      }
    }
    cli().ok("check");
  }

  @Test
  void checkRefusesWhereTheStoreCouldNotBeWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("a file"));
    Cli below = new Cli(file.resolve("below").resolve("store"));
    String refused = below.fails(ExitCode.UNAVAILABLE, "serve", "--check");
    assertTrue(refused.contains(file + ": not a directory"), refused);
  }

  /** Otherwise a store would be left behind that no warehouse can be next to. */
  @Test
  void aDirectoryThatLocationsCannotNameIsRefusedBeforeAnythingIsCreated() {
    Path place = directory.resolve("C#");
    Cli nothing = cli().without("CAIRN_BACKEND").without("CAIRN_ROCKSDB_PATH");
    String refused = nothing.fails(ExitCode.USAGE, "serve", "--directory", place.toString());
    assertTrue(refused.contains("--directory") && refused.contains("0x23"), refused);
    assertFalse(Files.exists(place));
  }

  @Test
  void checkRefusesAnAddressOfAnotherMachineAndOnePortForTwo() {
    String[] open = {
      "-D", "cairn.server.allow-remote=true", "-D", "cairn.server.allow-unauthenticated=true"
    };
    List<String> elsewhere = new ArrayList<>(List.of(open));
    // An address for documentation, which no machine has.
    elsewhere.addAll(List.of("-D", "cairn.server.host=192.0.2.1", "serve", "--check"));
    assertTrue(
        cli()
            .fails(ExitCode.USAGE, elsewhere.toArray(String[]::new))
            .contains("not an address of this machine"));
    String twice = cli().fails(ExitCode.USAGE, "-D", "cairn.server.port=8182", "serve", "--check");
    assertTrue(twice.contains("cairn.server.management-port"), twice);
  }

  /** What other commands read has the server's settings, too, and they must not mind. */
  @Test
  void settingsOfTheServerAreKnownToAllCommands() {
    cli().ok("schema", "create");
    cli().ok("-D", "cairn.server.port=9999", "info");
  }
}
