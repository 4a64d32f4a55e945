package dev.cairn.core.internal.index;

import dev.cairn.api.index.IndexRange;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the keys of a range. Where no change is buffered above or below a page, the number in its
 * parent is exact, and the page is not fetched; elsewhere positions in leaves are counted.
 */
final class RangeCounter {
  private final Pages pages;

  RangeCounter(Pages pages) {
    this.pages = pages;
  }

  long count(Root root, IndexRange range) {
    byte[] from = range.lower().toByteArray();
    byte[] to = Runs.bytesOrNull(range.upper());
    if (to != null && Arrays.compareUnsigned(from, to) >= 0) {
      return 0;
    }
    List<BlockEntry> pending = Runs.slice(root.embedded(), from, to);
    if (root.height() == 0) {
      return new Segment(Block.EMPTY, pending, from, to).count();
    }
    return count(
        root.page(), root.height() - 1, pending, new Part(from, to, from.length == 0, to == null));
  }

  /** The part of a range that a page covers, and whether it excludes keys at either side. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(byte[] from, byte @Nullable [] to, boolean fromStart, boolean toEnd) {
    /** The part of this that a child covers; null if none. */
    @Nullable Part of(List<Child> children, int position) {
      boolean isFirst = position == 0;
      boolean isLast = position == children.size() - 1;
      byte[] start = children.get(position).pivot();
      byte[] end = isLast ? null : children.get(position + 1).pivot();
      byte[] low = LeafWalk.max(from, start);
      byte[] high = LeafWalk.min(to, end);
      if (high != null && Arrays.compareUnsigned(low, high) >= 0) {
        return null;
      }
      return new Part(
          low,
          high,
          isFirst ? fromStart : Arrays.equals(low, start),
          isLast ? toEnd : Arrays.equals(high, end));
    }
  }

  private long count(Child child, int level, List<BlockEntry> pending, Part part) {
    boolean isWhole = part.fromStart() && part.toEnd();
    if (isWhole && pending.isEmpty() && child.buffered() == 0) {
      return child.entries();
    }
    Page page = pages.page(child.id(), level);
    if (level == 0) {
      return new Segment(page.block(), pending, part.from(), part.to()).count();
    }
    List<Child> below = page.children();
    long count = 0;
    for (int i = 0; i < below.size(); i++) {
      Part childPart = part.of(below, i);
      if (childPart != null) {
        byte[] from = childPart.from();
        byte[] to = childPart.to();
        Block buffer = below.get(i).bufferBlock();
        List<BlockEntry> changes =
            Runs.merge(Runs.slice(pending, from, to), Runs.slice(buffer, from, to));
        count += count(below.get(i), level - 1, changes, childPart);
      }
    }
    return count;
  }
}
