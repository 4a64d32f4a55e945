package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Splits drafts into pages of about the same size, encodes them and gives them IDs. */
final class PageEncoder {
  private final IndexLimits limits;
  private final LongSupplier ids;
  private final Map<Long, byte[]> made = new LinkedHashMap<>();
  private final Sink scratch = new Sink(1 << 12);

  PageEncoder(IndexLimits limits, LongSupplier ids) {
    this.limits = limits;
    this.ids = ids;
  }

  /** The pages that were written and not taken back. */
  Map<Long, byte[]> made() {
    return made;
  }

  /** Hands over all pages made so far. */
  void drain(Consumer<IndexPage> sink) {
    made.forEach((id, bytes) -> sink.accept(new IndexPage(id, Bytes.wrap(bytes))));
    made.clear();
  }

  /**
   * Takes back a new page that is about to be rewritten before it was stored; null if the page is
   * not new.
   */
  @Nullable Page takeBack(long id) {
    byte[] bytes = made.remove(id);
    return bytes == null ? null : Page.ofWritten(bytes);
  }

  /** The pages that replace a draft, in order; none if it is empty. */
  List<Child> write(Draft draft) {
    if (draft.isEmpty()) {
      return List.of();
    }
    return draft instanceof Draft.Inner inner ? writeInner(inner) : writeLeaf((Draft.Leaf) draft);
  }

  private List<Child> writeLeaf(Draft.Leaf leaf) {
    List<BlockEntry> entries = leaf.entries();
    byte[] block = writeBlock(entries);
    if (block.length <= limits.leafBytes() || entries.size() == 1) {
      return List.of(writeLeaf(leaf.pivot(), block, entries.size()));
    }
    List<Child> written = new ArrayList<>();
    byte[] pivot = leaf.pivot();
    int from = 0;
    for (int to : cuts(entries, block.length)) {
      List<BlockEntry> part = entries.subList(from, to);
      byte[] partBlock = writeBlock(part);
      written.add(writeLeaf(pivot, partBlock, part.size()));
      if (to < entries.size()) {
        pivot = separator(entries.get(to - 1).key(), entries.get(to).key());
      }
      from = to;
    }
    return written;
  }

  /** A block of the changes buffered for a child. */
  byte[] writeBuffer(List<BlockEntry> entries) {
    return BlockWriter.write(entries, IndexLimits.INNER_RESTART_INTERVAL, scratch);
  }

  private byte[] writeBlock(List<BlockEntry> entries) {
    return BlockWriter.write(entries, IndexLimits.RESTART_INTERVAL, scratch);
  }

  /**
   * Where to split into pages of about the same size: three quarters full, or half full if only
   * two.
   */
  private List<Integer> cuts(List<BlockEntry> entries, int bytes) {
    int parts = Math.max(2, parts(bytes, limits.leafBytes()));
    long perPart = Math.min(bytes, estimate(entries)) / parts;
    List<Integer> cuts = new ArrayList<>();
    long size = 0;
    int first = 0;
    byte[] before = entries.get(0).key();
    for (int i = 0; i < entries.size(); i++) {
      int more = BlockWriter.size(before, entries.get(i), i - first);
      if (size > 0 && size + more / 2 > perPart) {
        cuts.add(i);
        first = i;
        size = 0;
      }
      size += more;
      before = entries.get(i).key();
    }
    cuts.add(entries.size());
    return cuts;
  }

  /** The sum of the sizes of all entries, which approximates the size of their block. */
  private static long estimate(List<BlockEntry> entries) {
    long size = 0;
    byte[] before = entries.get(0).key();
    for (int i = 0; i < entries.size(); i++) {
      size += BlockWriter.size(before, entries.get(i), i);
      before = entries.get(i).key();
    }
    return size;
  }

  /** The shortest key that is after {@code left} and not after {@code right}. */
  static byte[] separator(byte[] left, byte[] right) {
    return Arrays.copyOf(right, BlockWriter.commonPrefix(left, right) + 1);
  }

  private Child writeLeaf(byte[] pivot, byte[] block, int entries) {
    long id = ids.getAsLong();
    made.put(id, Page.writeLeaf(id, block));
    return new Child(pivot, id, entries, 0, Child.NO_BUFFER);
  }

  private List<Child> writeInner(Draft.Inner inner) {
    List<Child> children = inner.children();
    int size = children.size();
    long pivots = children.stream().mapToLong(child -> child.pivot().length + 24L).sum();
    int parts = 1;
    if (size > limits.fanout()) {
      parts = Math.max(2, parts(size, limits.fanout()));
    }
    if (pivots > limits.leafBytes()) {
      parts = Math.max(parts, parts(pivots, limits.leafBytes()));
    }
    parts = Math.max(1, Math.min(parts, size / 2));
    List<Child> written = new ArrayList<>(parts);
    for (int i = 0; i < parts; i++) {
      int from = (int) ((long) size * i / parts);
      int to = (int) ((long) size * (i + 1) / parts);
      byte[] pivot = i == 0 ? inner.pivot() : children.get(from).pivot();
      written.add(writeInner(pivot, inner.level(), children.subList(from, to)));
    }
    return written;
  }

  private Child writeInner(byte[] pivot, int level, List<Child> children) {
    long id = ids.getAsLong();
    made.put(id, Page.writeInner(id, level, children));
    long entries = 0;
    long buffered = 0;
    for (Child child : children) {
      entries += child.entries();
      buffered += child.buffered() + child.bufferBlock().count();
    }
    return new Child(pivot, id, entries, buffered, Child.NO_BUFFER);
  }

  /** How many parts of three quarters of {@code limit} a size needs. */
  private static int parts(long size, int limit) {
    long three = limit * 3L;
    return (int) ((size * 4 + three - 1) / three);
  }
}
