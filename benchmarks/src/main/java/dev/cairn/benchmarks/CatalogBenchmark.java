package dev.cairn.benchmarks;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the Iceberg catalog in one process, and prints tables: appends and loads of tables with
 * few and many snapshots, concurrent commits, and catalogs with few and many tables.
 *
 * <p>Arguments: the name of a backend, {@code inmemory} if there is none, then settings as {@code
 * key=value}. Figures that are compared come from the same run, in rounds that take turns. With
 * {@code cairn.bench.seconds=…} as a system property, rounds take longer; {@code
 * cairn.bench.figures=appends,loads,writers,tables} names what is measured; {@code
 * cairn.bench.directory=…} is where metadata files on disk are written.
 */
public final class CatalogBenchmark {
  private static final String ALL = "appends,loads,writers,tables";

  /**
   * How much is measured.
   *
   * @param snapshots the number of snapshots of a table, few and many
   * @param appends how many appends are measured
   * @param tables the number of tables, few and many; 100 in each namespace
   * @param rounds the number of rounds
   * @param seconds how long a round takes
   */
  record Scale(
      List<Integer> snapshots, int appends, List<Integer> tables, int rounds, double seconds) {}

  private final StoreWorkload.Settings settings;
  private final Scale scale;
  private final PrintStream out;

  CatalogBenchmark(StoreWorkload.Settings settings, Scale scale, PrintStream out) {
    this.settings = settings;
    this.scale = scale;
    this.out = out;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    double seconds = Double.parseDouble(System.getProperty("cairn.bench.seconds", "1"));
    Scale scale = new Scale(List.of(10, 10_000), 512, List.of(1_000, 100_000), 7, seconds);
    Path directory =
        Path.of(System.getProperty("cairn.bench.directory", System.getProperty("java.io.tmpdir")));
    new CatalogBenchmark(StoreWorkload.Settings.of(Arrays.asList(args)), scale, System.out)
        .run(List.of(System.getProperty("cairn.bench.figures", ALL).split(",")), directory);
  }

  void run(List<String> figures, Path directory) {
    for (String figure : figures) {
      switch (figure) {
        case "appends" -> new AppendFigure(settings, scale, out).run();
        case "loads" -> new LoadFigure(settings, scale, out).run();
        case "writers" -> {
          WriterFigure writers = new WriterFigure(scale, out);
          writers.run("20 ms a file", () -> new CatalogWorkload(settings, 20));
          try (Scratch scratch = Scratch.below(directory)) {
            writers.run("local disk", () -> CatalogWorkload.onDisk(settings, scratch.path()));
          }
        }
        case "tables" -> new TableCountFigure(settings, scale, out).run();
        default ->
            throw new IllegalArgumentException(
                "Unknown figure '%s' in cairn.bench.figures; known are %s".formatted(figure, ALL));
      }
    }
  }

  /** Repeats {@code work} on this thread for one round. */
  static Rounds.Round round(double seconds, Runnable work) {
    long begun = System.nanoTime();
    long end = begun + (long) (seconds * 1e9);
    long cpu = Cpu.thisThread();
    long allocated = Cpu.allocatedByThisThread();
    long count = 0;
    do {
      work.run();
      count++;
    } while (System.nanoTime() < end);
    return new Rounds.Round(
        count * 1e9 / (System.nanoTime() - begun),
        (Cpu.thisThread() - cpu) / 1e3 / count,
        (double) (Cpu.allocatedByThisThread() - allocated) / count);
  }
}
