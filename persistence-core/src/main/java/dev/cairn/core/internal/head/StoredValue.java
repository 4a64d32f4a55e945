package dev.cairn.core.internal.head;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of an index value, independent of the application's type: the engine edits
 * indexes without knowing their serializers.
 */
public record StoredValue(@Nullable ObjectRef reference, Bytes payload) {
  /** The serializer of stored values. */
  public static final ValueSerializer<StoredValue> SERIALIZER =
      new ValueSerializer<>() {
        @Override
        public @Nullable ObjectRef reference(StoredValue value) {
          return value.reference;
        }

        @Override
        public Bytes payload(StoredValue value) {
          return value.payload;
        }

        @Override
        public StoredValue read(@Nullable ObjectRef reference, Bytes payload) {
          return new StoredValue(reference, payload);
        }
      };

  /** The stored form of an application's value. */
  public static <V> StoredValue of(V value, ValueSerializer<V> serializer) {
    return new StoredValue(serializer.reference(value), serializer.payload(value));
  }

  /** The application's value. */
  public <V> V as(ValueSerializer<V> serializer) {
    return serializer.read(reference, payload);
  }
}
