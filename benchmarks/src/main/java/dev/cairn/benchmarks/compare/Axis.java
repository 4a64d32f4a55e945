package dev.cairn.benchmarks.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A logarithmic axis from a power of ten to another. */
record Axis(int from, int to) {
  static Axis of(Collection<Double> values) {
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(10);
    int from = (int) Math.floor(Math.log10(least));
    return new Axis(from, Math.max(from + 1, (int) Math.ceil(Math.log10(most))));
  }

  /** The position of a value, from 0 to 1. */
  double share(double value) {
    return (Math.log10(value) - from) / (to - from);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    for (int power = from; power <= to; power++) {
      ticks.add(Math.pow(10, power));
    }
    return ticks;
  }

  static String label(double tick) {
    return tick >= 1
        ? String.format(Locale.ROOT, "%,.0f", tick)
        : String.format(Locale.ROOT, "%.3f", tick).replaceAll("0+$", "");
  }
}
