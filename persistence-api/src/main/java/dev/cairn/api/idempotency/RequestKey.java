package dev.cairn.api.idempotency;

import java.nio.charset.StandardCharsets;

/**
 * What a record is kept for: one key of one principal for one operation on one resource, within the
 * scope of the store. The same key for another operation or resource is another request.
 *
 * @param principal on whose behalf
 * @param operation what is to be done: the name of the operation, or method and route
 * @param resource to what, see {@link #of}
 * @param key the client's key
 */
public record RequestKey(
    Principal principal, String operation, String resource, IdempotencyKey key) {
  /** How many bytes {@link #name} may have in UTF-8. */
  public static final int MAX_NAME_BYTES = 2048;

  /** Checks that a record can be kept under it. */
  public RequestKey {
    check("the operation", operation);
    check("the resource", resource);
    int length = name(principal, operation, resource, key).getBytes(StandardCharsets.UTF_8).length;
    if (length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "principal, operation, resource and key take %d bytes together, at most %d are allowed"
              .formatted(length, MAX_NAME_BYTES));
    }
  }

  /**
   * The request for the resource at {@code path} of a URL, which is normalized, so that spellings
   * of one path are one resource: no dot segments, no empty segments, no slash at the end, and
   * percent-encoding only where it is needed, in capitals.
   *
   * @throws IllegalArgumentException if it has a query or a fragment, or is encoded wrongly
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
  }

  /** The name of the record, different for different requests. */
  public String name() {
    return name(principal, operation, resource, key);
  }

  // No element contains a bare slash, so the elements can be told apart.
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
