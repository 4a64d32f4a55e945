package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.index.Pages;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * Loads, updates and lists more keys than fit into the heap. Pages are in a file, the cache has a
 * quarter of the heap.
 *
 * <p>Arguments: the number of keys, and {@code random} to load them one by one in random order or
 * {@code sorted} to load them in ascending order, {@value #AT_ONCE} with each head.
 */
public final class IndexMemoryBenchmark {
  private static final int NAMESPACES = 100;
  private static final int AT_ONCE = 1000;

  private final int size;
  private final PrintStream out;
  private final IndexWorkload workload;
  private final PageFile file = new PageFile();
  private final HeadSequence line;
  private long began = System.nanoTime();

  IndexMemoryBenchmark(int size, PrintStream out) {
    this.size = size;
    this.out = out;
    this.workload = new IndexWorkload(size);
    long cache = Runtime.getRuntime().maxMemory() / 4;
    Pages pages = new Pages(file, IndexSettings.cache(cache, Runnable::run));
    this.line = new HeadSequence(pages, file, IndexSettings.limits());
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    int size = Integer.parseInt(args[0]);
    new IndexMemoryBenchmark(size, System.out).run(args[1].equals("sorted"), 200_000);
  }

  void run(boolean sorted, int updates) {
    out.printf("heap %,d MB%n", Runtime.getRuntime().maxMemory() >> 20);
    if (sorted) {
      loadSorted();
    } else {
      for (int i = 0; i < size; i++) {
        line.put(workload.key(i), workload.nextValue());
      }
    }
    report("loaded", size);
    line.update(workload, updates);
    report("updated", updates);
    list();
    report("listed", size);
    out.printf("%.1f bytes/key%n", (double) line.storedBytes() / size);
    file.close();
  }

  private void report(String what, int count) {
    double seconds = (System.nanoTime() - began) / 1e9;
    out.printf("%s %,d keys in %.1f s, %,.0f/s%n", what, count, seconds, count / seconds);
    began = System.nanoTime();
  }

  private void list() {
    Index<ObjectRef> index = line.open();
    IndexCursor<ObjectRef> cursor = index.list(IndexRange.all());
    long listed = 0;
    Bytes before = Bytes.empty();
    while (cursor.next()) {
      if (before.compareTo(cursor.key()) >= 0) {
        throw new IllegalStateException("keys are out of order");
      }
      before = cursor.key();
      listed++;
    }
    if (listed != size || index.count(IndexRange.all()) != size) {
      throw new IllegalStateException("listed " + listed + " keys of " + size);
    }
  }

  /** Sorts one namespace at a time, because all keys would not fit into the heap. */
  private void loadSorted() {
    int[][] numbers = new int[NAMESPACES][size / NAMESPACES * 2 + 100];
    int[] counts = new int[NAMESPACES];
    for (int i = 0; i < size; i++) {
      int namespace = IndexWorkload.namespace(i);
      numbers[namespace][counts[namespace]++] = i;
    }
    for (int namespace = 0; namespace < NAMESPACES; namespace++) {
      Bytes[] keys = new Bytes[counts[namespace]];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = workload.key(numbers[namespace][i]);
      }
      Arrays.sort(keys);
      for (int from = 0; from < keys.length; from += AT_ONCE) {
        line.apply(
            Arrays.stream(keys, from, Math.min(keys.length, from + AT_ONCE))
                .map(key -> IndexChange.put(key, workload.nextValue()))
                .toList());
      }
    }
  }
}
