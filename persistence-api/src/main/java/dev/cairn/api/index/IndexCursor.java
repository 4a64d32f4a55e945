package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import java.util.function.Consumer;

/**
 * Goes through the keys of a range:
 *
 * <pre>{@code
 * IndexCursor<ObjectRef> tables = index.list(IndexRange.prefix(Key.of("warehouse", "sales")));
 * while (tables.next()) {
 *   use(tables.key(), tables.value());
 * }
 * }</pre>
 *
 * <p>The index does not change, so neither does what a cursor finds. A cursor belongs to one
 * thread.
 */
public interface IndexCursor<V> {
  /** Moves to the next key; false if there is none. */
  boolean next();

  /** The key that {@link #next} found. */
  Bytes key();

  /** The value of the key that {@link #next} found. */
  V value();

  /**
   * Leaves out what is left of the keys that begin with {@code prefix}, without walking them, and
   * all that would come before them. To list one level of a hierarchy, look at the first key of
   * each {@link Key#firstElements group} and skip the rest of the group.
   */
  void skipPast(Bytes prefix);

  /**
   * Leaves out all keys before {@code key}, or after it if the direction is descending, without
   * walking them; never goes back.
   */
  void seek(Bytes key);

  /** Hands all keys that are left to {@code action}. */
  default void forEachRemaining(Consumer<IndexEntry<V>> action) {
    while (next()) {
      action.accept(new IndexEntry<>(key(), value()));
    }
  }
}
