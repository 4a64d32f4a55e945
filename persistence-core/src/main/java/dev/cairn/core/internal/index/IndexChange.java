package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A change of one key.
 *
 * @param key the key
 * @param value its new value; null removes the key
 */
public record IndexChange<V>(Bytes key, @Nullable V value) {
  /** Sets the value of {@code key}, whether it has one or not. */
  public static <V> IndexChange<V> put(Bytes key, V value) {
    return new IndexChange<>(key, value);
  }

  /** Removes {@code key}, whether it exists or not. */
  public static <V> IndexChange<V> remove(Bytes key) {
    return new IndexChange<>(key, null);
  }
}
