package dev.cairn.api.internal;

import java.nio.charset.StandardCharsets;

/**
 * Encodes text as UTF-8 and refuses malformed text.
 *
 * <p>Half of a surrogate pair is not a character, and Java encodes it as {@code '?'}. Two different
 * texts would then share a key, a row or a hash.
 */
public final class Utf8 {
  private static final int SHOWN_BEFORE = 24;
  private static final int SHOWN_AFTER = 8;

  private Utf8() {}

  /**
   * {@code text} in UTF-8.
   *
   * @param what the role of the text, for the message
   * @throws IllegalArgumentException if the text is malformed
   */
  public static byte[] encode(String what, String text) {
    return checked(what, text).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns {@code text} if it is well-formed Unicode.
   *
   * @param what the role of the text, for the message
   * @throws IllegalArgumentException if it has half of a surrogate pair
   */
  public static String checked(String what, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!isPair(text, i)) {
          throw malformed(what, text, i);
        }
        i++;
      }
    }
    return text;
  }

  private static boolean isPair(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1));
  }

  private static IllegalArgumentException malformed(String what, String text, int at) {
    return new IllegalArgumentException(
        "%s is not well-formed Unicode: '%s' has half of a surrogate pair, U+%04X, at position %d; send text without it, or bytes"
            .formatted(what, shown(text, at), (int) text.charAt(at), at));
  }

  private static String shown(String text, int at) {
    int from = Math.max(0, at - SHOWN_BEFORE);
    int to = Math.min(text.length(), at + 1 + SHOWN_AFTER);
    StringBuilder shown = new StringBuilder(from > 0 ? "…" : "");
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c) && i + 1 < to && isPair(text, i)) {
        shown.append(c).append(text.charAt(++i));
      } else if (Character.isSurrogate(c) || Character.isISOControl(c)) {
        shown.append("\\u%04X".formatted((int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.append(to < text.length() ? "…" : "").toString();
  }
}
