package dev.cairn.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The results of several rounds of the same measurement. */
final class Rounds {
  /**
   * The result of one round.
   *
   * @param rate how many in a second
   * @param cpu how many microseconds of processor time each took
   * @param allocated how many bytes each allocated
   */
  record Round(double rate, double cpu, double allocated) {}

  private final List<Round> all = new ArrayList<>();

  void add(Round round) {
    all.add(round);
  }

  double best() {
    return all.stream().mapToDouble(Round::rate).max().orElse(0);
  }

  double median() {
    return median(Round::rate);
  }

  double cpu() {
    return median(Round::cpu);
  }

  double allocated() {
    return median(Round::allocated);
  }

  private double median(ToDoubleFunction<Round> what) {
    return all.stream().mapToDouble(what).sorted().toArray()[all.size() / 2];
  }

  @Override
  public String toString() {
    String rates =
        all.stream().map(round -> "%,.0f".formatted(round.rate)).collect(Collectors.joining(", "));
    return "| %,.0f | %s | %.1f | %,.0f |".formatted(best(), rates, cpu(), allocated());
  }
}
