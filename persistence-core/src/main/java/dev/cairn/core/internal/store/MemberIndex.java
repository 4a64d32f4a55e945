package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An index in a workspace: the edits of the change, over those of its group, over the head. */
final class MemberIndex<V> implements WorkingIndex<V> {
  private final MemberWorkspace workspace;
  private final GroupState group;
  private final String name;
  private final ValueSerializer<V> serializer;

  MemberIndex(
      MemberWorkspace workspace, GroupState group, String name, ValueSerializer<V> serializer) {
    this.workspace = workspace;
    this.group = group;
    this.name = name;
    this.serializer = serializer;
  }

  @Override
  public Optional<V> get(Bytes key) {
    return find(key).map(this::read);
  }

  @Override
  public boolean contains(Bytes key) {
    return find(key).isPresent();
  }

  private Optional<StoredValue> find(Bytes key) {
    workspace.checkOpen();
    IndexChange<StoredValue> edit = workspace.edit(name, key);
    return edit != null ? Optional.ofNullable(edit.value()) : group.base(name).get(key);
  }

  private V read(StoredValue value) {
    workspace.reached(value);
    return value.as(serializer);
  }

  @Override
  public SortedMap<Bytes, V> getAll(Collection<Bytes> keys) {
    workspace.checkOpen();
    SortedMap<Bytes, V> found = new TreeMap<>();
    List<Bytes> unedited = new ArrayList<>();
    for (Bytes key : keys) {
      IndexChange<StoredValue> edit = workspace.edit(name, key);
      if (edit == null) {
        unedited.add(key);
      } else if (edit.value() != null) {
        found.put(key, read(edit.value()));
      }
    }
    group.base(name).getAll(unedited).forEach((key, value) -> found.put(key, read(value)));
    return found;
  }

  @Override
  public IndexCursor<V> list(IndexRange range) {
    return new ReachingCursor<>(workspace, merged().list(range), serializer);
  }

  @Override
  public long count(IndexRange range) {
    return merged().count(range);
  }

  private Index<StoredValue> merged() {
    workspace.checkOpen();
    NavigableMap<Bytes, IndexChange<StoredValue>> mine = workspace.edits().get(name);
    Index<StoredValue> before = group.merged(name);
    return mine == null ? before : before.apply(mine.values());
  }

  @Override
  public void put(Bytes key, V value) {
    StoredValue stored = StoredValue.of(value, serializer);
    check(key, stored);
    workspace.edit(name, IndexChange.put(key, stored));
  }

  // What an index would refuse at the end of the group must fail the change that edits it.
  private static void check(Bytes key, @Nullable StoredValue value) {
    byte[] unused = Key.checked(key);
    if (value != null && value.payload().length() > ValueSerializer.MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "an index value may have at most %d bytes, not %d; store it as an object"
              .formatted(ValueSerializer.MAX_PAYLOAD_BYTES, value.payload().length()));
    }
  }

  @Override
  public void remove(Bytes key) {
    check(key, null);
    workspace.edit(name, IndexChange.remove(key));
  }
}
