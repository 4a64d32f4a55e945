package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import java.util.function.Consumer;

/**
 * A cursor over the keys of a range:
 *
 * <pre>{@code
 * IndexCursor<ObjectRef> tables = index.list(IndexRange.prefix(Key.of("warehouse", "sales")));
 * while (tables.next()) {
 *   use(tables.key(), tables.value());
 * }
 * }</pre>
 *
 * <p>A cursor reads an immutable state and belongs to one thread.
 */
public interface IndexCursor<V> {
  /** Moves to the next key; returns false at the end. */
  boolean next();

  /** The key that {@link #next} found. */
  Bytes key();

  /** The value of the key that {@link #next} found. */
  V value();

  /**
   * Skips the remaining keys that begin with {@code prefix}, and all keys before them, without
   * reading them. To list one level of a hierarchy, use the first key of each {@link
   * Key#firstElements group} and skip the rest of the group.
   */
  void skipPast(Bytes prefix);

  /**
   * Skips all keys before {@code key} (after it if the direction is descending) without reading
   * them. Never moves backwards.
   */
  void seek(Bytes key);

  /** Passes all remaining entries to {@code action}. */
  default void forEachRemaining(Consumer<IndexEntry<V>> action) {
    while (next()) {
      action.accept(new IndexEntry<>(key(), value()));
    }
  }
}
