package dev.cairn.iceberg.metadata;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.Envelope;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stored objects in the engine's encoding, without a store around them. */
final class MetadataHeap implements MetadataSink, MetadataReader {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final ObjectTypes types = ObjectTypes.of(new MetadataTypes().types());
  private final Codec codec = new Codec(1);
  private final Map<ObjectRef, Bytes> rows = new HashMap<>();
  private long nextId = 1;
  private int reads;

  @Override
  public ObjectRef put(Object value) {
    return put(types.forClass(value.getClass()), value);
  }

  @SuppressWarnings("unchecked") // the type is the one of the value's class
  private <T> ObjectRef put(ObjectType<T> type, Object value) {
    ObjectRef ref = new ObjectRef(type.name(), nextId++);
    rows.put(ref, codec.encode(type, (T) value));
    return ref;
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    reads += refs.size();
    return refs.stream()
        .map(ref -> Optional.ofNullable(rows.get(ref)).map(row -> decode(valueClass, ref, row)))
        .toList();
  }

  private <T> T decode(Class<T> valueClass, ObjectRef ref, Bytes row) {
    return codec.decode(
        types.forClass(valueClass), ref.in(SCOPE), Envelope.ofBytes(ref.in(SCOPE), row));
  }

  /** {@code state} as it is after it was stored and read. */
  TableState stored(TableState state) {
    return get(TableState.class, put(state));
  }

  int reads() {
    return reads;
  }

  Set<ObjectRef> refs() {
    return Set.copyOf(rows.keySet());
  }

  long bytes(Set<ObjectRef> refs) {
    return refs.stream().mapToLong(ref -> rows.get(ref).length()).sum();
  }

  /** The objects that {@code state} needs. */
  Set<ObjectRef> reachable(TableState state) {
    Set<ObjectRef> seen = new HashSet<>();
    Deque<ObjectRef> open = new ArrayDeque<>(state.references());
    while (!open.isEmpty()) {
      ObjectRef next = open.pop();
      if (seen.add(next)) {
        open.addAll(references(next));
      }
    }
    return seen;
  }

  private List<ObjectRef> references(ObjectRef ref) {
    return ref.type().equals(MetadataTypes.DIRECTORY.name())
        ? get(LeafDirectory.class, ref).references()
        : List.of();
  }

  void retain(Set<ObjectRef> refs) {
    rows.keySet().retainAll(refs);
  }
}
