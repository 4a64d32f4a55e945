package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.MetadataSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Objects of a state that is not stored yet, above those that are: the metadata file is written
 * from them before the commit.
 */
final class DraftObjects implements MetadataSink, MetadataReader {
  private static final ObjectTypes TYPES = ObjectTypes.discover();

  private final MetadataReader stored;
  private final Map<ObjectRef, Object> drafts = new HashMap<>();

  DraftObjects(MetadataReader stored) {
    this.stored = stored;
  }

  /** IDs of drafts are small; those of stored objects carry a time and are not. */
  @Override
  public ObjectRef put(Object value) {
    ObjectRef ref = new ObjectRef(TYPES.forClass(value.getClass()).name(), drafts.size() + 1);
    drafts.put(ref, value);
    return ref;
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    List<ObjectRef> missing = refs.stream().filter(ref -> !drafts.containsKey(ref)).toList();
    List<Optional<T>> found = missing.isEmpty() ? List.of() : stored.findAll(valueClass, missing);
    List<Optional<T>> all = new ArrayList<>(refs.size());
    int next = 0;
    for (ObjectRef ref : refs) {
      Object draft = drafts.get(ref);
      all.add(draft == null ? found.get(next++) : Optional.of(valueClass.cast(draft)));
    }
    return all;
  }
}
