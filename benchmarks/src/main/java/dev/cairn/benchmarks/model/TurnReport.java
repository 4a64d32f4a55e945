package dev.cairn.benchmarks.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Prints what turns achieve in the model, for {@code benchmarks/RESULTS.md}. Arguments: the seconds
 * of each simulation, 60 if none are given.
 */
public final class TurnReport {
  private static final int[] SIZES = {1, 2, 3, 10, 30, 100};
  private static final double[] LOADS = {0.03, 0.05, 0.3, 0.6, 0.9};
  private static final int SEEDS = 3;
  private static final double WARM_SECONDS = 10;

  private final double seconds;

  private TurnReport(double seconds) {
    this.seconds = seconds;
  }

  /** Prints the tables. */
  public static void main(String[] args) {
    TurnReport report = new TurnReport(args.length == 0 ? 60 : Double.parseDouble(args[0]));
    report.saturated();
    report.open();
    report.mixed();
    report.slow();
  }

  private List<TurnOutcome> runs(Service service, TurnLoad load) {
    List<TurnOutcome> outcomes = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      outcomes.add(TurnModel.run(service, load, WARM_SECONDS, seconds, seed));
    }
    return outcomes;
  }

  private static double median(List<TurnOutcome> outcomes, ToDoubleFunction<TurnOutcome> of) {
    return outcomes.stream().mapToDouble(of).sorted().skip(SEEDS / 2).findFirst().orElseThrow();
  }

  private static double one(Service service, double seconds) {
    return TurnModel.run(service, TurnLoad.saturated(1, true), 1, seconds, 7).commits();
  }

  private void saturated() {
    print(
        "| service | processes | total: racing, turns | share: racing, turns | p50, p99 ms | longest s | swaps/s (lost) |");
    print("|---|---:|---:|---:|---:|---:|---:|");
    for (Service service : Service.production()) {
      double one = one(service, seconds);
      for (int size : SIZES) {
        List<TurnOutcome> racing = runs(service, TurnLoad.saturated(size, false));
        List<TurnOutcome> turns = runs(service, TurnLoad.saturated(size, true));
        print(
            "| %s | %d | %.2f, %.2f | %.2f, %.2f | %.0f, %.0f | %.1f | %.0f (%.0f%%) |",
            service.name(),
            size,
            median(racing, TurnOutcome::commits) / one,
            median(turns, TurnOutcome::commits) / one,
            racing.stream().mapToDouble(TurnOutcome::share).min().orElse(0),
            turns.stream().mapToDouble(TurnOutcome::share).min().orElse(0),
            median(turns, TurnOutcome::p50),
            median(turns, TurnOutcome::p99),
            turns.stream().mapToDouble(TurnOutcome::longest).max().orElse(0) / 1e3,
            median(turns, TurnOutcome::swaps),
            100 * median(turns, TurnOutcome::lost));
      }
    }
  }

  private void open() {
    print("| service | processes | load | racing: p50, p99 ms | turns: p50, p99 ms |");
    print("|---|---:|---:|---:|---:|");
    for (Service service : Service.production()) {
      double one = one(service, seconds);
      for (int size : new int[] {10, 100}) {
        for (double load : LOADS) {
          List<TurnOutcome> racing = runs(service, TurnLoad.open(size, load * one, false));
          List<TurnOutcome> turns = runs(service, TurnLoad.open(size, load * one, true));
          print(
              "| %s | %d | %.0f%% | %,.0f, %,.0f | %,.0f, %,.0f |",
              service.name(),
              size,
              100 * load,
              median(racing, TurnOutcome::p50),
              median(racing, TurnOutcome::p99),
              median(turns, TurnOutcome::p50),
              median(turns, TurnOutcome::p99));
        }
      }
    }
  }

  private void mixed() {
    print(
        "| service | busy one: racing, turns | all commits: racing p99, turns p99 ms | others commits/s: racing, turns |");
    print("|---|---:|---:|---:|");
    for (Service service : Service.production()) {
      double one = one(service, seconds);
      List<TurnOutcome> racing = runs(service, TurnLoad.mixed(10, false));
      List<TurnOutcome> turns = runs(service, TurnLoad.mixed(10, true));
      print(
          "| %s | %.2f, %.2f | %,.0f, %,.0f | %.1f, %.1f |",
          service.name(),
          median(racing, outcome -> outcome.each()[0]) / one,
          median(turns, outcome -> outcome.each()[0]) / one,
          median(racing, TurnOutcome::p99),
          median(turns, TurnOutcome::p99),
          median(racing, TurnOutcome::others),
          median(turns, TurnOutcome::others));
    }
  }

  private void slow() {
    print(
        "| service | processes | the others against what they do without the slow one | the slow one against their average |");
    print("|---|---:|---:|---:|");
    for (Service service : Service.production()) {
      for (int size : new int[] {2, 3, 10}) {
        List<TurnOutcome> with = runs(service, TurnLoad.withSlow(size, true));
        List<TurnOutcome> without = runs(service, TurnLoad.saturated(size - 1, true));
        double others = median(with, TurnOutcome::others);
        print(
            "| %s | %d | %.2f | %.2f |",
            service.name(),
            size,
            others / median(without, TurnOutcome::commits),
            median(with, outcome -> outcome.each()[0]) / (others / (size - 1)));
      }
    }
  }

  private static void print(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
