package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexView;

/**
 * An index that a {@link Change} may edit. Reads see the edits; a cursor shows the index as it was
 * when the cursor was made.
 */
public interface WorkingIndex<V> extends IndexView<V> {
  /**
   * Gives {@code key} a value, whether it has one or not.
   *
   * @throws IllegalArgumentException if key or value are too large, or if the value refers to an
   *     object that this commit may not refer to, see {@link Workspace}
   */
  void put(Bytes key, V value);

  /** Removes {@code key}, whether it is there or not. */
  void remove(Bytes key);
}
