package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexPage;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.index.Page;
import dev.cairn.core.internal.index.PageCache;
import dev.cairn.core.internal.index.Pages;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures how much of an update's cost is work, and how much is waiting for memory.
 *
 * <p>States of an index do not change, so the same updates can be repeated from the same head. This
 * program records updates in short stretches and repeats them in two ways: all stretches one after
 * the other, so that pages have long left the processor's caches when they are needed again; and
 * each stretch several times in a row, so that they were just read. Counts verify that the work is
 * the same; only the location of the pages differs, so the difference in time is the cost of
 * memory, and the rest is work.
 *
 * <p>Arguments: numbers of keys, 1,000 and 1,000,000 if there are none. All pages are in the heap
 * and nothing is stored while time is taken. Times are processor time of the one thread; that of
 * the garbage collector is not in it.
 */
public final class IndexReplayBenchmark {
  private static final IndexLimits LIMITS = IndexLimits.DEFAULT;
  private static final int STRETCH = 200;
  private static final int ROUNDS = 7;
  private static final int TIMES = 3;

  private final PrintStream out;
  private final double scale;

  IndexReplayBenchmark(PrintStream out, double scale) {
    this.out = out;
    this.scale = scale;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    List<Integer> sizes = Arrays.stream(args).map(Integer::valueOf).toList();
    new IndexReplayBenchmark(System.out, IndexSettings.scale())
        .run(sizes.isEmpty() ? List.of(1_000, 1_000_000) : sizes);
  }

  void run(List<Integer> sizes) {
    out.println(
        "|      keys | us in order | of it spilling | us repeated | of it spilling | pages read "
            + "| pages written | page bytes | head bytes | bytes allocated "
            + "| TreeMap us in order | repeated |");
    out.println("|---" + "|---:".repeat(11) + "|");
    // Only warms up the JVM.
    new Line(Math.min(20_000, sizes.get(0) * 20)).measure();
    for (int size : sizes) {
      Line line = new Line(size);
      List<Cost> costs = line.measure();
      double updates = (double) line.stretches.size() * STRETCH;
      Cost inOrder = costs.get(0);
      Cost repeated = costs.get(1);
      Map<Bytes, ObjectRef> map = new TreeMap<>();
      IndexWorkload workload = new IndexWorkload(size);
      for (int i = 0; i < size; i++) {
        map.put(workload.key(i), workload.nextValue());
      }
      out.printf(
          "| %,9d | %.2f | %.2f | %.2f | %.2f | %.3f | %.3f | %,.0f | %,.0f | %,.0f | %.2f | %.2f |%n",
          size,
          inOrder.nanos / 1e3 / updates,
          inOrder.spillNanos / 1e3 / updates,
          repeated.nanos / 1e3 / updates / TIMES,
          repeated.spillNanos / 1e3 / updates / TIMES,
          inOrder.pagesRead / updates,
          inOrder.pagesWritten / updates,
          inOrder.pageBytes / updates,
          inOrder.headBytes / updates,
          inOrder.allocated / updates,
          treeMap(map, line, 0, 1),
          treeMap(map, line, 1, TIMES));
    }
  }

  /** The head a stretch of updates began with, and the updates. */
  private record Stretch(
      SortedMap<String, Bytes> roots, long lastId, List<IndexChange<ObjectRef>> changes) {}

  /** Sums over many updates. */
  private static final class Cost {
    long nanos;
    long spillNanos;
    long pagesRead;
    long pagesWritten;
    long pageBytes;
    long headBytes;
    long allocated;

    void checkSameWork(Cost other, int times) {
      if (pagesRead * times != other.pagesRead
          || pagesWritten * times != other.pagesWritten
          || pageBytes * times != other.pageBytes
          || headBytes * times != other.headBytes) {
        throw new IllegalStateException("the same updates were not the same work");
      }
    }
  }

  /** An index of some size, all its pages, and the updates recorded on it. */
  private final class Line implements PageCache {
    private final Map<Long, Page> known = new HashMap<>();
    private final List<Stretch> stretches = new ArrayList<>();
    private final Pages pages;
    private long lastId;
    private Cost cost = new Cost();

