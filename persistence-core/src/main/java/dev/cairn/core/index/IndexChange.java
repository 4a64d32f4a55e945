package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a key.
 *
 * @param key the key
 * @param value its new value; null removes the key
 */
public record IndexChange<V>(Bytes key, @Nullable V value) {
  /** Gives {@code key} a value, whether it has one or not. */
  public static <V> IndexChange<V> put(Bytes key, V value) {
    return new IndexChange<>(key, value);
  }

  /** Removes {@code key}, whether it is there or not. */
  public static <V> IndexChange<V> remove(Bytes key) {
    return new IndexChange<>(key, null);
  }
}
