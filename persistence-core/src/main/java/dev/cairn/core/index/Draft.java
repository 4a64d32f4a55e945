package dev.cairn.core.index;

import java.util.ArrayList;
import java.util.List;

/**
 * A node being rewritten: of any size, not yet cut into pages. Neighbours that became too small are
 * joined as drafts, so that no page is written only to be written again.
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
sealed interface Draft {
  /** The lower end of the keys it covers. */
  byte[] pivot();

  boolean isEmpty();

  /** This and the node to the right of it, of the same level, as one. */
  Draft join(Draft right);

  /** Entries without tombstones. */
  record Leaf(byte[] pivot, List<Entry> entries) implements Draft {
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
        Entry entry = entries.get(i);
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
