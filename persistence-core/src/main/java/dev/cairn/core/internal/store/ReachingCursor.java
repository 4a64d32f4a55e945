package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.core.internal.head.StoredValue;

/** A cursor of a workspace: what its values refer to is reached by the change. */
final class ReachingCursor<V> implements IndexCursor<V> {
  private final MemberWorkspace workspace;
  private final IndexCursor<StoredValue> cursor;
  private final ValueSerializer<V> serializer;

  ReachingCursor(
      MemberWorkspace workspace, IndexCursor<StoredValue> cursor, ValueSerializer<V> serializer) {
    this.workspace = workspace;
    this.cursor = cursor;
    this.serializer = serializer;
  }

  @Override
  public boolean next() {
    workspace.checkOpen();
    return cursor.next();
  }

  @Override
  public Bytes key() {
    return cursor.key();
  }

  @Override
  public V value() {
    StoredValue value = cursor.value();
    workspace.reached(value);
    return value.as(serializer);
  }

  @Override
  public void skipPast(Bytes prefix) {
    cursor.skipPast(prefix);
  }

  @Override
  public void seek(Bytes key) {
    cursor.seek(key);
  }
}
