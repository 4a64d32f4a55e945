package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferBenchmarkTest {
  /** From one kind of backend to another and back, which also proves that an export fits both. */
  @Test
  void aShortRunPrintsAllRows(@TempDir Path directory) {
    StoreWorkload.Settings memory = StoreWorkload.Settings.of(List.of());
    StoreWorkload.Settings disk =
        StoreWorkload.Settings.of(List.of("rocksdb", "cairn.rocksdb.path=" + directory));
    for (List<StoreWorkload.Settings> way : List.of(List.of(memory, disk), List.of(disk, memory))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
      new TransferBenchmark(way.get(0), way.get(1), out).run(3_000, directory);
      List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
      assertEquals(3, rows.stream().filter(row -> row.startsWith("| check")).count());
      for (String what : List.of("| export", "| import", "| copy")) {
        assertEquals(1, rows.stream().filter(row -> row.startsWith(what)).count(), what);
      }
      assertEquals(0, directory.toFile().list().length, "nothing stays");
    }
  }
}
