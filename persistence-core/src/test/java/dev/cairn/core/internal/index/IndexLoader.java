package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds an index from keys in ascending order: every page is written once, and only a few are in
 * memory.
 */
public final class IndexLoader<V> {
  private final Pages pages;
  private final ValueSerializer<V> serializer;
  private final IndexLimits limits;
  private final PageEncoder writer;
  private final Consumer<IndexPage> sink;

  private List<BlockEntry> entries = new ArrayList<>();
  private long entriesSize;
  private byte[] leafPivot = Page.LOWEST;
  private byte @Nullable [] lastKey;
  private final List<List<Child>> levels = new ArrayList<>();
  private boolean usable = true;

  /** Loads into pages that are handed to {@code sink} as they are complete. */
  public IndexLoader(
      Pages pages,
      ValueSerializer<V> serializer,
      IndexLimits limits,
      LongSupplier ids,
      Consumer<IndexPage> sink) {
    this.pages = pages;
    this.serializer = serializer;
    this.limits = limits;
    this.writer = new PageEncoder(limits, ids);
    this.sink = sink;
  }

  /**
   * Adds a key, which must come after all that were added before. After the sink has failed, it is
   * unknown what was stored, so the load must begin again with another loader.
   */
  public void add(Bytes key, V value) {
    checkUsable();
    byte[] raw = Key.checked(key);
    byte[] before = lastKey;
    if (before != null && Arrays.compareUnsigned(before, raw) >= 0) {
      throw new IllegalArgumentException(
          "keys must be loaded in ascending order; %s follows %s"
              .formatted(key, Bytes.wrap(before)));
    }
    BlockEntry entry = new BlockEntry(raw, Index.write(serializer, value));
    // One and a half pages become two of three quarters, so that none at the end is nearly empty.
    if (entriesSize > limits.leafBytes() * 3L / 2) {
      usable = false;
      writeLeaves();
      usable = true;
      leafPivot = before == null ? Page.LOWEST : PageEncoder.separator(before, raw);
    }
    entriesSize += BlockWriter.size(before == null ? Page.LOWEST : before, entry, entries.size());
    entries.add(entry);
    lastKey = raw;
  }

  private void checkUsable() {
    if (!usable) {
      throw new IllegalStateException("this loader has finished or failed; begin with another one");
    }
  }

  /** The index of all added keys. All its pages have been handed to the sink. */
  public Index<V> finish() {
    checkUsable();
    usable = false;
    writeLeaves();
    int level = 0;
    List<Child> top = level(0);
    while (top.size() > 1 || level + 1 < levels.size()) {
      level++;
      level(level).addAll(write(new Draft.Inner(top.get(0).pivot(), level, top)));
      top = level(level);
    }
    Root root = top.isEmpty() ? Root.EMPTY : Root.of(level + 1, top.get(0), List.of());
    return new Index<>(pages, serializer, root);
  }

  private void writeLeaves() {
    add(0, write(new Draft.Leaf(leafPivot, entries)));
    entries = new ArrayList<>();
    entriesSize = 0;
  }

  private void add(int level, List<Child> made) {
    List<Child> children = level(level);
    children.addAll(made);
    int full = Math.max(2, limits.fanout() * 3 / 4);
    if (children.size() >= 2 * full) {
      List<Child> first = new ArrayList<>(children.subList(0, full));
      children.subList(0, full).clear();
      add(level + 1, write(new Draft.Inner(first.get(0).pivot(), level + 1, first)));
    }
  }

  private List<Child> level(int level) {
    while (levels.size() <= level) {
      levels.add(new ArrayList<>());
    }
    return levels.get(level);
  }

  private List<Child> write(Draft draft) {
    List<Child> children = writer.write(draft);
    writer.drain(sink);
    return children;
  }
}
