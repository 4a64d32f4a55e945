package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A read-only ordered map from keys to values.
 *
 * <p>Keys are compared as unsigned bytes; {@link Key} encodes names as keys. Reads fetch only the
 * pages they need.
 *
 * @param <V> the type of values, see {@link ValueSerializer}
 */
public interface IndexView<V> {
  /** The value of {@code key}. */
  Optional<V> get(Bytes key);

  /** Whether {@code key} has a value. */
  boolean contains(Bytes key);

  /** The values of the present ones of {@code keys}, read with one bulk fetch per level. */
  SortedMap<Bytes, V> getAll(Collection<Bytes> keys);

  /** The keys of {@code range}, in its direction. */
  IndexCursor<V> list(IndexRange range);

  /** The number of keys in {@code range}. */
  long count(IndexRange range);

  /** The entry with the smallest key. */
  default Optional<IndexEntry<V>> first() {
    return firstOf(IndexRange.all());
  }

  /** The entry with the greatest key. */
  default Optional<IndexEntry<V>> last() {
    return firstOf(IndexRange.all().descending());
  }

  /** The first entry of {@code range}, in its direction. */
  default Optional<IndexEntry<V>> firstOf(IndexRange range) {
    IndexCursor<V> cursor = list(range);
    return cursor.next()
        ? Optional.of(new IndexEntry<>(cursor.key(), cursor.value()))
        : Optional.empty();
  }
}
