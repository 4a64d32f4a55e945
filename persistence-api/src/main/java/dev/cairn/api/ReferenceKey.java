package dev.cairn.api;

/**
 * The key of a reference's row.
 *
 * @param scope the scope that the reference belongs to
 * @param name its name, 1 to {@value #MAX_NAME_BYTES} bytes of UTF-8 without control characters
 */
public record ReferenceKey(Scope scope, String name) {
  /** The maximum length of a reference name, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 256;

  /** Checks the name. */
  public ReferenceKey {
    Names.check("reference name", name, MAX_NAME_BYTES);
  }

  @Override
  public String toString() {
    return scope + "/" + name;
  }
}
