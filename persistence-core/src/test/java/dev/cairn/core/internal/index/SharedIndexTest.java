package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.internal.head.ObjectCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SharedIndexTest {
  private static final IndexLimits LIMITS = new IndexLimits(500, 1000, 100, 8);
  private static final int THREADS = 4;

  /**
   * Each round begins with an index that was not read before, so that all threads open its pages.
   */
  @Test
  void anyNumberOfThreadsReadsOneIndex() throws Exception {
    MemoryPages memory = new MemoryPages();
    TreeMap<Bytes, IndexChange<ObjectRef>> content = new TreeMap<>();
    for (int i = 0; i < 1000; i++) {
      Bytes key = Key.of("namespace" + i % 7, "table" + i);
      content.put(key, IndexChange.put(key, new ObjectRef(i % 2 == 0 ? "table" : "view", i)));
    }
    IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);
    Index<ObjectRef> whole = indexes.index("i", ValueSerializer.references());
    indexes = memory.store(indexes.with("i", whole.apply(content.values())), LIMITS);
    Map<Long, Bytes> stored = Map.copyOf(memory.stored);
    Bytes root = indexes.roots().get("i");

    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < 30; round++) {
        // Too small for all pages, so that some are forgotten while others read them.
        PageCache cache = new ObjectCache(40_000, Runnable::run).pages(Scope.SYSTEM);
        Pages pages =
            new Pages(
                ids -> {
                  Map<Long, Bytes> found = new TreeMap<>(stored);
                  found.keySet().retainAll(ids);
                  return found;
                },
                cache);
        Index<ObjectRef> shared = Index.open(root, pages, ValueSerializer.references());
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<Boolean>> results = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          results.add(
              threads.submit(
                  () -> {
                    start.await();
                    return readsAll(shared, content);
                  }));
        }
        for (Future<Boolean> result : results) {
          assertEquals(true, result.get());
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean readsAll(
      Index<ObjectRef> index, Map<Bytes, IndexChange<ObjectRef>> content) {
    for (IndexChange<ObjectRef> put : content.values()) {
      if (!index.get(put.key()).orElseThrow().equals(put.value())) {
        return false;
      }
    }
    return index.count(IndexRange.all()) == content.size();
  }
}
