package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import org.jspecify.annotations.Nullable;

/**
 * How the values of an index are stored: a reference to an object, which the garbage collector
 * follows, or a few bytes that mean something only to the application, or both.
 */
public interface ValueSerializer<V> {
  /** How long the bytes of a value may be. Larger ones belong into an object of their own. */
  int MAX_PAYLOAD_BYTES = 16 << 10;

  /** The object that {@code value} refers to, if there is one. */
  @Nullable ObjectRef reference(V value);

  /** What else there is to store of {@code value}. */
  Bytes payload(V value);

  /** The value that was stored as these. */
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
