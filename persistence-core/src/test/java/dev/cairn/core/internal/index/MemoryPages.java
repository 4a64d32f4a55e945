package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Pages in memory, a cache that can be cleared, and counts of what was asked for. */
final class MemoryPages implements PageSource, PageCache {
  final Map<Long, Bytes> stored = new HashMap<>();
  final Map<Long, Page> cached = new HashMap<>();
  final Set<Long> fetched = new HashSet<>();
  final Pages pages = new Pages(this, this);
  int fetches;
  private long lastId;

  LongSupplier ids() {
    return () -> ++lastId;
  }

  /** Spills, stores the pages and reads the roots back as another process would. */
  IndexSet store(IndexSet indexes, IndexLimits limits) {
    IndexSet.Spilled spilled = indexes.spill(ids());
    for (IndexPage page : spilled.pages()) {
      if (stored.put(page.id(), page.bytes()) != null) {
        throw new AssertionError("page " + page.id() + " was written twice");
      }
    }
    return IndexSet.open(spilled.indexes().roots(), pages, limits);
  }

  /** Deletes every page that none of these heads can reach. */
  void collect(Collection<SortedMap<String, Bytes>> heads) {
    Set<Long> marked = reachable(heads);
    stored.keySet().retainAll(marked);
    cached.keySet().retainAll(marked);
  }

  /** The pages that these heads need. */
  Set<Long> reachable(Collection<SortedMap<String, Bytes>> heads) {
    Set<Long> marked = new HashSet<>();
    heads.forEach(head -> head.values().forEach(root -> mark(IndexNode.ofRoot(root), marked)));
    return marked;
  }

  private void mark(IndexNode node, Set<Long> marked) {
    for (long id : node.pages()) {
      if (marked.add(id)) {
        mark(IndexNode.ofPage(id, stored.get(id)), marked);
      }
    }
  }

  void forget() {
    cached.clear();
    fetched.clear();
    fetches = 0;
  }

  @Override
  public Map<Long, Bytes> fetch(Collection<Long> ids) {
    fetches++;
    fetched.addAll(ids);
    Map<Long, Bytes> found = new HashMap<>();
    for (Long id : ids) {
      Bytes bytes = stored.get(id);
      if (bytes != null) {
        found.put(id, bytes);
      }
    }
    return found;
  }

  @Override
  public @Nullable Page get(long id) {
    return cached.get(id);
  }

  @Override
  public void put(long id, Page page) {
    cached.put(id, page);
  }

  @Override
  public void forget(long id) {
    cached.remove(id);
  }
}
