package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The value of a name: what it is, its ID and its state.
 *
 * @param kind what it is
 * @param id the ID of the entity
 * @param state the object with its state
 */
record EntityEntry(EntityKind kind, long id, ObjectRef state) {
  static final ValueSerializer<EntityEntry> SERIALIZER = new Serializer();

  EntityEntry with(ObjectRef newState) {
    return new EntityEntry(kind, id, newState);
  }

  private static final class Serializer implements ValueSerializer<EntityEntry> {
    @Override
    public ObjectRef reference(EntityEntry value) {
      return value.state();
    }

    @Override
    public Bytes payload(EntityEntry value) {
      return Bytes.wrap(
          ByteBuffer.allocate(1 + Long.BYTES).put(value.kind().code()).putLong(value.id()).array());
    }

    @Override
    public EntityEntry read(@Nullable ObjectRef reference, Bytes payload) {
      if (reference == null || payload.length() < 1 + Long.BYTES) {
        throw new DamagedDataException("an entry of the catalog has no state, or no ID");
      }
      ByteBuffer buffer = payload.toByteBuffer();
      return new EntityEntry(EntityKind.ofCode(buffer.get()), buffer.getLong(), reference);
    }
  }
}
