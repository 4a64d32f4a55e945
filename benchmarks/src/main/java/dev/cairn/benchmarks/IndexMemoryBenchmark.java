package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.index.CaffeinePageCache;
import dev.cairn.core.index.Index;
import dev.cairn.core.index.IndexLoader;
import dev.cairn.core.index.Pages;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * Loads, updates and lists more keys than fit into the heap. Pages are in a file, the cache has a
 * quarter of the heap.
 *
 * <p>Arguments: the number of keys, and {@code random} to load them one by one in random order or
 * {@code sorted} to import them with {@link IndexLoader}.
 */
public final class IndexMemoryBenchmark {
  private static final int NAMESPACES = 100;

  private final int size;
  private final PrintStream out;
  private final IndexWorkload workload;
  private final PageFile file = new PageFile();
  private final Pages pages;
  private final HeadLine line;
  private long began = System.nanoTime();

  IndexMemoryBenchmark(int size, PrintStream out) {
    this.size = size;
    this.out = out;
    this.workload = new IndexWorkload(size);
    long cache = Runtime.getRuntime().maxMemory() / 4;
    this.pages = new Pages(file, new CaffeinePageCache(cache, Runnable::run));
    this.line = new HeadLine(pages, file, IndexSettings.limits());
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    int size = Integer.parseInt(args[0]);
    new IndexMemoryBenchmark(size, System.out).run(args[1].equals("sorted"), 200_000);
  }

  void run(boolean sorted, int updates) {
    out.printf("heap %,d MB%n", Runtime.getRuntime().maxMemory() >> 20);
    if (sorted) {
      importSorted();
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

  /** Sorts one namespace at a time, as all keys at once would not fit into the heap. */
  private void importSorted() {
    int[][] numbers = new int[NAMESPACES][size / NAMESPACES * 2 + 100];
    int[] counts = new int[NAMESPACES];
    for (int i = 0; i < size; i++) {
      int namespace = IndexWorkload.namespace(i);
      numbers[namespace][counts[namespace]++] = i;
    }
    IndexLoader<ObjectRef> loader =
        new IndexLoader<>(
            pages, ValueSerializer.references(), IndexSettings.limits(), line::nextId, file::put);
    for (int namespace = 0; namespace < NAMESPACES; namespace++) {
      Bytes[] keys = new Bytes[counts[namespace]];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = workload.key(numbers[namespace][i]);
      }
      Arrays.sort(keys);
      for (Bytes key : keys) {
        loader.add(key, workload.nextValue());
      }
    }
    line.start(loader.finish());
  }
}
