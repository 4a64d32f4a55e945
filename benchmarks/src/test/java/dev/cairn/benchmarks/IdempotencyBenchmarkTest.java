package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdempotencyBenchmarkTest {
  @Test
  void aShortRunPrintsAllRowsAndTheCallsThatAreClaimed() throws InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new IdempotencyBenchmark(StoreWorkload.Settings.of(List.of()), out, 0.02, 2).run();
    List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertTrue(
        rows.contains(
            "calls of a first request: {cairn.backend.insert=1, cairn.backend.swap=1, cairn.backend.swap-reference=1, cairn.backend.write=1}"),
        rows.toString());
    assertTrue(rows.contains("calls of a replay: {cairn.backend.insert=1}"), rows.toString());
    for (String row :
        List.of("| commits without", "| commits with a", "| cost", "| first", "| replays")) {
      assertEquals(2, rows.stream().filter(found -> found.startsWith(row)).count(), row);
    }
  }
}
