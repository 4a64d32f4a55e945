package dev.cairn.benchmarks.processes;

import dev.cairn.benchmarks.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The rounds of the same number of processes, and their row of the table. */
final class SharedRounds {
  static final String HEADER =
      """
      | processes | reference | commits/s (range) | against one process | share (worst) | p50 ms | p99 ms | slowest ms \
      | given up | swaps/s (lost) | calls each | turns/s | joins, drops a round | CPU us each | processors busy |
      |---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|""";

  private record Round(List<RoundFigures> processes, double busy) {
    double sum(ToLongFunction<RoundFigures> of) {
      return processes.stream().mapToLong(of).sum();
    }

    double share() {
      double most = processes.stream().mapToLong(RoundFigures::commits).max().orElse(0);
      double least = processes.stream().mapToLong(RoundFigures::commits).min().orElse(0);
      return least / Math.max(1, most);
    }

    double each(ToLongFunction<RoundFigures> of) {
      return sum(of) / Math.max(1, sum(RoundFigures::commits));
    }
  }

  private final double seconds;
  private final List<Round> rounds = new ArrayList<>();
  private final Latencies latencies = new Latencies();

  SharedRounds(double seconds) {
    this.seconds = seconds;
  }

  void add(List<RoundFigures> processes, double busy) {
    rounds.add(new Round(processes, busy));
    for (RoundFigures each : processes) {
      for (long micros : each.latencies()) {
        latencies.add(TimeUnit.MICROSECONDS.toNanos(micros));
      }
    }
  }

  private double median(ToDoubleFunction<Round> of) {
    double[] all = rounds.stream().mapToDouble(of).sorted().toArray();
    return (all[all.length / 2] + all[(all.length - 1) / 2]) / 2;
  }

  private double sum(ToLongFunction<RoundFigures> of) {
    return rounds.stream().mapToDouble(round -> round.sum(of)).sum();
  }

  private double perSecond(Round round) {
    return round.sum(RoundFigures::commits) / seconds;
  }

  double rate() {
    return median(this::perSecond);
  }

  String row(int processes, String reference, double alone) {
    return String.format(
        Locale.ROOT,
        "| %d | %s | %,.0f (%,.0f-%,.0f) | %.2f | %.2f (%.2f) | %,.1f | %,.1f | %,.0f | %.0f | %,.0f (%.0f%%) | %.2f | %.1f | %.1f, %.1f | %,.0f | %.0f%% |",
        processes,
        reference,
        rate(),
        rounds.stream().mapToDouble(this::perSecond).min().orElse(0),
        rounds.stream().mapToDouble(this::perSecond).max().orElse(0),
        rate() / alone,
        median(Round::share),
        rounds.stream().mapToDouble(Round::share).min().orElse(0),
        latencies.millis(2),
        latencies.millis(100),
        latencies.mostMillis(),
        sum(RoundFigures::failed),
        median(round -> round.sum(RoundFigures::attempts) / seconds),
        100 * sum(RoundFigures::conflicts) / Math.max(1, sum(RoundFigures::attempts)),
        median(round -> round.each(RoundFigures::calls)),
        median(round -> round.sum(RoundFigures::turns) / seconds),
        sum(RoundFigures::joined) / rounds.size(),
        sum(RoundFigures::dropped) / rounds.size(),
        median(round -> round.each(RoundFigures::cpuMicros)),
        100 * median(Round::busy));
  }
}
