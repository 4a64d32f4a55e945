package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import java.util.Optional;

/**
 * A cursor over the keys whose values differ between two states of an index, ascending.
 *
 * <p>The cost grows with the number of changes, not with the size of the index. It belongs to one
 * thread.
 */
public interface IndexDiff<V> {
  /** Moves to the next key that differs; returns false at the end. */
  boolean next();

  /** The key that {@link #next} found. */
  Bytes key();

  /** Its value in the older state. */
  Optional<V> before();

  /** Its value in the newer state. */
  Optional<V> after();
}
