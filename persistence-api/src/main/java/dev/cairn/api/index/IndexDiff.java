package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import java.util.Optional;

/**
 * Goes through the keys that have different values in two states of an index, in ascending order.
 * The work grows with what changed, not with what there is. It belongs to one thread.
 */
public interface IndexDiff<V> {
  /** Moves to the next key that differs; false if there is none. */
  boolean next();

  /** The key that {@link #next} found. */
  Bytes key();

  /** Its value in the older state. */
  Optional<V> before();

  /** Its value in the newer state. */
  Optional<V> after();
}
