package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the keys whose values differ between two states of an index, in ascending order.
 *
 * <p>A page that both states have has the same content in both. Only keys in other pages, and
 * changes buffered in those, can therefore differ; where only one state has such a key there, it is
 * looked up in the other. The work grows with what changed, not with the size of the index.
 */
final class DiffCursor<V> implements IndexDiff<V> {
  private final Index<V> older;
  private final Index<V> newer;
  private final MergeCursor left;
  private final MergeCursor right;
  private @Nullable BlockEntry leftEntry;
  private @Nullable BlockEntry rightEntry;
  private boolean found;
  private byte[] key = {};
  private @Nullable RawValue before;
  private @Nullable RawValue after;

  private DiffCursor(Index<V> older, Index<V> newer, MergeCursor left, MergeCursor right) {
    this.older = older;
    this.newer = newer;
    this.left = left;
    this.right = right;
    this.leftEntry = left.next();
    this.rightEntry = right.next();
  }

  static <V> DiffCursor<V> between(Index<V> older, Index<V> newer, Pages pages) {
    Set<Long> shared = shared(older.rawRoot(), newer.rawRoot(), pages);
    return new DiffCursor<>(
        older, newer, cursor(older, pages, shared), cursor(newer, pages, shared));
  }

  private static MergeCursor cursor(Index<?> index, Pages pages, Set<Long> shared) {
    return new MergeCursor(
        new LeafWalk(pages, index.rawRoot(), IndexRange.all(), shared::contains), false, true);
  }

  /** The topmost pages that both states have; one fetch for each level. */
  private static Set<Long> shared(Root older, Root newer, Pages pages) {
    Set<Long> shared = new HashSet<>();
    Set<Long> left = new HashSet<>();
    Set<Long> right = new HashSet<>();
    for (int level = Math.max(older.height(), newer.height()) - 1; level >= 0; level--) {
      left = below(left, level + 1, pages);
      right = below(right, level + 1, pages);
      if (older.height() - 1 == level) {
        left.add(older.id());
      }
      if (newer.height() - 1 == level) {
        right.add(newer.id());
      }
      Set<Long> both = new HashSet<>(left);
      both.retainAll(right);
      left.removeAll(both);
      right.removeAll(both);
      shared.addAll(both);
    }
    return shared;
  }

  private static Set<Long> below(Set<Long> ids, int level, Pages pages) {
    Set<Long> below = new HashSet<>();
    if (!ids.isEmpty()) {
      for (Page page : pages.pages(new ArrayList<>(ids), level)) {
        page.children().forEach(child -> below.add(child.id()));
      }
    }
    return below;
  }

  @Override
  public boolean next() {
    found = false;
    while (!found && (leftEntry != null || rightEntry != null)) {
      readNext(leftEntry, rightEntry);
      found = !Objects.equals(before, after);
    }
    return found;
  }

  /**
   * Reads the smaller of two keys, or the key of both, and moves past it only at the end: fetching
   * a page may fail, and a caller that tries again must not miss a key.
   */
  private void readNext(@Nullable BlockEntry oldEntry, @Nullable BlockEntry newEntry) {
    int order = order(oldEntry, newEntry);
    if (oldEntry != null && order <= 0) {
      key = oldEntry.key();
      before = visible(oldEntry.value());
      after = newEntry != null && order == 0 ? visible(newEntry.value()) : newer.find(key);
    } else if (newEntry != null) {
      key = newEntry.key();
      before = older.find(key);
      after = visible(newEntry.value());
    }
    BlockEntry nextLeft = order <= 0 ? left.next() : oldEntry;
    // If this fails, the key is still on the right, and its older value is looked up next time.
    leftEntry = nextLeft;
    rightEntry = order >= 0 ? right.next() : newEntry;
  }

  private static int order(@Nullable BlockEntry oldEntry, @Nullable BlockEntry newEntry) {
    if (oldEntry == null || newEntry == null) {
      return oldEntry == null ? 1 : -1;
    }
    return Arrays.compareUnsigned(oldEntry.key(), newEntry.key());
  }

  private static @Nullable RawValue visible(RawValue value) {
    return value.isTombstone() ? null : value;
  }

  @Override
  public Bytes key() {
    checkFound();
    return Bytes.wrap(key);
  }

  @Override
  public Optional<V> before() {
    checkFound();
    RawValue value = before;
    return value == null ? Optional.empty() : Optional.of(older.read(value));
  }

  @Override
  public Optional<V> after() {
    checkFound();
    RawValue value = after;
    return value == null ? Optional.empty() : Optional.of(newer.read(value));
  }

  private void checkFound() {
    if (!found) {
      throw new IllegalStateException("a diff has a key only after next() returned true");
    }
  }
}
