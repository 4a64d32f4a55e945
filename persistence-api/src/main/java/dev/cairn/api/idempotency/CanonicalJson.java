package dev.cairn.api.idempotency;

import dev.cairn.api.Bytes;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * JSON in the canonical form of RFC 8785, for fingerprints that do not depend on its spelling.
 *
 * <p>The canonical form has no spaces, sorts names, and writes numbers as ECMAScript does. There is
 * one deviation: a number written as an integer keeps its digits, however large. RFC 8785 treats
 * every number as a double, so that two snapshot IDs above 2^53 could share a fingerprint. Up to
 * 2^53 both rules give the same text.
 *
 * <pre>{@code
 * IdempotentCall.of(requestKey, store, "main").withFingerprint(CanonicalJson.fingerprint(body));
 * }</pre>
 */
public final class CanonicalJson {
  private CanonicalJson() {}

  /**
   * The fingerprint of {@code json}, independent of its spelling. An empty body, such as that of a
   * DELETE, has the fingerprint of no bytes, which no JSON text has.
   *
   * @throws IllegalArgumentException as {@link #of} does, except for an empty body
   */
  public static Fingerprint fingerprint(Bytes json) {
    return Fingerprint.ofBytes(json.length() == 0 ? json : Bytes.ofUtf8(of(json)));
  }

  /**
   * The canonical form of {@code json}.
   *
   * @throws IllegalArgumentException if it is not exactly one JSON value in UTF-8, repeats a name
   *     in an object, contains half of a surrogate pair or a number beyond the range of a double,
   *     or is nested more than 1,000 levels deep
   */
  public static String of(Bytes json) {
    return new JsonCanonicalizer(decode(json)).canonicalize();
  }

  // Strictly: a lenient decoder would map different bytes to the same text.
  private static String decode(Bytes json) {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(json.toByteBuffer());
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the JSON is not well-formed UTF-8", e);
    }
  }
}
