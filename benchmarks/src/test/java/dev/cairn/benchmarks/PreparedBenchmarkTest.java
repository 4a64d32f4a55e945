package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreparedBenchmarkTest {
  @Test
  void aShortRunPrintsARowForEachKindOfValue() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new PreparedBenchmark(new PrintStream(bytes, true, StandardCharsets.UTF_8), 0.01).run();
    List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    for (String kind : List.of("| 100 columns", "| one text")) {
      assertEquals(2, rows.stream().filter(row -> row.startsWith(kind)).count(), rows.toString());
    }
    assertTrue(rows.get(0).contains("CPU"), rows.toString());
  }
}
