package dev.cairn.core.internal.index;

import java.util.ArrayList;
import java.util.List;

/**
 * A node being rewritten: of any size, not yet split into pages. Neighbours that became too small
 * are merged as drafts, so that no page is written only to be rewritten.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
sealed interface Draft {
  /** The lower end of the keys it covers. */
  byte[] pivot();

  boolean isEmpty();

  /** This node merged with its right neighbour of the same level. */
  Draft join(Draft right);

  /** Entries without tombstones. */
  record Leaf(byte[] pivot, List<BlockEntry> entries) implements Draft {
    @Override
    public boolean isEmpty() {
      return entries.isEmpty();
    }

    @Override
    public Draft join(Draft right) {
      return new Leaf(pivot, concat(entries, ((Leaf) right).entries));
    }

    boolean isSmallerThan(int bytes) {
      long size = 0;
      byte[] before = {};
      for (int i = 0; i < entries.size(); i++) {
        BlockEntry entry = entries.get(i);
        size += BlockWriter.size(before, entry, i);
        if (size >= bytes) {
          return false;
        }
        before = entry.key();
      }
      return true;
    }
  }

  /** Children one level below {@code level}. */
  record Inner(byte[] pivot, int level, List<Child> children) implements Draft {
    @Override
    public boolean isEmpty() {
      return children.isEmpty();
    }

    @Override
    public Draft join(Draft right) {
      return new Inner(pivot, level, concat(children, ((Inner) right).children));
    }
  }

  private static <T> List<T> concat(List<T> left, List<T> right) {
    List<T> both = new ArrayList<>(left.size() + right.size());
    both.addAll(left);
    both.addAll(right);
    return both;
  }
}
