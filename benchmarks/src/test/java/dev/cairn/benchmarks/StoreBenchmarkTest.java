package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreBenchmarkTest {
  @Test
  void aShortRunPrintsAllRows() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new StoreBenchmark(StoreWorkload.Settings.of(List.of()), out, 0.01).run(List.of(200, 2_000));
    List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(2, rows.stream().filter(row -> row.startsWith("| commits, 1 thread")).count());
    assertEquals(4, rows.stream().filter(row -> row.startsWith("| lookups")).count());
    assertTrue(rows.stream().anyMatch(row -> row.contains("p99.9")), rows.toString());
    assertTrue(rows.get(rows.size() - 1).startsWith("| commits, asynchronous"), rows.toString());
  }

  @Test
  void storesInDirectoriesAreSeveralAndGoneInTheEnd(@TempDir Path directory) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    List<String> arguments = List.of("rocksdb", "cairn.rocksdb.path=" + directory);
    new StoreBenchmark(StoreWorkload.Settings.of(arguments), out, 0.01).run(List.of(200));
    List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    for (String row : List.of("| stored: ", "| commits, 4 blocking", "| commits, 16 blocking")) {
      assertEquals(1, rows.stream().filter(found -> found.startsWith(row)).count(), row);
    }
    assertEquals(0, directory.toFile().list().length);
  }

  @Test
  void latenciesAreThoseOfTheSlowestPart() {
    Latencies latencies = new Latencies();
    for (int i = 1; i <= 1_000; i++) {
      latencies.add(i * 1_000_000L);
    }
    assertEquals(500, latencies.millis(2), 40);
    assertEquals(990, latencies.millis(100), 70);
    assertEquals(1_000, latencies.millis(100_000), 0.001);
  }
}
