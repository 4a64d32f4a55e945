package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * A dropped table or view.
 *
 * @param entry the entity with its last state
 * @param details when, from where and for what it was dropped
 */
public record DroppedEntity(EntityEntry entry, Details details) {
  static final ValueSerializer<DroppedEntity> SERIALIZER = new Serializer();

  /**
   * What is known about a drop.
   *
   * @param kind what was dropped
   * @param id the ID of the entity
   * @param namespace the levels of the namespace that it was in
   * @param name its name
   * @param droppedAtMillis when it was dropped
   * @param principal the client that dropped it; empty if it is not known
   * @param purge whether its files are to be deleted
   * @param purging whether deletion has begun
   */
  public record Details(
      EntityKind kind,
      long id,
      List<String> namespace,
      String name,
      long droppedAtMillis,
      String principal,
      boolean purge,
      boolean purging) {
    /** The name that it had. */
    public TableIdentifier identifier() {
      return TableIdentifier.of(Namespace.of(namespace.toArray(String[]::new)), name);
    }
  }

  /** The same while its files are being deleted. */
  DroppedEntity purging() {
    return new DroppedEntity(
        entry,
        new Details(
            details.kind,
            details.id,
            details.namespace,
            details.name,
            details.droppedAtMillis,
            details.principal,
            details.purge,
            true));
  }

  private static final class Serializer implements ValueSerializer<DroppedEntity> {
    @Override
    public ObjectRef reference(DroppedEntity value) {
      return value.entry().state();
    }

    @Override
    public Bytes payload(DroppedEntity value) {
      return StoredJson.write(value.details());
    }

    @Override
    public DroppedEntity read(@Nullable ObjectRef reference, Bytes payload) {
      if (reference == null) {
        throw new DamagedDataException("a dropped entity has no state");
      }
      Details details = StoredJson.read(Details.class, payload);
      return new DroppedEntity(new EntityEntry(details.kind(), details.id(), reference), details);
    }
  }
}
