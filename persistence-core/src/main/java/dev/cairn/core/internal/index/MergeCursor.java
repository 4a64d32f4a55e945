package dev.cairn.core.internal.index;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cursor over the entries of a {@link LeafWalk}, the newest of each key. */
final class MergeCursor {
  private final LeafWalk walk;
  private final boolean descending;
  private final boolean withTombstones;

  private @Nullable Segment current;
  private List<BlockEntry> leaf = List.of();
  private int leafFirst;
  private int leafEnd;
  private List<BlockEntry> pending = List.of();
  private int pendingFirst;
  private int pendingEnd;

  MergeCursor(LeafWalk walk, boolean descending, boolean withTombstones) {
    this.walk = walk;
    this.descending = descending;
    this.withTombstones = withTombstones;
  }

  /** The next entry, or null at the end. */
  @Nullable BlockEntry next() {
    while (true) {
      BlockEntry entry = pendingFirst < pendingEnd ? merged() : fromLeaf();
      if (entry == null) {
        if (!nextSegment()) {
          return null;
        }
      } else if (withTombstones || !entry.value().isTombstone()) {
        return entry;
      }
    }
  }

  private @Nullable BlockEntry fromLeaf() {
    if (leafFirst >= leafEnd) {
      return null;
    }
    return leaf.get(descending ? --leafEnd : leafFirst++);
  }

  private BlockEntry merged() {
    BlockEntry change = pending.get(descending ? pendingEnd - 1 : pendingFirst);
    if (leafFirst < leafEnd) {
      BlockEntry stored = leaf.get(descending ? leafEnd - 1 : leafFirst);
      int order = Arrays.compareUnsigned(stored.key(), change.key());
      if (descending ? order > 0 : order < 0) {
        advanceLeaf();
        return stored;
      }
      if (order == 0) {
        advanceLeaf();
      }
    }
    if (descending) {
      pendingEnd--;
    } else {
      pendingFirst++;
    }
    return change;
  }

  private void advanceLeaf() {
    if (descending) {
      leafEnd--;
    } else {
      leafFirst++;
    }
  }

  private boolean nextSegment() {
    Segment segment = walk.next();
    if (segment == null) {
      return false;
    }
    leaf = new Runs.BlockEntries(segment.leaf());
    leafFirst = segment.firstInLeaf();
    leafEnd = segment.endInLeaf();
    pending = segment.pending();
    pendingFirst = 0;
    pendingEnd = pending.size();
    current = segment;
    return true;
  }

  /** Skips all keys before {@code from} and from {@code to} on. */
  void narrow(byte[] from, byte @Nullable [] to) {
    walk.narrow(from, to);
    Segment segment = current;
    if (segment == null) {
      return;
    }
    if (from.length > 0) {
      leafFirst = Math.max(leafFirst, segment.leaf().rank(from));
      pendingFirst = Math.max(pendingFirst, Runs.rank(pending, from));
    }
    if (to != null) {
      leafEnd = Math.min(leafEnd, segment.leaf().rank(to));
      pendingEnd = Math.min(pendingEnd, Runs.rank(pending, to));
    }
  }
}
