package dev.cairn.core.index;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through the entries of a {@link Walk}, the newest of each key. */
final class MergeCursor {
  private final Walk walk;
  private final boolean descending;
  private final boolean withTombstones;

  private @Nullable Segment current;
  private List<Entry> leaf = List.of();
  private int leafFirst;
  private int leafEnd;
  private List<Entry> pending = List.of();
  private int pendingFirst;
  private int pendingEnd;

  MergeCursor(Walk walk, boolean descending, boolean withTombstones) {
    this.walk = walk;
    this.descending = descending;
    this.withTombstones = withTombstones;
  }

  /** The next entry, or null at the end. */
  @Nullable Entry next() {
    while (true) {
      Entry entry = pendingFirst < pendingEnd ? merged() : fromLeaf();
      if (entry == null) {
        if (!nextSegment()) {
          return null;
        }
      } else if (withTombstones || !entry.value().isTombstone()) {
        return entry;
      }
    }
  }

  private @Nullable Entry fromLeaf() {
    if (leafFirst >= leafEnd) {
      return null;
    }
    return leaf.get(descending ? --leafEnd : leafFirst++);
  }

  private Entry merged() {
    Entry change = pending.get(descending ? pendingEnd - 1 : pendingFirst);
    if (leafFirst < leafEnd) {
      Entry stored = leaf.get(descending ? leafEnd - 1 : leafFirst);
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

  /** Leaves out all keys before {@code from} and from {@code to} on. */
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
