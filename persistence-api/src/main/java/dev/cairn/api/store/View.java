package dev.cairn.api.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.ValueSerializer;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

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

  /**
   * The objects to which {@code keys} refer in the index {@code name}, by key; keys that the index
   * does not have are left out. Of what is not cached, it fetches the pages of each level of the
   * index together, then all objects together, and then the chunks of those that exceed a row.
   *
   * @throws ObjectNotFoundException if a key refers to an object that does not exist
   */
  default <T> SortedMap<Bytes, T> findAll(
      Class<T> valueClass, String name, Collection<Bytes> keys) {
    SortedMap<Bytes, ObjectRef> refs = index(name).getAll(keys);
    Iterator<Optional<T>> objects = findAll(valueClass, List.copyOf(refs.values())).iterator();
    SortedMap<Bytes, T> found = new TreeMap<>();
    refs.forEach(
        (key, ref) -> {
          Optional<T> object = objects.next();
          found.put(key, object.isPresent() ? object.get() : get(valueClass, ref));
        });
    return found;
  }
}
