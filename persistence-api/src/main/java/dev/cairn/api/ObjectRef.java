package dev.cairn.api;

/**
 * A reference to an immutable object within a scope, as objects and indexes store it.
 *
 * <p>The type is part of the name, so a derived object may share the ID of another type.
 *
 * @param type the name of the object's type
 * @param id the object's number, zero or more
 */
public record ObjectRef(String type, long id) implements Comparable<ObjectRef> {
  /** Checks the type name and the ID. */
  public ObjectRef {
    ObjectKey.checkType(type);
    if (id < 0) {
      throw new IllegalArgumentException(
          "object ID " + Long.toHexString(id) + " uses the reserved top bit");
    }
  }

  /** This object in {@code scope}. */
  public ObjectKey in(Scope scope) {
    return new ObjectKey(scope, type, ObjectId.of(id));
  }

  @Override
  public int compareTo(ObjectRef other) {
    int byType = type.compareTo(other.type);
    return byType != 0 ? byType : Long.compare(id, other.id);
  }

  @Override
  public String toString() {
    return "%s/%016x".formatted(type, id);
  }
}
