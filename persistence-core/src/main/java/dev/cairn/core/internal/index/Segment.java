package dev.cairn.core.internal.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leaf with its pending changes, for readers.
 *
 * @param leaf its entries
 * @param pending newer changes that have not reached it, all within its part of the range
 * @param from the lower end of the range, if it is inside the leaf
 * @param to the upper end, exclusive; null if it is not inside the leaf
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Segment(Block leaf, List<BlockEntry> pending, byte[] from, byte @Nullable [] to) {
  int firstInLeaf() {
    return from.length == 0 ? 0 : leaf.rank(from);
  }

  int endInLeaf() {
    return to == null ? leaf.count() : leaf.rank(to);
  }

  /** How many keys there are, counted without reading a value. */
  long count() {
    long count = Math.max(0, endInLeaf() - firstInLeaf());
    for (BlockEntry change : pending) {
      boolean inLeaf = Block.isExact(leaf.floor(change.key()));
      boolean removed = change.value().isTombstone();
      if (inLeaf && removed) {
        count--;
      } else if (!inLeaf && !removed) {
        count++;
      }
    }
    return count;
  }
}
