package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Workspace;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.MetadataSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects of a new state, encoded before the commit that stores them, above those that are
 * stored: the metadata file is written from both.
 */
final class PreparedObjects implements MetadataSink, MetadataReader {
  private final Store store;
  private final MetadataReader stored;
  private final List<Prepared<?>> prepared = new ArrayList<>();
  private final Map<ObjectRef, Object> values = new HashMap<>();

  PreparedObjects(Store store, MetadataReader stored) {
    this.store = store;
    this.stored = stored;
  }

  @Override
  public ObjectRef put(Object value) {
    Prepared<?> next = store.prepare(value);
    prepared.add(next);
    values.put(next.ref(), value);
    return next.ref();
  }

  /** Stores all of them with a commit. */
  void putAll(Workspace workspace) {
    for (Prepared<?> each : prepared) {
      ObjectRef unused = workspace.put(each);
    }
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    List<ObjectRef> missing = refs.stream().filter(ref -> !values.containsKey(ref)).toList();
    List<Optional<T>> found = missing.isEmpty() ? List.of() : stored.findAll(valueClass, missing);
    List<Optional<T>> all = new ArrayList<>(refs.size());
    int next = 0;
    for (ObjectRef ref : refs) {
      Object value = values.get(ref);
      all.add(value == null ? found.get(next++) : Optional.of(valueClass.cast(value)));
    }
    return all;
  }
}
