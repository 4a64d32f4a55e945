package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogBenchmarkTest {
  private static final CatalogBenchmark.Scale SHORT =
      new CatalogBenchmark.Scale(List.of(2, 40), 3, List.of(100, 300), 1, 0.01);

  @TempDir private Path directory;

  private List<String> run(StoreWorkload.Settings settings, List<String> figures) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new CatalogBenchmark(settings, SHORT, out).run(figures, directory);
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aShortRunPrintsEveryFigure() {
    List<String> lines =
        run(StoreWorkload.Settings.of(List.of()), List.of("appends", "loads", "writers", "tables"));
    for (String row : List.of("| 2 |", "| 40 |", "| 1 thread |", "| 16 threads, one table |")) {
      assertEquals(2, lines.stream().filter(line -> line.startsWith(row)).count(), row + lines);
    }
    for (String row : List.of("| list a namespace", "| list a page", "| load a", "| create a")) {
      assertEquals(1, lines.stream().filter(line -> line.startsWith(row)).count(), row + lines);
    }
    assertEquals(0, directory.toFile().list().length, "nothing stays");
  }

  @Test
  void rowsAreCountedWhereWriteAndSwapAreOneCallToo() {
    List<String> lines =
        run(
            StoreWorkload.Settings.of(List.of("rocksdb", "cairn.rocksdb.path=" + directory)),
            List.of("appends"));
    String few = lines.stream().filter(line -> line.startsWith("| 2 |")).findFirst().orElseThrow();
    double rows = Double.parseDouble(few.split("\\|")[4].trim());
    assertTrue(rows >= 3, "an append writes a state, a head and a reference: " + lines);
    assertEquals(0, directory.toFile().list().length, "nothing stays");
  }

  @Test
  void anUnknownFigureIsRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> run(StoreWorkload.Settings.of(List.of()), List.of("apends")));
    assertTrue(refused.getMessage().contains("'apends'"), refused.getMessage());
  }
}
