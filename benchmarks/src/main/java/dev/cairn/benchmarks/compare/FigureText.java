package dev.cairn.benchmarks.compare;

/** Figures as text for people. */
final class FigureText {
  private FigureText() {}

  /** One line of a cell. */
  static String of(Measured measured) {
    Cell cell = measured.cell();
    StringBuilder line =
        new StringBuilder(
            "%d: %s, %s, %,d keys, %d threads: Cairn %s"
                .formatted(
                    cell.workload(),
                    cell.work().title(),
                    cell.storage().title(),
                    cell.keys(),
                    cell.threads(),
                    number(measured.cairn(Figures.RATE).median())));
    if (cell.nessie()) {
      line.append(", Nessie ").append(number(measured.nessie(Figures.RATE).median()));
    }
    line.append(' ').append(cell.work().unit());
    if (cell.nessie()) {
      line.append(", ").append(ratio(measured.ratio(Figures.RATE)));
    }
    if (measured.error() != null) {
      line.append(", FAILED: ").append(measured.error());
    }
    return line.toString();
  }

  /** A ratio with its range. */
  static String ratio(Measured.Spread ratio) {
    return "%s× (%s–%s)"
        .formatted(plain(ratio.median()), plain(ratio.least()), plain(ratio.most()));
  }

  /** A ratio with at least two significant digits. */
  static String plain(double value) {
    return value >= 10
        ? "%,.0f".formatted(value)
        : value >= 1 ? "%.1f".formatted(value) : "%.2f".formatted(value);
  }

  /** A number, with decimals only if it is small. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value >= 100
        ? "%,.0f".formatted(value)
        : value >= 10 ? "%.1f".formatted(value) : "%.2f".formatted(value);
  }
}
