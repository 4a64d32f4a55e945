package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;

/**
 * An ordered map from keys to values, to be read. Keys are compared as unsigned bytes; {@link Key}
 * makes them of names. Reads fetch what they need and no more.
 *
 * @param <V> what a value is, see {@link ValueSerializer}
 */
public interface IndexView<V> {
  /** The value of {@code key}. */
  Optional<V> get(Bytes key);

  /** Whether {@code key} has a value. */
  boolean contains(Bytes key);

  /** The values of those of {@code keys} that have one, by few and large fetches. */
  SortedMap<Bytes, V> getAll(Collection<Bytes> keys);

  /** The keys of {@code range}, in its direction. */
  IndexCursor<V> list(IndexRange range);

  /** How many keys are in {@code range}. */
  long count(IndexRange range);

  /** The smallest key with its value. */
  default Optional<IndexEntry<V>> first() {
    return firstOf(IndexRange.all());
  }

  /** The greatest key with its value. */
  default Optional<IndexEntry<V>> last() {
    return firstOf(IndexRange.all().descending());
  }

  /** The first key of {@code range}, in its direction, with its value. */
  default Optional<IndexEntry<V>> firstOf(IndexRange range) {
    IndexCursor<V> cursor = list(range);
    return cursor.next()
        ? Optional.of(new IndexEntry<>(cursor.key(), cursor.value()))
        : Optional.empty();
  }
}
