package dev.cairn.benchmarks.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The results of a cell: rounds of Cairn and Nessie in pairs, one right after the other.
 *
 * @param at when
 * @param load the machine's load average when it ended
 * @param error why it was not finished
 */
record Measured(
    Cell cell,
    List<Figures> cairn,
    List<Figures> nessie,
    String at,
    double load,
    @Nullable String error) {

  /** The median of some figures, with the least and the greatest. */
  record Spread(double median, double least, double most) {
    static Spread of(double... values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int count = sorted.length;
      if (count == 0) {
        return new Spread(Double.NaN, Double.NaN, Double.NaN);
      }
      double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
      return new Spread(median, sorted[0], sorted[count - 1]);
    }
  }

  private static Spread spread(List<Figures> rounds, String name) {
    return Spread.of(
        rounds.stream()
            .mapToDouble(figures -> figures.get(name))
            .filter(value -> !Double.isNaN(value))
            .toArray());
  }

  Spread cairn(String name) {
    return spread(cairn, name);
  }

  Spread nessie(String name) {
    return spread(nessie, name);
  }

  /** Cairn's figure divided by Nessie's, for each round. */
  Spread ratio(String name) {
    return Spread.of(
        IntStream.range(0, Math.min(cairn.size(), nessie.size()))
            .mapToDouble(i -> cairn.get(i).get(name) / nessie.get(i).get(name))
            .filter(ratio -> !Double.isNaN(ratio))
            .toArray());
  }
}
