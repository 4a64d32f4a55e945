package dev.cairn.api.store;

import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.ValueSerializer;
import java.time.Instant;
import java.util.Optional;

/** An immutable state of a reference, readable by any number of threads while it is retained. */
public interface Snapshot extends View {
  /** The version at which this state became current; 0 if the reference has no head yet. */
  long version();

  /** The ID of this state's head; empty if the reference has no head yet. */
  Optional<HeadId> head();

  /** When this state became current; empty if the reference has no head yet. */
  Optional<Instant> time();

  /**
   * The differences between this state and {@code newer}, a state of a reference of the same scope,
   * in the index {@code name}. Shared parts are skipped.
   */
  <V> IndexDiff<V> diff(Snapshot newer, String name, ValueSerializer<V> serializer);
}
