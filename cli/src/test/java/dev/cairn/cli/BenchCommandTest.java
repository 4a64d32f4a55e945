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
    assertEquals(0, cli().json("tenant", "list").path("tenants").size());
    String html = Files.readString(page);
    assertEquals(3, html.split("<svg", -1).length - 1, "a chart for each");
    assertTrue(html.contains("<td>lookupsCurrent</td><td>300</td>"), html);
    assertTrue(html.endsWith("</html>\n"));
  }

  @Test
  void itGivesUpWhatKilledRunsLeftAndNotWhatOthersUse() {
    cli().ok("schema", "create");
    cli().ok("tenant", "create", "cairn-benchmarks");
    String host = cli().json("lease", "list", "--all").at("/leases/0/host").asText();
    for (String process : new String[] {"killed", Long.toString(ProcessHandle.current().pid())}) {
      String tenant = "cairn-bench-" + process;
      cli().ok("tenant", "create", tenant, "-p", "host=" + host, "-p", "process=" + process);
      cli().ok("catalog", "create", tenant + "/run");
    }
    cli().ok("bench", "--callers=2", "--commits=100", "--lookups=100");
    JsonNode left = cli().json("tenant", "list").path("tenants");
    assertEquals(2, left.size(), left::toString);
    assertEquals("cairn-bench-" + ProcessHandle.current().pid(), left.at("/0/name").asText());
    assertEquals("cairn-benchmarks", left.at("/1/name").asText());
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
