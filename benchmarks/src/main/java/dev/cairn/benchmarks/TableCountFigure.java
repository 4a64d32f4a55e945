package dev.cairn.benchmarks;

import dev.cairn.api.index.PageRequest;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** What listings, loads and creates cost among few and many tables, 100 in each namespace. */
final class TableCountFigure {
  private static final int IN_NAMESPACE = 100;
  private static final int THREADS = 16;
  private static final int PAGE = 10;

  private final StoreWorkload.Settings settings;
  private final CatalogBenchmark.Scale scale;
  private final PrintStream out;

  TableCountFigure(StoreWorkload.Settings settings, CatalogBenchmark.Scale scale, PrintStream out) {
    this.settings = settings;
    this.scale = scale;
    this.out = out;
  }

  /** A catalog of a given size. */
  private static final class Filled implements AutoCloseable {
    private final CatalogWorkload workload;
    private final int namespaces;
    private final SplittableRandom random = new SplittableRandom(3);
    private final Map<String, Rounds> results = new LinkedHashMap<>();
    private int created;

    Filled(StoreWorkload.Settings settings, int tables) {
      this.workload = new CatalogWorkload(settings, 0);
      this.namespaces = Math.max(1, tables / IN_NAMESPACE);
      TimedThreads.each(
          THREADS,
          thread -> {
            for (int i = thread; i < namespaces; i += THREADS) {
              workload.createNamespace(namespace(i));
              for (int table = 0; table < IN_NAMESPACE; table++) {
                workload.createTable(
                    TableIdentifier.of(namespace(i), "table_%06d".formatted(table)));
              }
            }
          });
    }

    private static Namespace namespace(int number) {
      return Namespace.of("namespace_%06d".formatted(number));
    }

    private Namespace any() {
      return namespace(random.nextInt(namespaces));
    }

    private TableIdentifier anyTable() {
      return TableIdentifier.of(any(), "table_%06d".formatted(random.nextInt(IN_NAMESPACE)));
    }

    void rounds(double seconds, boolean isMeasured) {
      add(isMeasured, "list a namespace of 100 tables", seconds, this::list);
      add(isMeasured, "list a page of 10 namespaces", seconds, this::listNamespaces);
      add(isMeasured, "load a table", seconds, this::load);
      add(isMeasured, "create a table", seconds, this::create);
    }

    private void add(boolean isMeasured, String what, double seconds, Runnable work) {
      Rounds.Round round = CatalogBenchmark.round(seconds, work);
      if (isMeasured) {
        results.computeIfAbsent(what, none -> new Rounds()).add(round);
      }
    }

    private void list() {
      if (workload.catalog().tables().list(any()).size() < IN_NAMESPACE) {
        throw new IllegalStateException("a table is missing");
      }
    }

    private void listNamespaces() {
      var page = workload.catalog().namespaces().list(Namespace.empty(), PageRequest.first(PAGE));
      if (page.items().size() < Math.min(PAGE, namespaces)) {
        throw new IllegalStateException("a namespace is missing");
      }
    }

    private void load() {
      if (workload.catalog().tables().load(anyTable()).text().length() == 0) {
        throw new IllegalStateException("a table without metadata");
      }
    }

    /** Creates in one more namespace, so that the listed ones do not grow. */
    private void create() {
      Namespace last = namespace(namespaces);
      if (created++ == 0) {
        workload.createNamespace(last);
      }
      workload.createTable(TableIdentifier.of(last, "created_" + random.nextLong()));
    }

    @Override
    public void close() {
      workload.close();
    }
  }

  void run() {
    List<Filled> catalogs = new ArrayList<>();
    try {
      for (int tables : scale.tables()) {
        catalogs.add(new Filled(settings, tables));
      }
      catalogs.forEach(catalog -> WarmUp.until(() -> catalog.rounds(scale.seconds() / 4, false)));
      for (int i = 0; i < scale.rounds(); i++) {
        catalogs.forEach(catalog -> catalog.rounds(scale.seconds(), true));
      }
      print(catalogs.get(0), catalogs.get(catalogs.size() - 1));
    } finally {
      catalogs.forEach(Filled::close);
    }
  }

  private void print(Filled few, Filled many) {
    out.printf(
        "%n%,d and %,d tables, medians of %d rounds, us of processor time, %s%n",
        few.namespaces * IN_NAMESPACE,
        many.namespaces * IN_NAMESPACE,
        scale.rounds(),
        settings.values());
    out.println("| | few tables | many tables | ratio | per second, few | many |");
    out.println("|---|---:|---:|---:|---:|---:|");
    few.results.forEach(
        (what, rounds) -> {
          Rounds others = Objects.requireNonNull(many.results.get(what));
          out.printf(
              "| %s | %,.1f | %,.1f | %.2f | %,.0f | %,.0f |%n",
              what,
              rounds.cpu(),
              others.cpu(),
              others.cpu() / rounds.cpu(),
              rounds.median(),
              others.median());
        });
  }
}
