package dev.cairn.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What several rounds of the same measurement gave. */
final class Rounds {
  /**
   * One of them.
   *
   * @param rate how many in a second
   * @param cpu how many microseconds of processor time each took
   */
  record Round(double rate, double cpu) {}

  private final List<Round> all = new ArrayList<>();

  void add(Round round) {
    all.add(round);
  }

  double best() {
    return all.stream().mapToDouble(Round::rate).max().orElse(0);
  }

  double median() {
    return all.stream().mapToDouble(Round::rate).sorted().toArray()[all.size() / 2];
  }

  double cpu() {
    return all.stream().mapToDouble(Round::cpu).sorted().toArray()[all.size() / 2];
  }

  @Override
  public String toString() {
    String rates =
        all.stream().map(round -> "%,.0f".formatted(round.rate)).collect(Collectors.joining(", "));
    return "| %,.0f | %s | %.1f |".formatted(best(), rates, cpu());
  }
}
