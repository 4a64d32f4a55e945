package dev.cairn.api.idempotency;

import dev.cairn.api.internal.Utf8;

/**
 * The identity of a request: principal, operation, resource and key, within the scope of the store.
 *
 * <p>The same key for another operation or resource is another request.
 *
 * @param principal the client
 * @param operation the name of the operation, or method and route
 * @param resource the resource, see {@link #of}
 * @param key the client's key
 */
public record RequestKey(
    Principal principal, String operation, String resource, IdempotencyKey key) {
  /** The maximum length of {@link #name}, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 2048;

  /** Checks the parts and their total length. */
  public RequestKey {
    check("the operation", operation);
    check("the resource", resource);
    String name = name(principal, operation, resource, key);
    int length = Utf8.encode("the name of a request", name).length;
    if (length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "principal, operation, resource and key take %d bytes together, at most %d are allowed"
              .formatted(length, MAX_NAME_BYTES));
    }
  }

  /**
   * The request for the resource at the URL path {@code path}. The path is normalized, so that all
   * spellings of a path are one resource: no dot segments, no empty segments, no trailing slash,
   * and percent-encoding only where needed, in uppercase.
   *
   * @throws IllegalArgumentException if it has a query or a fragment, or invalid percent-encoding
   */
  public static RequestKey of(
      Principal principal, String operation, String path, IdempotencyKey key) {
    return new RequestKey(principal, operation, ResourcePath.normalize(path), key);
  }

  private static void check(String what, String text) {
    if (text.isEmpty() || text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          what + " of a request is empty or has a control character: give its plain name");
    }
    String unused = Utf8.checked(what, text);
  }

  /** The name of the record, unique per request. */
  public String name() {
    return name(principal, operation, resource, key);
  }

  // No element contains a bare slash, so the name is unambiguous.
  private static String name(
      Principal principal, String operation, String resource, IdempotencyKey key) {
    String who = principal.name().map(name -> "by:" + escaped(name)).orElse("none");
    return String.join("/", who, escaped(operation), escaped(resource), key.text());
  }

  private static String escaped(String element) {
    return element.replace("%", "%25").replace("/", "%2F");
  }

  @Override
  public String toString() {
    return name();
  }
}
