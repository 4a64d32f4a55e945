package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The row of an object.
 *
 * @param key its key
 * @param value the encoded object; at most {@link Limits#maxValueBytes()}
 * @param token the token that the next conditional write expects; empty for immutable objects
 * @param createdAtMicros the time of creation in microseconds since 1970, stored unchanged
 * @param expiresAtMicros a hint: the database may remove the row at any time after this moment by
 *     its own clock, and never before. The engine has already added grace and clock skew. Only
 *     updateable objects have one: only garbage collection deletes immutable objects
 */
public record ObjectRow(
    ObjectKey key,
    Bytes value,
    Optional<Token> token,
    long createdAtMicros,
    OptionalLong expiresAtMicros) {
  /** Checks that an immutable row has a numeric ID and no expiry. */
  public ObjectRow {
    if (token.isEmpty() && key.id().isName()) {
      throw new IllegalArgumentException(
          "the immutable object " + key + " has a hashed name; its ID must be an 8-byte number");
    }
    if (token.isEmpty() && expiresAtMicros.isPresent()) {
      throw new IllegalArgumentException("the immutable object " + key + " must not expire");
    }
    checkMicros("created-at", createdAtMicros);
    expiresAtMicros.ifPresent(micros -> checkMicros("expires-at", micros));
  }

  static void checkMicros(String what, long micros) {
    if (micros < 0) {
      throw new IllegalArgumentException(what + " is before 1970: " + micros + " µs");
    }
  }

  /** The row of an immutable object. */
  public static ObjectRow immutable(ObjectKey key, Bytes value, long createdAtMicros) {
    return new ObjectRow(key, value, Optional.empty(), createdAtMicros, OptionalLong.empty());
  }

  /** The row of an updateable object that does not expire. */
  public static ObjectRow updateable(
      ObjectKey key, Bytes value, Token token, long createdAtMicros) {
    return new ObjectRow(key, value, Optional.of(token), createdAtMicros, OptionalLong.empty());
  }

  /** The row of an updateable object that may be removed after {@code expiresAtMicros}. */
  public static ObjectRow expiring(
      ObjectKey key, Bytes value, Token token, long createdAtMicros, long expiresAtMicros) {
    return new ObjectRow(
        key, value, Optional.of(token), createdAtMicros, OptionalLong.of(expiresAtMicros));
  }
}
