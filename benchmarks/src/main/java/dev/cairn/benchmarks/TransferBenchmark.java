package dev.cairn.benchmarks;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures check, export, import, copy and collection of a store, with their memory, and prints a
 * table.
 *
 * <p>The store has entities like those of {@link StoreBenchmark}, put by commits of 1,000; a second
 * store of the same kind receives what is exported. Arguments: the name of a backend, {@code
 * inmemory} if there is none, then settings as {@code key=value}. The system property {@code
 * cairn.bench.objects=…} sets the number of entities (default 1,000,000).
 *
 * <p>With {@code cairn.bench.collect=true} as a system property it collects instead, twice. Then
 * {@code cairn.commit.time-limit=PT1S cairn.idempotency.lifetime=PT1S cairn.idempotency.grace=PT1S
 * cairn.gc.grace=PT8S cairn.gc.retention=PT14S} make the heads and pages of the commits that filled
 * the store old enough when it begins, and {@code cairn.gc.deletes-per-second=1000000} removes the
 * rate limit.
 */
public final class TransferBenchmark {
  private final StoreWorkload.Settings source;
  private final StoreWorkload.Settings target;
  private final PrintStream out;

  TransferBenchmark(StoreWorkload.Settings source, StoreWorkload.Settings target, PrintStream out) {
    this.source = source;
    this.target = target;
    this.out = out;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) throws IOException {
    StoreWorkload.Settings settings = StoreWorkload.Settings.of(Arrays.asList(args));
    int objects = Integer.getInteger("cairn.bench.objects", 1_000_000);
    try (Scratch files = Scratch.create()) {
      new TransferBenchmark(settings, settings, System.out).run(objects, files.path());
    }
  }

  void run(int objects, Path files) {
    out.printf("from %s to %s%n", source, target);
    out.println("| what | objects | seconds | objects/s | MB/s | peak heap MB |");
    out.println("|---|---:|---:|---:|---:|---:|");
    try (StoreWorkload workload = new StoreWorkload(source, objects)) {
      if (Boolean.getBoolean("cairn.bench.collect")) {
        collect(workload.cairn());
        collect(workload.cairn());
      } else {
        transfer(workload.cairn(), files.resolve("export"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void transfer(Cairn source, Path file) throws IOException {
    for (int threads : new int[] {1, 2, 4}) {
      check(source, threads);
    }
    exportTo(source, file);
    inTarget(target -> importFrom(target, file));
    inTarget(target -> copy(source, target));
    out.printf("The file has %,d bytes.%n", Files.size(file));
    Files.delete(file);
  }

  private interface Use {
    void with(Cairn cairn);
  }

  private void inTarget(Use use) {
    Optional<Scratch> scratch = target.scratch();
    try (Cairn cairn =
        Cairn.open(
            scratch.map(target::in).orElse(target).configuration(),
            ObjectTypes.of(List.of()),
            EngineRuntime.system())) {
      use.with(cairn);
    } finally {
      scratch.ifPresent(Scratch::close);
    }
  }

  private void check(Cairn cairn, int threads) {
    HeapPeak peak = HeapPeak.begin();
    CheckReport report =
        cairn.checks().check(Checks.Options.ALL.withParallelism(threads), told -> {});
    if (!report.isClean()) {
      throw new IllegalStateException("the store is damaged: " + report.findings());
    }
    var totals = report.totals();
    long count = totals.heads() + totals.pages() + totals.objects();
    print("check, %d threads".formatted(threads), count, totals.bytes(), totals.elapsed(), peak);
  }

  private void collect(Cairn cairn) {
    HeapPeak peak = HeapPeak.begin();
    long start = System.nanoTime();
    CollectionReport report = cairn.maintenance().collect(told -> {});
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    var deleted = report.deletedInAll();
    print(
        "collect, %,d marked, %,d deleted".formatted(report.marked(), deleted.rows()),
        report.scanned(),
        deleted.bytes(),
        elapsed,
        peak);
  }

  private void exportTo(Cairn cairn, Path file) {
    HeapPeak peak = HeapPeak.begin();
    TransferReport report = cairn.transfers().exportTo(file, Optional.empty(), told -> {});
    print("export", report, report.elapsed(), peak);
  }

  private void importFrom(Cairn cairn, Path file) {
    Phases phases = new Phases();
    HeapPeak peak = HeapPeak.begin();
    TransferReport report = cairn.transfers().importFrom(file, Optional.empty(), phases::told);
    print("import" + phases, report, report.elapsed(), peak);
  }

  private void copy(Cairn from, Cairn to) {
    Phases phases = new Phases();
    HeapPeak peak = HeapPeak.begin();
    TransferReport report =
        from.transfers().copyTo(to.transfers(), Optional.empty(), Optional.empty(), phases::told);
    print("copy" + phases, report, report.elapsed(), peak);
  }

  /** When each reported phase began. */
  private static final class Phases {
    private final long start = System.nanoTime();
    private final Map<Transfers.Progress.Phase, Double> began =
        new EnumMap<>(Transfers.Progress.Phase.class);

    void told(Transfers.Progress progress) {
      began.putIfAbsent(progress.phase(), (System.nanoTime() - start) / 1e9);
    }

    @Override
    public String toString() {
      return began.entrySet().stream()
          .map(each -> "%s from %.1f s".formatted(each.getKey(), each.getValue()))
          .collect(Collectors.joining(", ", " (", ")"));
    }
  }

  private void print(String what, TransferReport report, Duration elapsed, HeapPeak peak) {
    ExportContents contents = report.contents();
    print(what, contents.objects(), contents.bytes(), elapsed, peak);
  }

  private void print(String what, long objects, long bytes, Duration elapsed, HeapPeak peak) {
    double seconds = elapsed.toNanos() / 1e9;
    out.printf(
        "| %s | %,d | %.1f | %,.0f | %.1f | %,d |%n",
        what, objects, seconds, objects / seconds, bytes / seconds / 1e6, peak.bytes() >> 20);
  }
}
