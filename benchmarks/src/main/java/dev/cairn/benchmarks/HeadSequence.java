package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexNode;
import dev.cairn.core.internal.index.IndexPage;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.index.Pages;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A sequence of heads, each made from the stored form of its predecessor. Counts what a database
 * would have to write; deletes unreachable pages without counting that.
 */
final class HeadSequence {
  static final String NAME = "tables";

  private final Pages pages;
  private final PageFile file;
  private final IndexLimits limits;
  private SortedMap<String, Bytes> roots = new TreeMap<>();
  private long lastId;
  private long pageBytes;
  private long headBytes;
  private long rows;
  private long written;
  private long storeNanos;

  HeadSequence(Pages pages, PageFile file, IndexLimits limits) {
    this.pages = pages;
    this.file = file;
    this.limits = limits;
  }

  Pages pages() {
    return pages;
  }

  SortedMap<String, Bytes> roots() {
    return roots;
  }

  Index<ObjectRef> open() {
    return IndexSet.open(roots, pages, limits).index(NAME, ValueSerializer.references());
  }

  long nextId() {
    return ++lastId;
  }

  void put(Bytes key, ObjectRef value) {
    apply(List.of(IndexChange.put(key, value)));
  }

  void apply(List<IndexChange<ObjectRef>> changes) {
    IndexSet indexes = IndexSet.open(roots, pages, limits);
    Index<ObjectRef> index = indexes.index(NAME, ValueSerializer.references()).apply(changes);
    IndexSet.Spilled spilled = indexes.with(NAME, index).spill(this::nextId);
    roots = new TreeMap<>(spilled.indexes().roots());
    if (IndexSettings.forgets()) {
      pages.forget(spilled.replaced());
    }
    headBytes += roots.values().stream().mapToInt(Bytes::length).sum();
    rows += 1 + spilled.pages().size();
    if (!spilled.pages().isEmpty()) {
      long start = Cpu.thisThread();
      store(spilled.pages());
      storeNanos += Cpu.thisThread() - start;
    }
  }

  private void store(List<IndexPage> made) {
    for (IndexPage page : made) {
      file.put(page);
      pageBytes += page.bytes().length();
      written += page.bytes().length();
    }
    if (written > file.liveBytes() + (64 << 20)) {
      collect();
    }
  }

  void update(IndexWorkload workload, int count) {
    for (int i = 0; i < count; i++) {
      put(workload.randomKey(), workload.nextValue());
    }
  }

  /** Deletes all pages that the current head does not need. */
  void collect() {
    Set<Long> marked = new HashSet<>();
    roots.values().forEach(root -> mark(IndexNode.ofRoot(root), marked));
    file.retain(marked);
    written = 0;
  }

  private void mark(IndexNode node, Set<Long> marked) {
    for (long id : node.pages()) {
      if (marked.add(id)) {
        mark(IndexNode.ofPage(id, file.get(id)), marked);
      }
    }
  }

  void resetCounts() {
    pageBytes = headBytes = rows = storeNanos = 0;
  }

  /** The processor time for storing pages, which is not the index's work. */
  long storeNanos() {
    return storeNanos;
  }

  long bytesWritten() {
    return pageBytes + headBytes;
  }

  long headBytes() {
    return headBytes;
  }

  long rowsWritten() {
    return rows;
  }

  long storedBytes() {
    collect();
    return file.liveBytes() + roots.values().stream().mapToInt(Bytes::length).sum();
  }

  int storedPages() {
    collect();
    return file.livePages();
  }

  /** How many levels of pages there are. */
  int height() {
    Bytes root = roots.get(NAME);
    return root == null ? 0 : root.get(1);
  }
}
