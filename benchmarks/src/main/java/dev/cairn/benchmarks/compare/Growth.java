package dev.cairn.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Plots of the cost of a commit by the number of keys. */
final class Growth {
  private static final String HEADING =
      """
      ## How cost grows with the number of keys

      Times with 10,000,000 keys are those of a store that counts its writes, which costs a little.

      """;

  private final Results results;
  private final Path directory;
  private final StringBuilder text = new StringBuilder();

  Growth(Results results, Path directory) {
    this.results = results;
    this.directory = directory;
  }

  String write() throws IOException {
    plot(
        new Plot("Processor time per commit, in memory", "keys", "µs")
            .with("Cairn", line(m -> m.cairn(Figures.CPU).median()))
            .with("Nessie", line(m -> m.nessie(Figures.CPU).median())),
        "growth-cpu.svg");
    plot(
        new Plot("Bytes written per commit", "keys", "bytes")
            .with("Cairn", line(m -> m.cairn(Figures.BYTES).median()))
            .with("Nessie", line(m -> m.nessie(Figures.BYTES).median())),
        "growth-bytes.svg");
    plot(
        new Plot("Latency of a commit, one thread, in memory", "keys", "ms")
            .with("Cairn p50", line(m -> m.cairn(Figures.P50).median()))
            .with("Nessie p50", line(m -> m.nessie(Figures.P50).median()))
            .with("Cairn p99", line(m -> m.cairn(Figures.P99).median()))
            .with("Nessie p99", line(m -> m.nessie(Figures.P99).median())),
        "growth-latency.svg");
    return text.isEmpty() ? "" : HEADING + text;
  }

  /** A figure by the number of keys; from a store without counting, where there is one. */
  private SortedMap<Double, Double> line(ToDoubleFunction<Measured> value) {
    SortedMap<Double, Double> points = new TreeMap<>();
    for (Storage storage : List.of(Storage.COUNTED, Storage.MEMORY)) {
      results.all().stream()
          .filter(each -> each.cell().storage() == storage && isCommitOfOne(each.cell()))
          .filter(each -> value.applyAsDouble(each) > 0)
          .forEach(each -> points.put((double) each.cell().keys(), value.applyAsDouble(each)));
    }
    return points;
  }

  private static boolean isCommitOfOne(Cell cell) {
    return cell.work() == Work.COMMIT && cell.threads() == 1;
  }

  private void plot(Plot plot, String file) throws IOException {
    if (!plot.isEmpty()) {
      Files.writeString(directory.resolve(file), plot.svg());
      text.append("![%s](%s)\n\n".formatted(file.replace(".svg", ""), file));
    }
  }
}
