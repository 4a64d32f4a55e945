package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageBenchmarkTest {
  @Test
  void aShortRunPrintsARowForEachSizeAndForOneNamespace() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new PageBenchmark(out, 0.01).run(List.of(300, 6_000));
    List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(5, rows.size(), rows.toString());
    assertTrue(rows.get(2).startsWith("| 300 | 100 |"), rows.toString());
    assertTrue(rows.get(3).startsWith("| 6,000 | 100 |"), rows.toString());
    assertTrue(rows.get(4).startsWith("| 6,000 | 1 |"), rows.toString());
  }
}
