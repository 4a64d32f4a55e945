package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.ValueSerializer;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** One state of a reference, to be read: its indexes, and the objects they lead to. */
public interface View {
  /** The name of the reference. */
  String reference();

  /** The names of the application's indexes that have keys. */
  SortedSet<String> indexNames();

  /** The index called {@code name}, whose values refer to objects; without keys if unknown. */
  default IndexView<ObjectRef> index(String name) {
    return index(name, ValueSerializer.references());
  }

  /**
   * The index called {@code name}; without keys if unknown. Names that begin with {@code cairn.}
   * belong to the engine.
   */
  <V> IndexView<V> index(String name, ValueSerializer<V> serializer);

  /**
   * The objects {@code refs}, in their order, by one bulk read of those that are not remembered.
   *
   * @throws IllegalArgumentException if one is not of the type registered for {@code valueClass}
   */
  <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs);

  /**
   * The object {@code ref}.
   *
   * @throws ObjectNotFoundException if there is none
   */
  <T> T get(Class<T> valueClass, ObjectRef ref);

  /** The object that the index {@code name} has under {@code key}. */
  default <T> Optional<T> find(Class<T> valueClass, String name, Bytes key) {
    return index(name).get(key).map(ref -> get(valueClass, ref));
  }
}
