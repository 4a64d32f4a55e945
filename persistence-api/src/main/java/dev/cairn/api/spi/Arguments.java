package dev.cairn.api.spi;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.ValueTooLargeException;
import java.util.Collection;

/**
 * Argument checks that every backend performs before it sends a request.
 *
 * <p>So all backends refuse invalid calls in the same way.
 */
public final class Arguments {
  private Arguments() {}

  /** Refuses updateable rows and values over the limit. */
  public static void checkWrite(Limits limits, Collection<ObjectRow> rows) {
    for (ObjectRow row : rows) {
      if (row.token().isPresent()) {
        throw new IllegalArgumentException(
            row.key() + " is updateable; it is written by insert and swap only");
      }
      checkSize(limits, row);
    }
  }

  /** Refuses an immutable row and a value over the limit. */
  public static void checkInsert(Limits limits, ObjectRow row) {
    tokenOf(row);
    checkSize(limits, row);
  }

  /** Refuses an immutable row, a value over the limit, and a token that is not new. */
  public static void checkSwap(Limits limits, Token expected, ObjectRow next) {
    checkNew(next.key(), expected, tokenOf(next));
    checkSize(limits, next);
  }

  /** Refuses a token that is not new. */
  public static void checkSwap(Token expected, ReferenceRow next) {
    checkNew(next.key(), expected, next.token());
  }

  /** Refuses hashed names, which only updateable objects have. */
  public static void checkDelete(Collection<ObjectKey> keys) {
    for (ObjectKey key : keys) {
      if (key.id().isName()) {
        throw new IllegalArgumentException(
            key + " is a named updateable object; it is deleted by its token only");
      }
    }
  }

  private static Token tokenOf(ObjectRow row) {
    return row.token()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    row.key() + " is immutable; it has no token to write it conditionally"));
  }

  // If the token stayed the same, a delayed write that expects it could still be applied later.
  private static void checkNew(Object key, Token expected, Token next) {
    if (expected.equals(next)) {
      throw new IllegalArgumentException("a swap of " + key + " needs a new token");
    }
  }

  private static void checkSize(Limits limits, ObjectRow row) {
    if (row.value().length() > limits.maxValueBytes()) {
      throw new ValueTooLargeException(
          "the value of %s has %d bytes; a row of this backend takes at most %d"
              .formatted(row.key(), row.value().length(), limits.maxValueBytes()));
    }
  }
}
