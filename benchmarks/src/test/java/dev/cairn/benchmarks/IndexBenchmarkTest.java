package dev.cairn.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.core.internal.index.IndexLimits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexBenchmarkTest {
  @Test
  void printsARowForEachSize() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    new IndexBenchmark(IndexLimits.DEFAULT, stream, 0.001).run(List.of(100, 200));
    assertEquals(5, out.toString(StandardCharsets.UTF_8).lines().count());
  }

  @Test
  void replayPrintsARowForEachSizeAndFindsTheSameWork() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    new IndexReplayBenchmark(stream, 0.001).run(List.of(100, 2000));
    assertEquals(4, out.toString(StandardCharsets.UTF_8).lines().count());
  }
}
