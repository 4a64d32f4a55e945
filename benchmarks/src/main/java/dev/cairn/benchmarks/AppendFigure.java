package dev.cairn.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** What an append writes to the database: all rows, those of indexes and heads included. */
final class AppendFigure {
  private final StoreWorkload.Settings settings;
  private final CatalogBenchmark.Scale scale;
  private final PrintStream out;

  AppendFigure(StoreWorkload.Settings settings, CatalogBenchmark.Scale scale, PrintStream out) {
    this.settings = settings;
    this.scale = scale;
    this.out = out;
  }

  /** A table that is appended to. */
  private static final class Appended {
    private final CatalogWorkload workload;
    private final TableIdentifier name;
    private final SnapshotHistory history;
    private final int before;
    private int snapshots;
    private long bytes;
    private long worst;
    private long rows;
    private long cpu;

    Appended(CatalogWorkload workload, TableIdentifier name, int snapshots) {
      this.workload = workload;
      this.name = name;
      this.before = snapshots;
      this.snapshots = snapshots;
      this.history = workload.register(name, snapshots);
    }

    void append() {
      var commit = history.append(name, ++snapshots);
      long bytesBefore = workload.rows().bytes();
      long rowsBefore = workload.rows().rows();
      long cpuBefore = Cpu.thisThread();
      var unused = workload.catalog().tables().commit(commit);
      cpu += Cpu.thisThread() - cpuBefore;
      long written = workload.rows().bytes() - bytesBefore;
      bytes += written;
      worst = Math.max(worst, written);
      rows += workload.rows().rows() - rowsBefore;
    }

    double mean() {
      return (double) bytes / (snapshots - before);
    }

    String row() {
      int count = snapshots - before;
      return "| %,d | %,.0f | %,d | %.2f | %,.0f |"
          .formatted(before, mean(), worst, (double) rows / count, cpu / 1e3 / count);
    }
  }

  void run() {
    Namespace namespace = Namespace.of("appends");
    try (CatalogWorkload workload = new CatalogWorkload(settings, 0)) {
      workload.createNamespace(namespace);
      List<Appended> tables = new ArrayList<>();
      for (int snapshots : scale.snapshots()) {
        tables.add(
            new Appended(workload, TableIdentifier.of(namespace, "t" + snapshots), snapshots));
      }
      for (int i = 0; i < scale.appends(); i++) {
        tables.forEach(Appended::append);
      }
      out.printf("%nAppends to tables, %s%n", settings.values());
      out.println("| snapshots | bytes, mean | bytes, worst | rows | CPU us, file included |");
      out.println("|---:|---:|---:|---:|---:|");
      tables.forEach(table -> out.println(table.row()));
      out.printf(
          "bytes of an append, ratio of the means: %.2f%n",
          tables.get(tables.size() - 1).mean() / tables.get(0).mean());
    }
  }
}
