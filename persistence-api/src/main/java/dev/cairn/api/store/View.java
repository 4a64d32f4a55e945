package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.ValueSerializer;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Read access to one state of a reference: its indexes and the objects they refer to. */
public interface View {
  /** The name of the reference. */
  String reference();

  /** The names of the application's non-empty indexes. */
  SortedSet<String> indexNames();

  /** The index {@code name} with object references as values; empty if unknown. */
  default IndexView<ObjectRef> index(String name) {
    return index(name, ValueSerializer.references());
  }

  /**
   * The index {@code name}; empty if unknown. Names that begin with {@code cairn.} are reserved for
   * the engine.
   */
  <V> IndexView<V> index(String name, ValueSerializer<V> serializer);

  /**
   * The objects {@code refs}, in order, with one bulk read of those that are not cached.
   *
   * @throws IllegalArgumentException if a reference has another type than the one registered for
   *     {@code valueClass}
   */
  <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs);

  /**
   * The object {@code ref}.
   *
   * @throws ObjectNotFoundException if it does not exist
   */
  <T> T get(Class<T> valueClass, ObjectRef ref);

  /** The object to which {@code key} refers in the index {@code name}. */
  default <T> Optional<T> find(Class<T> valueClass, String name, Bytes key) {
    return index(name).get(key).map(ref -> get(valueClass, ref));
  }
}
