package dev.cairn.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs Cairn and Nessie's storage through the same workloads, in turns, and prints ratios with
 * their spread.
 *
 * <p>See {@link Options#USAGE}. Figures are kept in {@code results.json} of the directory that
 * {@code --out} names, from which each run generates pages and plots.
 */
public final class Compare {
  private Compare() {}

  /** Runs the comparison. */
  public static void main(String[] args) throws IOException {
    Options options;
    try {
      options = Options.parse(List.of(args));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.println(Options.USAGE);
      System.exit(2);
      return;
    }
    Results results = results(options.out());
    if (!options.reportOnly()) {
      measure(options, results);
    }
    new ComparisonReport(results, options.out()).write();
    options.progress().println("written: " + options.out().resolve("README.md"));
    if (options.json()) {
      System.out.println(results.json());
    }
  }

  private static void measure(Options options, Results results) {
    Plan plan = options.plan();
    options.describe().forEach(results::set);
    try (Side cairn = new ChildSide(Side.Name.CAIRN, options.jvm());
        Side nessie = new ChildSide(Side.Name.NESSIE, options.jvm())) {
      new Driver(plan, cairn, nessie, options.progress()).run(results);
    }
  }

  private static Results results(Path out) throws IOException {
    Files.createDirectories(out);
    return Results.of(out.resolve("results.json"));
  }
}
