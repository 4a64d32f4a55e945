package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexView;

/**
 * An index that a {@link Change} may edit.
 *
 * <p>Reads see the edits. A cursor shows the index as of the cursor's creation.
 */
public interface WorkingIndex<V> extends IndexView<V> {
  /**
   * Sets the value of {@code key}.
   *
   * @throws IllegalArgumentException if the key or value is too large, or the value refers to an
   *     object that this commit must not refer to, see {@link Workspace}
   */
  void put(Bytes key, V value);

  /** Removes {@code key} if present. */
  void remove(Bytes key);
}
