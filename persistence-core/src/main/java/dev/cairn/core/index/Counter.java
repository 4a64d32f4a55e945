package dev.cairn.core.index;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts keys. Where nothing is held back, above a page or below it, the number its parent has for
 * it is right, and the page is not even fetched; elsewhere leaves are asked for positions.
 */
final class Counter {
  private final Pages pages;

  Counter(Pages pages) {
    this.pages = pages;
  }

  long count(Root root, IndexRange range) {
    byte[] from = range.lower();
    byte[] to = range.upper();
    if (to != null && Arrays.compareUnsigned(from, to) >= 0) {
      return 0;
    }
    List<Entry> pending = Runs.slice(root.embedded(), from, to);
    if (root.height() == 0) {
      return new Segment(Block.EMPTY, pending, from, to).count();
    }
    boolean isWhole = from.length == 0 && to == null;
    return count(root.page(), root.height() - 1, pending, from, to, isWhole);
  }

  private long count(
      Child child,
      int level,
      List<Entry> pending,
      byte[] from,
      byte @Nullable [] to,
      boolean isWhole) {
    if (isWhole && pending.isEmpty() && child.buffered() == 0) {
      return child.entries();
    }
    Page page = pages.page(child.id(), level);
    if (level == 0) {
      return new Segment(page.block(), pending, from, to).count();
    }
    List<Child> below = page.children();
    long count = 0;
    for (int i = 0; i < below.size(); i++) {
      Child next = below.get(i);
      byte[] end = i + 1 < below.size() ? below.get(i + 1).pivot() : to;
      byte[] low = Walk.max(from, next.pivot());
      byte[] high = Walk.min(to, end);
      if (high != null && Arrays.compareUnsigned(low, high) >= 0) {
        continue;
      }
      List<Entry> changes =
          Runs.merge(Runs.slice(pending, low, high), Runs.slice(next.bufferBlock(), low, high));
      boolean isWholeChild =
          isWhole || (Arrays.equals(low, next.pivot()) && i + 1 < below.size() && isEnd(high, end));
      count += count(next, level - 1, changes, low, high, isWholeChild);
    }
    return count;
  }

  private static boolean isEnd(byte @Nullable [] high, byte @Nullable [] end) {
    return high != null && end != null && Arrays.equals(high, end);
  }
}
