package dev.cairn.api.idempotency;

import dev.cairn.api.InvalidRequestException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rule for valid idempotency keys. */
public enum KeyRule {
  /** 1 to 255 letters, digits, {@code _}, {@code .} and {@code -}, the first a letter or digit. */
  PATTERN {
    @Override
    String check(String text) {
      if (text.isEmpty() || text.length() > MAX_LENGTH) {
        throw new InvalidRequestException(
            "an idempotency key has 1 to %d characters, this one has %d"
                .formatted(MAX_LENGTH, text.length()));
      }
      if (!TEXT.matcher(text).matches()) {
        throw new InvalidRequestException(
            "the idempotency key '%s' does not match %s; send letters, digits, '_', '.' and '-', the first of them a letter or digit"
                .formatted(shown(text), TEXT.pattern()));
      }
      return text;
    }
  },

  /**
   * A UUID in the form of RFC 9562: 36 characters, any version. Version 7 is preferred: it consists
   * of the time and 74 random bits.
   */
  UUID {
    @Override
    String check(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      if (!isUuid(lower)) {
        throw new InvalidRequestException(
            "the idempotency key '%s' is not a UUID of 36 characters, such as 01939c5e-7a31-7cc3-98c4-dc0c0c07398f; version 7 is preferred"
                .formatted(shown(text)));
      }
      return lower;
    }
  };

  /** The maximum length of a key. */
  public static final int MAX_LENGTH = 255;

  private static final int MAX_SHOWN = 64;
  private static final Pattern TEXT = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*");
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

  /**
   * Parses a key that a client sent.
   *
   * @throws InvalidRequestException if this rule does not allow it
   */
  public IdempotencyKey parse(String text) {
    return new IdempotencyKey(check(text));
  }

  abstract String check(String text);

  static boolean isUuid(String text) {
    return UUID_TEXT.matcher(text).matches();
  }

  // A header may contain characters that would corrupt a log.
  private static String shown(String text) {
    String printable = text.replaceAll("[^ -~]", "?");
    return printable.length() <= MAX_SHOWN ? printable : printable.substring(0, MAX_SHOWN) + "…";
  }
}
