package dev.cairn.api;

/**
 * The key of an object's row.
 *
 * @param scope the scope that the object belongs to
 * @param type the name of its type, 1 to {@value #MAX_TYPE_BYTES} bytes of UTF-8 without control
 *     characters
 * @param id its ID, unique within scope and type
 */
public record ObjectKey(Scope scope, String type, ObjectId id) {
  /** The maximum length of a type name, in bytes of UTF-8. */
  public static final int MAX_TYPE_BYTES = 32;

  /** Checks the type name. */
  public ObjectKey {
    checkType(type);
  }

  static String checkType(String type) {
    return Names.check("object type", type, MAX_TYPE_BYTES);
  }

  @Override
  public String toString() {
    return scope + "/" + type + "/" + id;
  }
}
