package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the stored objects of managed metadata. */
@FunctionalInterface
public interface MetadataReader {
  /** The objects {@code refs}, in order, with one bulk read of those that are not cached. */
  <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs);

  /** Reads through {@code view}. */
  static MetadataReader of(View view) {
    return view::findAll;
  }

  /**
   * The objects {@code refs}, in order.
   *
   * @throws ObjectNotFoundException if one of them does not exist
   */
  default <T> List<T> getAll(Class<T> valueClass, List<ObjectRef> refs) {
    List<Optional<T>> found = refs.isEmpty() ? List.of() : findAll(valueClass, refs);
    List<T> values = new ArrayList<>(refs.size());
    for (int i = 0; i < refs.size(); i++) {
      ObjectRef ref = refs.get(i);
      values.add(
          found
              .get(i)
              .orElseThrow(
                  () -> new ObjectNotFoundException("the metadata object " + ref + " is missing")));
    }
    return values;
  }

  /** The object {@code ref}. */
  default <T> T get(Class<T> valueClass, ObjectRef ref) {
    return getAll(valueClass, List.of(ref)).get(0);
  }
}
