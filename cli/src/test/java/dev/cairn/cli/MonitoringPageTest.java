package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The page on metrics and logging, and the timers on the page of operations, against the code. */
class MonitoringPageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path CORE = Path.of("..", "persistence-core", "src", "main", "java");
  private static final Pattern METER = Pattern.compile("\"(cairn\\.[a-z.-]*[a-z])\"");
  private static final Pattern LOGGER =
      Pattern.compile("System\\.getLogger\\(\\s*(?:\\w+\\.class|\"([\\w.]+)\")");

  @TempDir Path directory;

  private static Set<String> firstCells(String head) throws IOException {
    Set<String> cells = new TreeSet<>();
    List<String> lines = Files.readAllLines(DOCS.resolve("monitoring.md"));
    for (int i = lines.indexOf(head) + 2; lines.get(i).startsWith("| `"); i++) {
      cells.add(lines.get(i).substring(3, lines.get(i).indexOf('`', 3)));
    }
    return cells;
  }

  private Set<String> registered() {
    return registered("rocksdb", "path", directory.resolve("store").toString());
  }

  private static Set<String> registered(String backend, String setting, String value) {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    EngineRuntime system = EngineRuntime.system();
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", backend)
            .set("cairn.%s.%s".formatted(backend, setting), value)
            .build(Cairn.settings());
    Set<String> names = new TreeSet<>();
    try (Cairn cairn =
        Cairn.open(
            configuration,
            ObjectTypes.discover(),
            new EngineRuntime(
                system.environment(),
                system.executor(),
                system.scheduler(),
                meters,
                system.onClose()))) {
      assertTrue(cairn.backend().health().healthy());
      meters.getMeters().forEach(meter -> names.add(meter.getId().getName()));
    }
    return names;
  }

  @Test
  void everyMeterIsOnThePageAndNoOther() throws IOException {
    Set<String> expected = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(CORE.resolve("dev/cairn/core/internal/metrics"))) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        METER
            .matcher(Files.readString(source))
            .results()
            .forEach(each -> expected.add(each.group(1)));
      }
    }
    String page = Files.readString(DOCS.resolve("monitoring.md"));
    for (String name : registered()) {
      boolean isOperation = name.startsWith("cairn.backend.") && !expected.contains(name);
      if (isOperation) {
        String operation = "`" + name.substring("cairn.backend.".length()) + "`";
        assertTrue(page.contains(operation), () -> "the page misses the operation " + operation);
        expected.add("cairn.backend.OPERATION");
      } else if (!name.startsWith("cairn.rocksdb.")) {
        expected.add(name);
      }
    }
    assertTrue(expected.size() > 15, expected::toString);
    assertEquals(expected, firstCells("| meter | tells |"));
  }

  /** DynamoDB does not run here, so its names are those in the source. */
  @Test
  void everyMeterOfADatabaseIsOnThePageAndNoOther() throws IOException {
    Set<String> expected = new TreeSet<>();
    registered().stream().filter(name -> name.startsWith("cairn.rocksdb.")).forEach(expected::add);
    assertTrue(expected.contains("cairn.rocksdb.writes.stopped"));
    String url = "jdbc:h2:file:" + directory.resolve("database");
    new Cli(directory.resolve("none"))
        .without("CAIRN_ROCKSDB_PATH")
        .without("CAIRN_ROCKSDB_DURABILITY")
        .with("CAIRN_BACKEND", "jdbc")
        .with("CAIRN_JDBC_URL", url)
        .ok("schema", "create");
    registered("jdbc", "url", url).stream()
        .filter(name -> name.startsWith("cairn.jdbc."))
        .forEach(expected::add);
    Path dynamoDb = Path.of("..", "backend-dynamodb/src/main/java/dev/cairn/backend/dynamodb");
    Pattern.compile("\"([a-z-]+)\\.total\"")
        .matcher(Files.readString(dynamoDb.resolve("RequestMeter.java")))
        .results()
        .forEach(each -> expected.add("cairn.dynamodb." + each.group(1)));
    for (String module : List.of("backend-cassandra", "backend-mongodb", "backend-inmemory")) {
      try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path source : sources.filter(Files::isRegularFile).toList()) {
          assertFalse(Files.readString(source).contains(" statistics()"), source::toString);
        }
      }
    }
    assertEquals(expected, firstCells("| meter of a database | tells |"));
  }

  @Test
  void everyLoggerIsOnThePageAndNoOther() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (String module :
        List.of(
            "snowflake-ids",
            "persistence-api",
            "persistence-core",
            "backend-inmemory",
            "backend-rocksdb",
            "backend-cassandra",
            "backend-dynamodb",
            "backend-mongodb",
            "backend-jdbc",
            "iceberg-catalog",
            "iceberg-client",
            "iceberg-server",
            "cli")) {
      Path root = Path.of("..", module, "src", "main", "java");
      try (Stream<Path> sources = Files.walk(root)) {
        for (Path source : sources.filter(each -> each.toString().endsWith(".java")).toList()) {
          Matcher matcher = LOGGER.matcher(Files.readString(source));
          if (matcher.find()) {
            String path = root.relativize(source).toString();
            String name = path.substring(0, path.length() - ".java".length()).replace('/', '.');
            expected.add(matcher.group(1) == null ? name : matcher.group(1));
          }
        }
      }
    }
    assertEquals(expected, firstCells("| logger | level | logs |"));
  }

  @Test
  void theCommandsOfTimersParse() throws IOException {
    int commands = 0;
    for (String line : Files.readAllLines(DOCS.resolve("operations.md"))) {
      int at = line.indexOf("/opt/cairn/cairn ");
      if (at >= 0) {
        String[] words = line.substring(at).replaceAll("\"?\\$\\([^)]*\\)\"?", "today").split(" ");
        CommandLine parsed =
            new Tool(
                    new Console(
                        System.in,
                        System.out,
                        System.err,
                        Console.Terminals.NONE,
                        java.util.Map.of()),
                    new Interruption())
                .commandLine(List.of());
        var unused =
            parsed.parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new));
        commands++;
      }
    }
    assertEquals(4, commands);
  }
}