    Line(int size) {
      IndexWorkload workload = new IndexWorkload(size);
      PageFile file = new PageFile();
      this.pages = new Pages(file, this);
      HeadSequence line = new HeadSequence(pages, file, LIMITS);
      for (int i = 0; i < size; i++) {
        line.put(workload.key(i), workload.nextValue());
      }
      line.update(workload, (int) (300_000 * scale));
      this.lastId = line.nextId();
      SortedMap<String, Bytes> roots = line.roots();
      for (int i = 0; i < Math.max(2, 100 * scale); i++) {
        List<IndexChange<ObjectRef>> changes = new ArrayList<>();
        for (int k = 0; k < STRETCH; k++) {
          changes.add(IndexChange.put(workload.randomKey(), workload.nextValue()));
        }
        Stretch stretch = new Stretch(roots, lastId, changes);
        stretches.add(stretch);
        roots = replay(stretch);
      }
      // A fetch of a page during the measurement is an error.
      file.close();
    }

    @Override
    public @Nullable Page get(long id) {
      cost.pagesRead++;
      return known.get(id);
    }

    @Override
    public void put(long id, Page page) {
      known.put(id, page);
    }

    @Override
    public void forget(long id) {
      known.remove(id);
    }

    /** Repeats the updates; pages keep their IDs, so memory does not fill. */
    private SortedMap<String, Bytes> replay(Stretch stretch) {
      SortedMap<String, Bytes> roots = stretch.roots();
      lastId = stretch.lastId();
      for (IndexChange<ObjectRef> change : stretch.changes()) {
        IndexSet indexes = IndexSet.open(roots, pages, LIMITS);
        Index<ObjectRef> index = indexes.index(HeadSequence.NAME, ValueSerializer.references());
        IndexSet changed = indexes.with(HeadSequence.NAME, index.apply(List.of(change)));
        boolean isFull = size(changed.roots()) > LIMITS.embeddedBytes();
        long start = isFull ? Cpu.thisThread() : 0;
        IndexSet.Spilled spilled = changed.spill(() -> ++lastId);
        cost.spillNanos += isFull ? Cpu.thisThread() - start : 0;
        roots = spilled.indexes().roots();
        cost.headBytes += size(roots);
        cost.pagesWritten += spilled.pages().size();
        for (IndexPage page : spilled.pages()) {
          cost.pageBytes += page.bytes().length();
        }
      }
      return roots;
    }

    private int size(SortedMap<String, Bytes> roots) {
      return roots.values().stream().mapToInt(Bytes::length).sum();
    }

    /** The best round in order, and the best with all stretches repeated. */
    List<Cost> measure() {
      Cost bestInOrder = measure(0, 1);
      Cost bestRepeated = measure(1, TIMES);
      for (int round = 1; round < ROUNDS; round++) {
        Cost inOrder = measure(0, 1);
        Cost repeated = measure(1, TIMES);
        inOrder.checkSameWork(repeated, TIMES);
        bestInOrder = inOrder.nanos < bestInOrder.nanos ? inOrder : bestInOrder;
        bestRepeated = repeated.nanos < bestRepeated.nanos ? repeated : bestRepeated;
      }
      return List.of(bestInOrder, bestRepeated);
    }

    /** Repeats each stretch a number of times unmeasured, then once measured. */
    private Cost measure(int before, int times) {
      Cost sum = new Cost();
      for (Stretch stretch : stretches) {
        cost = new Cost();
        for (int i = 0; i < before; i++) {
          replay(stretch);
        }
        cost = sum;
        long allocated = Cpu.allocatedByThisThread();
        long start = Cpu.thisThread();
        for (int i = 0; i < times; i++) {
          replay(stretch);
        }
        sum.nanos += Cpu.thisThread() - start;
        sum.allocated += Cpu.allocatedByThisThread() - allocated;
      }
      return sum;
    }
  }

  /**
   * The same in a map of the same keys, in order or with each stretch repeated. A map waits for
   * memory at every step, so it shows the cost of that, and that repeating removes it.
   */
  private static double treeMap(Map<Bytes, ObjectRef> map, Line line, int before, int times) {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long nanos = 0;
      for (Stretch stretch : line.stretches) {
        putAll(map, stretch, before);
        long start = Cpu.thisThread();
        putAll(map, stretch, times);
        nanos += Cpu.thisThread() - start;
      }
      best = Math.min(best, nanos / 1e3 / times / STRETCH / line.stretches.size());
    }
    return best;
  }

  private static void putAll(Map<Bytes, ObjectRef> map, Stretch stretch, int times) {
    for (int i = 0; i < times; i++) {
      for (IndexChange<ObjectRef> change : stretch.changes()) {
        if (map.put(change.key(), Objects.requireNonNull(change.value())) == null) {
          throw new IllegalStateException("the map has lost a key");
        }
      }
    }
  }
}
