package dev.cairn.api.store;

import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.ValueSerializer;
import java.time.Instant;
import java.util.Optional;

/**
 * One state of a reference that never changes, to be read by any number of threads for as long as
 * it is retained.
 */
public interface Snapshot extends View {
  /** The version of the reference at which this state became current; 0 if nothing is there yet. */
  long version();

  /** The ID of this state's head; nothing if the reference has none yet. */
  Optional<HeadId> head();

  /** When this state became current; nothing if the reference has no head yet. */
  Optional<Instant> time();

  /**
   * What is different in {@code newer}, a state of a reference of the same scope, in the index
   * {@code name}. Parts that both share are not looked at.
   */
  <V> IndexDiff<V> diff(Snapshot newer, String name, ValueSerializer<V> serializer);
}
