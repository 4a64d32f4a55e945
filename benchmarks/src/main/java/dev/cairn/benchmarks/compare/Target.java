package dev.cairn.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A target for a ratio, with the result.
 *
 * @param asked in words
 * @param found with its range
 * @param met whether the median is good enough
 */
record Target(String asked, String found, boolean met) {
  /** All targets with figures. */
  static List<Target> of(Results results) {
    Finder finder = new Finder(results);
    finder.atLeast("1 thread, 1,000 keys: commits/s at least 5×", "1-memory-commit-1000-1", 5);
    finder.atLeast("1 thread, 100,000 keys: at least 10×", "1-memory-commit-100000-1", 10);
    finder.atLeast("16 threads on one reference: at least 25×", "2-memory-commit-1000-16", 25);
    finder.find("2-memory-commit-1000-16").ifPresent(finder::tails);
    finder.find("2-memory-commit-1000-16").ifPresent(finder::fairness);
    for (int keys : new int[] {1_000, 10_000, 100_000}) {
      finder.atLeast(
          "lookup from the head, %,d keys: at least 50×".formatted(keys),
          "3-memory-lookup-%d-1".formatted(keys),
          50);
    }
    finder.atLeast("listing 100,000 keys: at least 2×", "4-memory-list-100000-1", 2);
    finder.atMost(
        "bytes per commit at 100,000 keys: at most a quarter",
        "6-counted-commit-100000-1",
        Figures.BYTES,
        0.25);
    finder.atMost(
        "index bytes per key: at most 0.7×", "6-memory-hold-100000-1", Figures.INDEX_BYTES, 0.7);
    finder.atLeast(
        "RocksDB, 16 threads, Cairn with fsync, Nessie without: at least 1×",
        "2-rocksdb_sync-commit-1000-16",
        1);
    return finder.targets;
  }

  private static final class Finder {
    private final Results results;
    private final List<Target> targets = new ArrayList<>();

    Finder(Results results) {
      this.results = results;
    }

    Optional<Measured> find(String id) {
      return results.find(id).filter(measured -> !measured.nessie().isEmpty());
    }

    void atLeast(String asked, String id, double least) {
      find(id)
          .ifPresent(
              measured -> {
                Measured.Spread ratio = measured.ratio(Figures.RATE);
                targets.add(new Target(asked, FigureText.ratio(ratio), ratio.median() >= least));
              });
    }

    void atMost(String asked, String id, String name, double most) {
      find(id)
          .ifPresent(
              measured -> {
                Measured.Spread ratio = measured.ratio(name);
                targets.add(new Target(asked, FigureText.ratio(ratio), ratio.median() <= most));
              });
    }

    void tails(Measured measured) {
      Measured.Spread ratio = measured.ratio(Figures.P999);
      Measured.Spread lower =
          new Measured.Spread(1 / ratio.median(), 1 / ratio.most(), 1 / ratio.least());
      targets.add(
          new Target(
              "the same: p99.9 at least 50× lower", FigureText.ratio(lower), lower.median() >= 50));
    }

    void fairness(Measured measured) {
      Measured.Spread fairness = measured.cairn(Figures.FAIRNESS);
      targets.add(
          new Target(
              "the same: slowest thread against the fastest at least 0.5",
              "%.2f (%.2f–%.2f); Nessie %.2f"
                  .formatted(
                      fairness.median(),
                      fairness.least(),
                      fairness.most(),
                      measured.nessie(Figures.FAIRNESS).median()),
              fairness.median() >= 0.5));
    }
  }
}
