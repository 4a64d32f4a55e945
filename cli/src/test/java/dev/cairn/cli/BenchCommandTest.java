package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @Test
  void itMeasuresInACatalogThatItGivesUp() throws Exception {
    cli().ok("schema", "create");
    Path page = directory.resolve("bench.html");
    JsonNode report =
        cli().json("bench", "--callers=4", "--commits=200", "--lookups=300", "--html=" + page);
    assertEquals("rocksdb", report.path("backend").asText());
    JsonNode commits = report.at("/measured/0");
    assertEquals("commits", commits.path("what").asText());
    assertEquals(200, commits.path("count").asInt());
    assertTrue(commits.path("perSecond").asDouble() > 0);
    assertTrue(report.path("commitsPerSwap").asDouble() >= 1);
    assertEquals(300, report.at("/measured/2/count").asInt());
    assertEquals(0, cli().json("catalog", "list", "cairn-bench").path("catalogs").size());
    String html = Files.readString(page);
    assertEquals(3, html.split("<svg", -1).length - 1, "a chart for each");
    assertTrue(html.contains("<td>lookupsCurrent</td><td>300</td>"), html);
    assertTrue(html.endsWith("</html>\n"));
  }

  @Test
  void numbersThatTellNothingAreRefused() {
    cli().ok("schema", "create");
    cli().fails(ExitCode.USAGE, "bench", "--callers", "0");
    cli().fails(ExitCode.USAGE, "bench", "--commits", "1");
    assertEquals(0, cli().json("tenant", "list").path("tenants").size());
  }

  @Test
  void itNeedsAStore() {
    cli().fails(ExitCode.NOT_FOUND, "bench");
  }
}
