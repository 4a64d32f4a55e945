package dev.cairn.benchmarks;

import dev.cairn.api.ObjectRef;
import dev.cairn.core.index.CaffeinePageCache;
import dev.cairn.core.index.IndexChange;
import dev.cairn.core.index.IndexLimits;
import dev.cairn.core.index.Pages;
import java.util.ArrayList;
import java.util.List;

/** How much room an index takes, all its pages and what a head holds of it. */
public final class IndexSize {
  private static final long CACHE_BYTES = 256 << 20;

  private IndexSize() {}

  /** The bytes of an index to which keys with these numbers were put, so many by each head. */
  public static long of(List<Integer> numbers, int keysPerHead) {
    IndexWorkload workload = new IndexWorkload(Math.max(1, numbers.size()));
    try (PageFile file = new PageFile()) {
      Pages pages = new Pages(file, new CaffeinePageCache(CACHE_BYTES, Runnable::run));
      HeadLine line = new HeadLine(pages, file, IndexLimits.DEFAULT);
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
