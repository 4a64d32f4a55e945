package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code /metrics} of a server shows, to compare the queries of alerts and dashboard with.
 *
 * @param text the lines in the format of Prometheus
 */
record ShownMetrics(String text) {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path MONITORING = Path.of("..", "packaging", "monitoring");
  private static final Pattern EXPRESSION = Pattern.compile("(?m)^\\s+expr: (.+)$");
  private static final Pattern SELECTOR =
      Pattern.compile("\\b((?:cairn|jvm|process|system)_\\w+)(?:\\{([^}]*)})?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=(~?)\"([^\"]*)\"");

  private static final Pattern CELL =
      Pattern.compile("(?m)^\\| `((?:cairn|jvm|process|system)\\.[\\w.-]+)` \\|");
  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\w+) ");
  private static final Pattern OF_PROCESS = Pattern.compile("jvm|process|system");
  private static final String UNITS = "(_(seconds|bytes|total|max|buffers|threads|ns))*";

  /** Meters of the process that it shows when the collector has worked. */
  private static final Set<String> AT_FIRST_USE =
      Set.of("jvm.gc.pause", "jvm.gc.concurrent.phase.time");

  /** Meters that a server on RocksDB shows only when something happened, or never. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "cairn_clock_off",
          "cairn_server_limited_total",
          "cairn_server_tls_broken",
          "cairn_server_tls_expiry");

  void checkQueries() throws IOException {
    List<String> queries = queries();
    assertTrue(queries.size() > 15, queries::toString);
    List<String> missing = new ArrayList<>();
    Set<String> used = new TreeSet<>();
    for (String query : queries) {
      Matcher selector = SELECTOR.matcher(query);
      while (selector.find()) {
        used.add(selector.group(1));
        String labels = selector.group(2) == null ? "" : selector.group(2);
        if (!ELSEWHERE.contains(selector.group(1)) && !shows(selector.group(1), labels)) {
          missing.add(selector.group());
        }
      }
    }
    assertEquals(List.of(), missing, "queries for what the server does not show");
    assertTrue(used.containsAll(ELSEWHERE), used::toString);
    String pages =
        Files.readString(DOCS.resolve("monitoring.md"))
            + Files.readString(DOCS.resolve("server.md"));
    for (String each : ELSEWHERE) {
      String meter = each.replaceFirst("_total$", "").replace('_', '.');
      assertTrue(pages.contains("| `" + meter + "` |"), meter);
    }
  }

  /**
   * Checks that the pages have every meter that is shown, and that all meters of the process that
   * they have are shown.
   */
  void checkDocumented() throws IOException {
    Map<String, Pattern> documented = documented();
    Set<String> shown = new TreeSet<>();
    Matcher type = TYPE.matcher(text);
    while (type.find()) {
      shown.add(type.group(1));
    }
    assertTrue(shown.size() > 80, shown::toString);
    Set<String> missing = new TreeSet<>(shown);
    missing.removeIf(
        name -> documented.values().stream().anyMatch(each -> each.matcher(name).matches()));
    assertEquals(Set.of(), missing, "shown, but on no page");
    documented.forEach(
        (meter, pattern) ->
            assertTrue(
                !OF_PROCESS.matcher(meter).lookingAt()
                    || AT_FIRST_USE.contains(meter)
                    || shown.stream().anyMatch(name -> pattern.matcher(name).matches()),
                () -> meter + " is on the page, but not shown"));
  }

  /** The meters of the tables, and what Prometheus makes of their names. */
  private static Map<String, Pattern> documented() throws IOException {
    Map<String, Pattern> found = new TreeMap<>();
    for (String page : List.of("monitoring.md", "server.md")) {
      Matcher cell = CELL.matcher(Files.readString(DOCS.resolve(page)));
      while (cell.find()) {
        String name =
            cell.group(1).replace('.', '_').replace('-', '_').replace("OPERATION", "[a-z_]+");
        found.put(cell.group(1), Pattern.compile(name + UNITS));
      }
    }
    return found;
  }

  private static List<String> queries() throws IOException {
    List<String> found = new ArrayList<>();
    Matcher alert = EXPRESSION.matcher(Files.readString(MONITORING.resolve("alerts.yaml")));
    while (alert.find()) {
      found.add(alert.group(1));
    }
    new ObjectMapper()
        .readTree(MONITORING.resolve("dashboard.json").toFile())
        .findValuesAsText("expr")
        .forEach(found::add);
    return found;
  }

  /** Whether there is a series of that name for every value that the labels ask for. */
  private boolean shows(String name, String labels) {
    List<String> series = text.lines().filter(line -> line.matches(name + "[{ ].*")).toList();
    boolean isShown = !series.isEmpty();
    Matcher label = LABEL.matcher(labels);
    while (label.find()) {
      // Prometheus adds the instance.
      if (!label.group(1).equals("instance")) {
        for (String value : label.group(3).split("\\|", -1)) {
          String pair = label.group(1) + "=\"" + value + "\"";
          isShown &= series.stream().anyMatch(line -> line.contains(pair));
        }
      }
    }
    return isShown;
  }
}
