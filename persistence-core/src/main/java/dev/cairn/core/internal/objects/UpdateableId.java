package dev.cairn.core.internal.objects;

import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import java.util.Optional;

/**
 * Identity of an updateable object: its type, and a full name or one of the engine's reserved
 * numbers.
 *
 * @param type the object's type
 * @param name its full name, of which the row key holds only a hash
 * @param id its ID in the row key
 * @param <T> the class of its values
 */
public record UpdateableId<T>(ObjectType<T> type, Optional<String> name, ObjectId id) {
  /** Checks that the type is updateable. */
  public UpdateableId {
    if (!type.updateable()) {
      throw new IllegalArgumentException("type " + type.name() + " is not updateable");
    }
  }

  /** The object of {@code type} called {@code name}. */
  public static <T> UpdateableId<T> named(ObjectType<T> type, String name) {
    return new UpdateableId<>(type, Optional.of(name), ObjectId.ofName(name));
  }

  /** The object of {@code type} with the reserved number {@code number}. */
  public static <T> UpdateableId<T> numbered(ObjectType<T> type, long number) {
    return new UpdateableId<>(type, Optional.empty(), ObjectId.of(number));
  }

  ObjectKey in(Scope scope) {
    return new ObjectKey(scope, type.name(), id);
  }

  @Override
  public String toString() {
    return type.name() + "/" + name.orElseGet(id::toString);
  }
}
