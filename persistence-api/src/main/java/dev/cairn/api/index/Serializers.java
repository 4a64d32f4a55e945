package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import org.jspecify.annotations.Nullable;

/** The built-in serializers. */
final class Serializers {
  private Serializers() {}

  record References() implements ValueSerializer<ObjectRef> {
    @Override
    public ObjectRef reference(ObjectRef value) {
      return value;
    }

    @Override
    public Bytes payload(ObjectRef value) {
      return Bytes.empty();
    }

    @Override
    public ObjectRef read(@Nullable ObjectRef reference, Bytes payload) {
      if (reference == null) {
        throw new DamagedDataException(
            "an index of object references has a value without a reference");
      }
      return reference;
    }
  }

  record Opaque() implements ValueSerializer<Bytes> {
    @Override
    public @Nullable ObjectRef reference(Bytes value) {
      return null;
    }

    @Override
    public Bytes payload(Bytes value) {
      return value;
    }

    @Override
    public Bytes read(@Nullable ObjectRef reference, Bytes payload) {
      return payload;
    }
  }
}
