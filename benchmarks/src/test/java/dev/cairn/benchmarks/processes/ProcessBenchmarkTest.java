package dev.cairn.benchmarks.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessBenchmarkTest {
  private static RoundFigures figures(long commits, long... latencies) {
    return new RoundFigures(commits, 1, latencies, 2_000 * commits, 3 * commits, 60, 6, 2, 40, 1);
  }

  private static List<String> columns(String line) {
    return List.of(line.replaceAll("^\\| | \\|$", "").split(" \\| ", -1));
  }

  @Test
  void aRowComparesTheProcessesOfEachRoundAndTakesTheMedianOfRounds() {
    SharedRounds rounds = new SharedRounds(2);
    rounds.add(List.of(figures(100, 1_000), figures(200, 1_000)), 0.5);
    rounds.add(List.of(figures(200, 1_000), figures(200, 90_000)), 0.5);
    rounds.add(List.of(figures(300, 1_000), figures(240, 1_000)), 0.7);
    assertEquals(200, rounds.rate());
    List<String> columns = columns(rounds.row(2, "one", 250));
    assertEquals("200 (150-270)", columns.get(2));
    assertEquals("0.80", columns.get(3));
    assertEquals("0.80 (0.50)", columns.get(4));
    assertEquals("90", columns.get(7), "the slowest of all rounds");
    assertEquals("6", columns.get(8), "given up");
    assertEquals("60 (10%)", columns.get(9), "swaps a second, and those that were lost");
    assertEquals("3.00", columns.get(10));
    assertEquals("50%", columns.get(14));
    String header = SharedRounds.HEADER.lines().findFirst().orElseThrow();
    assertEquals(columns(header).size(), columns.size());
  }

  @Test
  void wrongArgumentsAreNamed() {
    for (List<String> args :
        List.of(
            List.<String>of(),
            List.of("--database", "oracle"),
            List.of("--database"),
            List.of("--set", "cairn.backend"),
            List.of("--database", "dynamodb", "--processes", "0"),
            List.of("--database", "dynamodb", "--callers", "many"),
            List.of("--databases", "dynamodb"))) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class, () -> ProcessOptions.parse(args), args.toString());
      assertTrue(!e.getMessage().isEmpty(), args.toString());
    }
    ProcessOptions options =
        ProcessOptions.parse(
            List.of("--database", "cassandra", "--processes", "1,5", "--delay-ms", "2.5"));
    assertEquals(List.of(1, 5), options.processes());
    assertEquals(2_500, options.delayMicros());
    assertEquals(List.of(LocalDatabase.CASSANDRA), options.database().stream().toList());
  }
}
