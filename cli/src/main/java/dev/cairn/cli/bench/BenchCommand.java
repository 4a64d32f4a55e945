package dev.cairn.cli.bench;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.FileProblem;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.ProgressBar;
import dev.cairn.cli.output.TextTable;
import dev.cairn.cli.sample.Load;
import dev.cairn.cli.sample.SampleLatencies;
import dev.cairn.cli.sample.SampleTable;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what the database can do. */
@Command(
    name = "bench",
    description = {
      "Measures commits and lookups on the configured database, from this process.",
      "Each commit creates a table, on one reference. Uses a tenant and a catalog of its own, which it purges at the end, with those of killed runs; the next collections delete their rows."
    },
    footer = {
      "  cairn bench",
      "  cairn bench --callers 64 --commits 20000 --html bench.html",
      "  cairn -b inmemory bench --json"
    })
public final class BenchCommand implements Runnable {
  private static final String MAIN = Catalogs.MAIN;
  private static final int NAMESPACES = 50;

  private final Tool tool;

  @Option(
      names = "--callers",
      paramLabel = "N",
      defaultValue = "16",
      description = "How many threads call at once (${DEFAULT-VALUE}).")
  private int callers;

  @Option(
      names = "--commits",
      paramLabel = "N",
      defaultValue = "5000",
      description = "How many commits are measured, after a tenth as many (${DEFAULT-VALUE}).")
  private int commits;

  @Option(
      names = "--lookups",
      paramLabel = "N",
      defaultValue = "20000",
      description = "How many lookups of each kind are measured (${DEFAULT-VALUE}).")
  private int lookups;

  @Option(names = "--html", paramLabel = "FILE", description = "Writes a page with charts.")
  private Optional<Path> html = Optional.empty();

  /** The command of {@code tool}. */
  public BenchCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    if (callers < 1 || callers > 10_000 || commits < 100 || lookups < 100) {
      throw CommandException.usage(
          "--callers is from 1 to 10000, --commits and --lookups are 100 or more");
    }
    html.ifPresent(FileProblem::checkDirectoryOf);
    Configuration configuration = tool.store().configurationOfStore();
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    try (ToolConnection connection =
            tool.store().open(configuration, UnaryOperator.identity(), meters);
        BenchTenant tenant = BenchTenant.create(connection);
        Store store = tenant.open()) {
      measure(connection, store, meters);
    }
  }

  private void measure(ToolConnection connection, Store store, SimpleMeterRegistry meters) {
    int warmUp = commits / 10;
    var unused = load("commits (warm-up)", warmUp, each -> commit(store, each));
    DistributionSummary groups = meters.get("cairn.commit.group").summary();
    long swaps = groups.count();
    double grouped = groups.totalAmount();
    Map<String, SampleLatencies> results = new LinkedHashMap<>();
    results.put("commits", load("commits", commits, each -> commit(store, warmUp + each)));
    double perSwap = (groups.totalAmount() - grouped) / Math.max(1, groups.count() - swaps);
    int tables = warmUp + commits;
    results.put(
        "lookupsRemembered",
        load("lookups", lookups, each -> lookUp(store.recent(MAIN), each, tables)));
    results.put(
        "lookupsCurrent",
        load("lookups", lookups, each -> lookUp(store.current(MAIN), each, tables)));
    TextTable table = new TextTable("what", "count", "perSecond", "p50", "p90", "p99", "max");
    results.forEach(
        (what, each) ->
            table.row(
                what,
                each.count(),
                each.perSecond(),
                each.percentile(0.5),
                each.percentile(0.9),
                each.percentile(0.99),
                each.percentile(1)));
    String backend = connection.backend().name();
    tool.output()
        .print(
            new CommandReport()
                .with("backend", backend)
                .with("callers", callers)
                .with("processors", Runtime.getRuntime().availableProcessors())
                .with("commitsPerSwap", perSwap)
                .with("measured", table));
    html.ifPresent(file -> write(file, new BenchPage(backend, callers, perSwap, results).text()));
  }

  private SampleLatencies load(String what, int count, IntConsumer work) {
    try (ProgressBar progress = new ProgressBar(tool.console(), what, count)) {
      return new Load(callers, tool.interruption(), progress::at).run(count, work);
    }
  }

  private static Bytes key(int table) {
    return SampleTable.key(
        String.format(Locale.ROOT, "namespace-%02d", table % NAMESPACES),
        String.format(Locale.ROOT, "table_%07d", table));
  }

  private static void commit(Store store, int table) {
    var unused =
        store.commit(
            MAIN,
            workspace -> {
              workspace
                  .index(SampleTable.INDEX)
                  .put(key(table), workspace.put(SampleTable.of("bench", "table_" + table)));
              return table;
            });
  }

  private static void lookUp(Snapshot state, int number, int tables) {
    // Spread over all tables, the same in every run.
    int table = (int) ((number * 7_919L) % tables);
    var unused =
        state
            .find(SampleTable.class, SampleTable.INDEX, key(table))
            .orElseThrow(() -> new IllegalStateException("table " + table + " is missing"));
  }

  private void write(Path file, String page) {
    try {
      Files.writeString(file, page);
    } catch (IOException e) {
      throw new UncheckedIOException("the page cannot be written to " + file, e);
    }
    tool.console().say("charts are in " + file);
  }
}
