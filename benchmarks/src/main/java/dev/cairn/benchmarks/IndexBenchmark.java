package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.index.Pages;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;

/**
 * Measures the cost of indexes for growing numbers of keys, and prints one row for each.
 *
 * <p>Arguments: numbers of keys, 1,000 to 1,000,000 if there are none. Everything is measured on
 * one thread; keys come in random order, one key a head. Rates and times are those of the best of
 * ten rounds, because other work on the machine disturbs the best one least.
 */
public final class IndexBenchmark {
  private static final String HEADER =
      "|      keys | load us/key | update us CPU | update bytes | of these head | rows/update "
          + "| fetched/update | get/s | open+get/s | list keys/s | bytes/key | pages | height |";

  private static final int ROUNDS = 10;

  private final IndexLimits limits;
  private final PrintStream out;
  private final double scale;

  /** {@code scale} shortens or lengthens every measurement. */
  IndexBenchmark(IndexLimits limits, PrintStream out, double scale) {
    this.limits = limits;
    this.out = out;
    this.scale = scale;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    List<Integer> sizes = new ArrayList<>();
    for (String arg : args) {
      sizes.add(Integer.parseInt(arg));
    }
    if (sizes.isEmpty()) {
      sizes.addAll(List.of(1_000, 10_000, 100_000, 1_000_000));
    }
    IndexBenchmark benchmark =
        new IndexBenchmark(IndexSettings.limits(), System.out, IndexSettings.scale());
    benchmark.run(sizes);
  }

  void run(List<Integer> sizes) {
    out.println(limits);
    out.println(HEADER);
    out.println("|---" + "|---:".repeat(12) + "|");
    // The first rounds only warm up the JVM and are not printed.
    measure(Math.min(20_000, sizes.get(0) * 20), false);
    for (int size : sizes) {
      measure(size, true);
    }
  }

  private void measure(int size, boolean print) {
    IndexWorkload workload = new IndexWorkload(size);
    PageFile file = new PageFile();
    Pages pages = new Pages(file, IndexSettings.cache(1L << 30, ForkJoinPool.commonPool()));
    HeadSequence line = new HeadSequence(pages, file, limits);

    long start = Cpu.thisThread();
    for (int i = 0; i < size; i++) {
      line.put(workload.key(i), workload.nextValue());
    }
    double load = (Cpu.thisThread() - start) / 1e3 / size;

    int updates = (int) Math.max(1000, 20_000 * scale);
    line.update(workload, ROUNDS * updates / 2);
    line.resetCounts();
    long fetchedBefore = file.fetched();
    double update = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      Bytes[] keys = workload.randomKeys(updates);
      long before = Cpu.thisThread() - line.storeNanos();
      for (Bytes key : keys) {
        line.put(key, workload.nextValue());
      }
      long nanos = Cpu.thisThread() - line.storeNanos() - before;
      update = Math.min(update, nanos / 1e3 / updates);
    }
    double bytes = (double) line.bytesWritten() / updates / ROUNDS;
    double head = (double) line.headBytes() / updates / ROUNDS;
    double rows = (double) line.rowsWritten() / updates / ROUNDS;

    double fetched = (double) (file.fetched() - fetchedBefore) / updates / ROUNDS;

    double gets = gets(line, workload);
    double opens = opens(line, workload);
    double listed = list(line, size);
    if (print) {
      out.printf(
          "| %,9d | %.1f | %.1f | %,.0f | %,.0f | %.3f | %.3f | %,.0f | %,.0f | %,.0f | %.1f | %,d | %d |%n",
          size,
          load,
          update,
          bytes,
          head,
          rows,
          fetched,
          gets,
          opens,
          listed,
          (double) line.storedBytes() / size,
          line.storedPages(),
          line.height());
    }
    file.close();
  }

  private double gets(HeadSequence line, IndexWorkload workload) {
    Index<ObjectRef> index = line.open();
    int count = (int) Math.max(1000, 200_000 * scale);
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Bytes[] keys = workload.randomKeys(count);
      long start = Cpu.thisThread();
      for (Bytes key : keys) {
        check(index.get(key).isPresent());
      }
      best = Math.max(best, count * 1e9 / (Cpu.thisThread() - start));
    }
    return best;
  }

  private double opens(HeadSequence line, IndexWorkload workload) {
    int count = (int) Math.max(1000, 200_000 * scale);
    TreeMap<String, Bytes> roots = new TreeMap<>(line.roots());
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Bytes[] keys = workload.randomKeys(count);
      long start = Cpu.thisThread();
      for (Bytes key : keys) {
        IndexSet indexes = IndexSet.open(roots, line.pages(), limits);
        Index<ObjectRef> index = indexes.index(HeadSequence.NAME, ValueSerializer.references());
        check(index.get(key).isPresent());
      }
      best = Math.max(best, count * 1e9 / (Cpu.thisThread() - start));
    }
    return best;
  }

  private double list(HeadSequence line, int size) {
    int times = (int) Math.max(1, 1_000_000 * scale / size);
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long listed = 0;
      long start = Cpu.thisThread();
      for (int i = 0; i < times; i++) {
        IndexCursor<ObjectRef> cursor = line.open().list(IndexRange.all());
        while (cursor.next()) {
          listed += cursor.key().length() > 0 && cursor.value().id() >= 0 ? 1 : 0;
        }
      }
      check(listed == (long) times * size);
      best = Math.max(best, listed * 1e9 / (Cpu.thisThread() - start));
    }
    return best;
  }

  private static void check(boolean condition) {
    if (!condition) {
      throw new IllegalStateException("the index has lost a key");
    }
  }
}
