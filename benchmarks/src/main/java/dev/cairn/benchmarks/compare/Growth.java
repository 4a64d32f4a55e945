package dev.cairn.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** How the cost of a commit grows with the number of keys, as plots. */
final class Growth {
  private final Results results;
  private final Path directory;
  private final StringBuilder text = new StringBuilder();

  Growth(Results results, Path directory) {
    this.results = results;
    this.directory = directory;
  }

  String write() throws IOException {
    Predicate<Measured> memory = in(Storage.MEMORY);
    plot(
        new Plot("Processor time per commit, in memory", "keys", "µs")
            .with("Cairn", line(1, memory, m -> m.cairn(Figures.CPU).median()))
            .with("Nessie", line(1, memory, m -> m.nessie(Figures.CPU).median())),
        "growth-cpu.svg");
    plot(
        new Plot("Bytes written per commit", "keys", "bytes")
            .with("Cairn", line(6, in(Storage.COUNTED), m -> m.cairn(Figures.BYTES).median()))
            .with("Nessie", line(6, in(Storage.COUNTED), m -> m.nessie(Figures.BYTES).median())),
        "growth-bytes.svg");
    plot(
        new Plot("Latency of a commit, one thread, in memory", "keys", "ms")
            .with("Cairn p50", line(1, memory, m -> m.cairn(Figures.P50).median()))
            .with("Nessie p50", line(1, memory, m -> m.nessie(Figures.P50).median()))
            .with("Cairn p99", line(1, memory, m -> m.cairn(Figures.P99).median()))
            .with("Nessie p99", line(1, memory, m -> m.nessie(Figures.P99).median())),
        "growth-latency.svg");
    return text.isEmpty() ? "" : "## How cost grows with the number of keys\n\n" + text;
  }

  private static Predicate<Measured> in(Storage storage) {
    return measured ->
        measured.cell().storage() == storage
            && measured.cell().work() == Work.COMMIT
            && measured.cell().threads() == 1;
  }

  private SortedMap<Double, Double> line(
      int workload, Predicate<Measured> part, ToDoubleFunction<Measured> value) {
    SortedMap<Double, Double> points = new TreeMap<>();
    results.of(workload).stream()
        .filter(part)
        .forEach(each -> points.put((double) each.cell().keys(), value.applyAsDouble(each)));
    return points;
  }

  private void plot(Plot plot, String file) throws IOException {
    if (!plot.isEmpty()) {
      Files.writeString(directory.resolve(file), plot.svg());
      text.append("![%s](%s)\n\n".formatted(file.replace(".svg", ""), file));
    }
  }
}
