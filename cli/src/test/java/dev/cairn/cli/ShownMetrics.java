package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
