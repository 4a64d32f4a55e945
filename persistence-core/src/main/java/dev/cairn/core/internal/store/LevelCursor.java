package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import java.util.Objects;
import java.util.Optional;

/**
 * Cursor over one level of a hierarchy: one item for all keys that share their first elements, and
 * one for each key with fewer elements. Descendants are skipped, not read.
 */
final class LevelCursor<V> implements PageReader.Items<IndexEntry<Optional<V>>> {
  private final IndexCursor<V> cursor;
  private final boolean descending;
  private final int level;
  private boolean isAhead;
  private boolean found;

  LevelCursor(IndexCursor<V> cursor, boolean descending, int level) {
    this.cursor = cursor;
    this.descending = descending;
    this.level = level;
  }

  /** The rest of {@code range} after the item {@code last}. */
  static IndexRange after(IndexRange range, Bytes last, int level) {
    // A key with fewer elements is its own item: the keys that begin with it belong to other items.
    return range.isDescending() || !Key.hasElements(last, level)
        ? range.resumeAfter(last)
        : range.from(Objects.requireNonNull(Key.afterPrefix(last), "a group ends with a zero"));
  }

  @Override
  public boolean next() {
    if (!isAhead) {
      found = cursor.next();
    }
    isAhead = false;
    return found;
  }

  @Override
  public IndexEntry<Optional<V>> take() {
    Bytes key = cursor.key();
    Bytes group = Key.firstElements(key, level);
    if (key.equals(group)) {
      IndexEntry<Optional<V>> item = new IndexEntry<>(group, Optional.of(cursor.value()));
      if (Key.hasElements(group, level)) {
        cursor.skipPast(group);
      }
      return item;
    }
    if (!descending) {
      cursor.skipPast(group);
      return new IndexEntry<>(group, Optional.empty());
    }
    // Descending, the key of the group comes after its descendants; if there is none, the cursor is
    // at the next item already.
    cursor.seek(group);
    found = cursor.next();
    if (found && cursor.key().equals(group)) {
      return new IndexEntry<>(group, Optional.of(cursor.value()));
    }
    isAhead = true;
    return new IndexEntry<>(group, Optional.empty());
  }
}
