package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the keys of a range:
 *
 * <pre>{@code
 * IndexCursor<ObjectRef> tables = index.list(IndexRange.prefix(Key.of("warehouse", "sales")));
 * while (tables.next()) {
 *   use(tables.key(), tables.value());
 * }
 * }</pre>
 *
 * <p>The index does not change, so neither does what a cursor finds. A cursor belongs to one
 * thread.
 */
public final class IndexCursor<V> {
  private final MergeCursor cursor;
  private final ValueSerializer<V> serializer;
  private final boolean descending;
  private @Nullable Entry current;

  IndexCursor(MergeCursor cursor, ValueSerializer<V> serializer, boolean descending) {
    this.cursor = cursor;
    this.serializer = serializer;
    this.descending = descending;
  }

  /** Moves to the next key; false if there is none. */
  public boolean next() {
    current = cursor.next();
    return current != null;
  }

  /** The key that {@link #next} found. */
  public Bytes key() {
    return Bytes.wrap(current().key());
  }

  /** The value of the key that {@link #next} found. */
  public V value() {
    RawValue value = current().value();
    return serializer.read(value.reference(), value.payload());
  }

  /**
   * Leaves out what is left of the keys that begin with {@code prefix}, without walking them, and
   * all that would come before them. To list one level of a hierarchy, look at the first key of
   * each {@link Key#firstElements group} and skip the rest of the group.
   */
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

  /**
   * Leaves out all keys before {@code key}, or after it if the direction is descending, without
   * walking them; never goes back.
   */
  public void seek(Bytes key) {
    if (descending) {
      cursor.narrow(new byte[0], Key.after(key).toByteArray());
    } else {
      cursor.narrow(key.toByteArray(), null);
    }
  }

  /** Hands all keys that are left to {@code action}. */
  public void forEachRemaining(Consumer<IndexEntry<V>> action) {
    while (next()) {
      action.accept(new IndexEntry<>(key(), value()));
    }
  }

  private Entry current() {
    Entry entry = current;
    if (entry == null) {
      throw new IllegalStateException("a cursor has a key only after next() returned true");
    }
    return entry;
  }
}
