package dev.cairn.benchmarks;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** Commits of one thread, of several to different tables, and of several to one table. */
final class WriterFigure {
  private static final int THREADS = 16;
  private static final Namespace NAMESPACE = Namespace.of("writers");

  private final CatalogBenchmark.Scale scale;
  private final PrintStream out;

  WriterFigure(CatalogBenchmark.Scale scale, PrintStream out) {
    this.scale = scale;
    this.out = out;
  }

  /** Threads that commit to tables. */
  private final class Writers {
    private final CatalogWorkload workload;
    private final int threads;
    private final IntFunction<TableIdentifier> tables;
    private final Rounds rounds = new Rounds();
    private final AtomicLong value = new AtomicLong();
    private long commits;
    private long failures;
    private long files;
    private long nanos;
    private long fileNanos;
    private long commitNanos;

    Writers(CatalogWorkload workload, int threads, IntFunction<TableIdentifier> tables) {
      this.workload = workload;
      this.threads = threads;
      this.tables = tables;
    }

    Rounds.Round round(boolean isMeasured) {
      AtomicLong done = new AtomicLong();
      AtomicLong failed = new AtomicLong();
      AtomicLong spent = new AtomicLong();
      long filesBefore = workload.files().count();
      long fileNanosBefore = workload.files().nanos();
      long commitNanosBefore = workload.commitNanos();
      long begun = System.nanoTime();
      long end = begun + (long) (scale.seconds() * 1e9);
      TimedThreads.each(
          threads,
          thread -> {
            long start = System.nanoTime();
            do {
              try {
                workload.setProperty(tables.apply(thread), "" + value.incrementAndGet());
                done.incrementAndGet();
              } catch (RuntimeException e) {
                failed.incrementAndGet();
              }
            } while (System.nanoTime() < end);
            spent.addAndGet(System.nanoTime() - start);
          });
      if (isMeasured) {
        commits += done.get();
        failures += failed.get();
        nanos += spent.get();
        files += workload.files().count() - filesBefore;
        fileNanos += workload.files().nanos() - fileNanosBefore;
        commitNanos += workload.commitNanos() - commitNanosBefore;
      }
      return new Rounds.Round(done.get() * 1e9 / (System.nanoTime() - begun), 0, 0);
    }

    String row(String what) {
      double total = nanos / 100.0;
      return "| %s | %,.0f | %,.0f | %,d | %d | %.3f | %.0f%% | %.0f%% | %.0f%% |"
          .formatted(
              what,
              rounds.median(),
              rounds.best(),
              commits,
              failures,
              (double) files / commits,
              fileNanos / total,
              (nanos - fileNanos - commitNanos) / total,
              commitNanos / total);
    }
  }

  void run(String name, Supplier<CatalogWorkload> opening) {
    try (CatalogWorkload workload = opening.get()) {
      workload.createNamespace(NAMESPACE);
      for (int i = 0; i <= THREADS; i++) {
        workload.createTable(table(i));
      }
      Writers one = new Writers(workload, 1, thread -> table(THREADS));
      Writers different = new Writers(workload, THREADS, WriterFigure::table);
      Writers same = new Writers(workload, THREADS, thread -> table(THREADS));
      WarmUp.until(() -> different.round(false));
      for (int i = 0; i < scale.rounds(); i++) {
        one.rounds.add(one.round(true));
        different.rounds.add(different.round(true));
        same.rounds.add(same.round(true));
      }
      out.printf("%nProperty changes, %s%n", name);
      out.println(
          "| | per second, median | best | commits | failures | files per commit | files | state | commit |");
      out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
      out.println(one.row("1 thread"));
      out.println(different.row(THREADS + " threads, a table each"));
      out.println(same.row(THREADS + " threads, one table"));
      out.printf(
          "to one thread, medians: a table each %.1f, one table %.2f%n",
          different.rounds.median() / one.rounds.median(),
          same.rounds.median() / one.rounds.median());
    }
  }

  private static TableIdentifier table(int number) {
    return TableIdentifier.of(NAMESPACE, "table_" + number);
  }
}
