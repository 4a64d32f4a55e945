package dev.cairn.benchmarks.compare;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** One table for each workload. */
final class Tables {
  private static final Map<Integer, String> TITLES =
      new TreeMap<>(
          Map.of(
              1, "One-key commits, one thread",
              2, "Many threads on one reference, 1,000 keys",
              3, "Lookups: from the reference by a key to the value, warm",
              4, "Listings from the current head",
              5, "Objects of 1 KB",
              6, "What is written, and what is held",
              7, "Several stores with caches of their own, 1 ms a call",
              8, "Idempotent requests (Cairn only)"));

  private final Results results;
  private final StringBuilder text = new StringBuilder();

  Tables(Results results) {
    this.results = results;
  }

  String text() {
    TITLES.forEach(
        (workload, title) -> {
          List<Measured> rows = results.of(workload);
          if (!rows.isEmpty()) {
            text.append("## %d. %s\n\n".formatted(workload, title));
            table(workload, rows);
            text.append('\n');
          }
        });
    return text.toString();
  }

  private void table(int workload, List<Measured> rows) {
    switch (workload) {
      case 2 -> threads(rows);
      case 6 -> costs(rows);
      case 7 -> slow(rows);
      case 8 -> requests(rows);
      default -> rates(rows);
    }
  }

  private void header(String... columns) {
    text.append("| ").append(String.join(" | ", columns)).append(" |\n|---|");
    text.append("---:|".repeat(columns.length - 1)).append('\n');
  }

  private void row(String... columns) {
    text.append("| ").append(String.join(" | ", columns)).append(" |\n");
  }

  private static String both(Measured measured, String name) {
    return "%s / %s"
        .formatted(
            FigureText.number(measured.cairn(name).median()),
            FigureText.number(measured.nessie(name).median()));
  }

  private static String median(Measured.Spread spread) {
    return FigureText.number(spread.median());
  }

  private static String ratio(Measured measured, String name) {
    return measured.nessie().isEmpty() ? "" : FigureText.ratio(measured.ratio(name));
  }

  private static String place(Measured measured) {
    Cell cell = measured.cell();
    return cell.storage().title()
        + ", "
        + (cell.keys() == 0 ? "empty" : "%,d keys".formatted(cell.keys()));
  }

  private void rates(List<Measured> rows) {
    header("work", "where", "Cairn", "Nessie", "ratio (range)", "CPU µs each, Cairn / Nessie");
    for (Measured each : rows) {
      row(
          each.cell().work().title() + ", " + each.cell().work().unit(),
          place(each),
          median(each.cairn(Figures.RATE)),
          median(each.nessie(Figures.RATE)),
          ratio(each, Figures.RATE),
          both(each, Figures.CPU));
    }
  }

  private void threads(List<Measured> rows) {
    header(
        "where",
        "threads",
        "Cairn commits/s",
        "Nessie",
        "ratio (range)",
        "p50 ms, Cairn / Nessie",
        "p99 ms",
        "p99.9 ms",
        "max ms",
        "slowest / fastest thread",
        "given up a round");
    for (Measured each : rows) {
      row(
          each.cell().storage().title(),
          Integer.toString(each.cell().threads()),
          median(each.cairn(Figures.RATE)),
          median(each.nessie(Figures.RATE)),
          ratio(each, Figures.RATE),
          both(each, Figures.P50),
          both(each, Figures.P99),
          both(each, Figures.P999),
          most(each, Figures.MAX),
          both(each, Figures.FAIRNESS),
          both(each, Figures.FAILED));
    }
  }

  private static String most(Measured each, String name) {
    return "%s / %s"
        .formatted(
            FigureText.number(each.cairn(name).most()),
            FigureText.number(each.nessie(name).most()));
  }

  private void costs(List<Measured> rows) {
    header("what", "keys, threads", "Cairn", "Nessie", "ratio");
    Map<String, Function<Measured, Boolean>> parts = new TreeMap<>();
    for (String name :
        List.of(Figures.BYTES, Figures.ROWS, Figures.CALLS, Figures.INDEX_BYTES, Figures.HEAP)) {
      parts.put(name, each -> each.cairn().get(0).has(name));
    }
    parts.forEach(
        (name, has) ->
            rows.stream()
                .filter(has::apply)
                .forEach(
                    each ->
                        row(
                            name
                                + (each.cell().work() == Work.COMMIT ? " per commit" : "")
                                + (each.cell().storage() == Storage.ROCKSDB ? ", RocksDB" : ""),
                            "%,d, %d".formatted(each.cell().keys(), each.cell().threads()),
                            median(each.cairn(name)),
                            median(each.nessie(name)),
                            ratio(each, name))));
  }

  private void slow(List<Measured> rows) {
    header(
        "stores, threads on all together",
        "Cairn commits/s",
        "Nessie",
        "ratio (range)",
        "slowest / fastest store, Cairn / Nessie",
        "calls per commit",
        "p50 ms",
        "p99 ms",
        "max ms",
        "given up a round");
    for (Measured each : rows) {
      row(
          "%d, %d".formatted(each.cell().storage().stores(), each.cell().threads()),
          median(each.cairn(Figures.RATE)),
          median(each.nessie(Figures.RATE)),
          ratio(each, Figures.RATE),
          both(each, Figures.SHARE),
          both(each, Figures.CALLS),
          both(each, Figures.P50),
          both(each, Figures.P99),
          most(each, Figures.MAX),
          both(each, Figures.FAILED));
    }
  }

  private void requests(List<Measured> rows) {
    header(
        "work",
        "where",
        "threads",
        "per second",
        "range",
        "without a key",
        "a key costs, rate",
        "CPU");
    for (Measured each : rows) {
      Measured.Spread rate = each.cairn(Figures.RATE);
      row(
          each.cell().work().title(),
          each.cell().storage().title(),
          Integer.toString(each.cell().threads()),
          median(rate),
          "%s–%s".formatted(FigureText.number(rate.least()), FigureText.number(rate.most())),
          median(each.cairn(Figures.PLAIN_RATE)),
          cost(each, Figures.RATE, Figures.PLAIN_RATE, -1),
          cost(each, Figures.CPU, Figures.PLAIN_CPU, 1));
    }
  }

  private static String cost(Measured each, String keyed, String plain, int sign) {
    if (!each.cairn().get(0).has(plain)) {
      return "";
    }
    double[] shares =
        each.cairn().stream()
            .mapToDouble(round -> 100 * sign * (round.get(keyed) / round.get(plain) - 1))
            .toArray();
    Measured.Spread spread = Measured.Spread.of(shares);
    return "%.0f%% (%.0f–%.0f)".formatted(spread.median(), spread.least(), spread.most());
  }
}
