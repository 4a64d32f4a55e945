package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import org.jspecify.annotations.Nullable;

/**
 * Converts values of an index to their stored form.
 *
 * <p>A value is stored as a reference to an object, which the garbage collector follows, as a few
 * opaque bytes, or as both.
 */
public interface ValueSerializer<V> {
  /** The maximum size of a payload, in bytes. Put larger values into an object. */
  int MAX_PAYLOAD_BYTES = 16 << 10;

  /** The object that {@code value} refers to, if there is one. */
  @Nullable ObjectRef reference(V value);

  /** The bytes to store for {@code value} besides the reference. */
  Bytes payload(V value);

  /** Restores a value from its stored form. */
  V read(@Nullable ObjectRef reference, Bytes payload);

  /** Values that are references to objects. */
  static ValueSerializer<ObjectRef> references() {
    return new Serializers.References();
  }

  /** Values that are bytes. */
  static ValueSerializer<Bytes> bytes() {
    return new Serializers.Opaque();
  }
}
