package dev.cairn.api.idempotency;

import java.util.Locale;
import java.util.regex.Pattern;

/** Which keys a server takes. */
public enum KeyRule {
  /** 1 to 255 letters, digits, {@code _}, {@code .} and {@code -}, the first a letter or digit. */
  PATTERN {
    @Override
    String check(String text) {
      if (text.isEmpty() || text.length() > MAX_LENGTH) {
        throw new InvalidIdempotencyKeyException(
            "an idempotency key has 1 to %d characters, this one has %d"
                .formatted(MAX_LENGTH, text.length()));
      }
      if (!TEXT.matcher(text).matches()) {
        throw new InvalidIdempotencyKeyException(
            "the idempotency key '%s' does not match %s; send letters, digits, '_', '.' and '-', the first of them a letter or digit"
                .formatted(shown(text), TEXT.pattern()));
      }
      return text;
    }
  },

  /**
   * A UUID as RFC 9562 writes it: 36 characters, any of its versions. Version 7 is preferred: it is
   * made of the time and 74 random bits, so keys are unique without a look at others.
   */
  UUID {
    @Override
    String check(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      if (!isUuid(lower)) {
        throw new InvalidIdempotencyKeyException(
            "the idempotency key '%s' is not a UUID of 36 characters, such as 01939c5e-7a31-7cc3-98c4-dc0c0c07398f; version 7 is preferred"
                .formatted(shown(text)));
      }
      return lower;
    }
  };

  /** How long a key may be. */
  public static final int MAX_LENGTH = 255;

  private static final int MAX_SHOWN = 64;
  private static final Pattern TEXT = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*");
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

  /**
   * The key that a client sent as {@code text}.
   *
   * @throws InvalidIdempotencyKeyException if this rule does not allow it
   */
  public IdempotencyKey parse(String text) {
    return new IdempotencyKey(check(text));
  }

  abstract String check(String text);

  static boolean isUuid(String text) {
    return UUID_TEXT.matcher(text).matches();
  }

  // A header may hold anything, also what would spoil a log.
  private static String shown(String text) {
    String printable = text.replaceAll("[^ -~]", "?");
    return printable.length() <= MAX_SHOWN ? printable : printable.substring(0, MAX_SHOWN) + "…";
  }
}
