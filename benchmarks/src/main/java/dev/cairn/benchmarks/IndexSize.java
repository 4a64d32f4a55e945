package dev.cairn.benchmarks;

import dev.cairn.api.ObjectRef;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.Pages;
import java.util.ArrayList;
import java.util.List;

/** The size of an index: all its pages and its part of a head. */
public final class IndexSize {
  private static final long CACHE_BYTES = 256 << 20;

  private IndexSize() {}

  /** The bytes of an index after these keys were put, a number of them by each head. */
  public static long of(List<Integer> numbers, int keysPerHead) {
    IndexWorkload workload = new IndexWorkload(Math.max(1, numbers.size()));
    try (PageFile file = new PageFile()) {
      Pages pages = new Pages(file, IndexSettings.cache(CACHE_BYTES, Runnable::run));
      HeadSequence line = new HeadSequence(pages, file, IndexLimits.DEFAULT);
      for (int from = 0; from < numbers.size(); from += keysPerHead) {
        List<IndexChange<ObjectRef>> changes = new ArrayList<>();
        for (int number : numbers.subList(from, Math.min(numbers.size(), from + keysPerHead))) {
          changes.add(IndexChange.put(workload.key(number), workload.nextValue()));
        }
        line.apply(changes);
      }
      return line.storedBytes();
    }
  }
}
