package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import org.jspecify.annotations.Nullable;

/** Cursor over the merged entries of all levels. */
final class EntryCursor<V> implements IndexCursor<V> {
  private final MergeCursor cursor;
  private final ValueSerializer<V> serializer;
  private final boolean descending;
  private @Nullable BlockEntry current;

  EntryCursor(MergeCursor cursor, ValueSerializer<V> serializer, boolean descending) {
    this.cursor = cursor;
    this.serializer = serializer;
    this.descending = descending;
  }

  @Override
  public boolean next() {
    current = cursor.next();
    return current != null;
  }

  @Override
  public Bytes key() {
    return Bytes.wrap(current().key());
  }

  @Override
  public V value() {
    RawValue value = current().value();
    return serializer.read(value.reference(), value.payload());
  }

  @Override
  public void skipPast(Bytes prefix) {
    if (descending) {
      cursor.narrow(new byte[0], prefix.toByteArray());
      return;
    }
    Bytes next = Key.afterPrefix(prefix);
    if (next == null) {
      cursor.narrow(new byte[0], new byte[0]);
    } else {
      cursor.narrow(next.toByteArray(), null);
    }
  }

  @Override
  public void seek(Bytes key) {
    if (descending) {
      cursor.narrow(new byte[0], Key.after(key).toByteArray());
    } else {
      cursor.narrow(key.toByteArray(), null);
    }
  }

  private BlockEntry current() {
    BlockEntry entry = current;
    if (entry == null) {
      throw new IllegalStateException("a cursor has a key only after next() returned true");
    }
    return entry;
  }
}
