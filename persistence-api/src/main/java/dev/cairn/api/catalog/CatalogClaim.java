package dev.cairn.api.catalog;

import dev.cairn.api.Names;
import java.util.Arrays;
import java.util.List;

/**
 * A path that one catalog of the database has for itself, with everything below it.
 *
 * <p>A path consists of elements separated by {@code /}; empty elements do not count, so {@code
 * s3://bucket/a} and {@code s3:/bucket/a/} are the same. Elements are compared exactly. Paths that
 * mean the same in another way, by letter case, escapes or aliases, have to be normalized before.
 *
 * @param space the name space; claims of different name spaces are unrelated
 * @param path at least one element
 */
public record CatalogClaim(String space, String path) {
  /** The maximum length of a name space, in bytes of UTF-8. */
  public static final int MAX_SPACE_BYTES = 64;

  /** The maximum length of a path, in bytes of UTF-8. */
  public static final int MAX_PATH_BYTES = 1024;

  /** The maximum number of elements of a path. */
  public static final int MAX_ELEMENTS = 128;

  /** Checks both; a path has no elements {@code .} and {@code ..}. */
  public CatalogClaim {
    Names.check("the name space of a claim", space, MAX_SPACE_BYTES);
    Names.check("the path of a claim", path, MAX_PATH_BYTES);
    List<String> elements = elements(path);
    if (elements.isEmpty() || elements.size() > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "the path of a claim has 1 to %d elements, not %d: '%s'"
              .formatted(MAX_ELEMENTS, elements.size(), path));
    }
    if (elements.contains(".") || elements.contains("..")) {
      throw new IllegalArgumentException(
          "the path of a claim has an element '.' or '..': '%s'; normalize it".formatted(path));
    }
  }

  /** The elements of the path. */
  public List<String> elements() {
    return elements(path);
  }

  private static List<String> elements(String path) {
    return Arrays.stream(path.split("/", -1)).filter(element -> !element.isEmpty()).toList();
  }

  @Override
  public String toString() {
    return space + " " + path;
  }
}
