package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.View;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** An earlier head, as the change of a workspace reads it: what it reaches, it may refer to. */
final class EarlierView implements View {
  private final MemberWorkspace workspace;
  private final OpenHead head;

  EarlierView(MemberWorkspace workspace, OpenHead head) {
    this.workspace = workspace;
    this.head = head;
  }

  @Override
  public String reference() {
    return workspace.reference();
  }

  @Override
  public SortedSet<String> indexNames() {
    workspace.checkOpen();
    SortedSet<String> names = head.applicationIndexes();
    names.removeIf(name -> !head.index(name, StoredValue.SERIALIZER).hasKeys());
    return names;
  }

  @Override
  public <V> IndexView<V> index(String name, ValueSerializer<V> serializer) {
    workspace.checkOpen();
    MemberWorkspace.checkName(name);
    return new EarlierIndex<>(workspace, head.index(name, StoredValue.SERIALIZER), serializer);
  }

  @Override
  public <T> List<Optional<T>> findAll(Class<T> valueClass, List<ObjectRef> refs) {
    return workspace.findAll(valueClass, refs);
  }

  @Override
  public <T> T get(Class<T> valueClass, ObjectRef ref) {
    return workspace.get(valueClass, ref);
  }

  private record EarlierIndex<V>(
      MemberWorkspace workspace, Index<StoredValue> index, ValueSerializer<V> serializer)
      implements IndexView<V> {
    private V read(StoredValue value) {
      workspace.reached(value);
      return value.as(serializer);
    }

    @Override
    public Optional<V> get(Bytes key) {
      workspace.checkOpen();
      return index.get(key).map(this::read);
    }

    @Override
    public boolean contains(Bytes key) {
      workspace.checkOpen();
      return index.contains(key);
    }

    @Override
    public SortedMap<Bytes, V> getAll(Collection<Bytes> keys) {
      workspace.checkOpen();
      SortedMap<Bytes, V> found = new TreeMap<>();
      index.getAll(keys).forEach((key, value) -> found.put(key, read(value)));
      return found;
    }

    @Override
    public IndexCursor<V> list(IndexRange range) {
      workspace.checkOpen();
      return new ReachingCursor<>(workspace, index.list(range), serializer);
    }

    @Override
    public long count(IndexRange range) {
      workspace.checkOpen();
      return index.count(range);
    }
  }
}
