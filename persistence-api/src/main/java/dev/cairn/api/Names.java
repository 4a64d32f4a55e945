package dev.cairn.api;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The one check for every name that becomes part of a key, or of which a hash does. */
public final class Names {
  private Names() {}

  /**
   * Returns {@code name} if it is not empty, has no control character, is well-formed Unicode and
   * takes at most {@code maxBytes} in UTF-8; otherwise says which of these it breaks.
   */
  public static String check(String what, String name, int maxBytes) {
    if (isShortPlainAscii(name, maxBytes)) {
      return name;
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException(what + " is empty; give 1 to " + maxBytes + " bytes");
    }
    int control = firstControl(name);
    if (control >= 0) {
      throw new IllegalArgumentException(
          "%s has the control character U+%04X at position %d; remove it"
              .formatted(what, (int) name.charAt(control), control));
    }
    int bytes = utf8(what, name).remaining();
    if (bytes > maxBytes) {
      throw new IllegalArgumentException(
          "%s takes %d bytes in UTF-8, at most %d are allowed: '%s…'"
              .formatted(what, bytes, maxBytes, abbreviate(name)));
    }
    return name;
  }

  // Nearly every name. An index makes an ObjectRef for each entry it lists, and the full check with
  // its encoder took longer than all the rest of reading the entry.
  private static boolean isShortPlainAscii(String name, int maxBytes) {
    int length = name.length();
    if (length == 0 || length > maxBytes) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = name.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }

  private static int firstControl(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  /**
   * {@code name} in UTF-8. Half of a surrogate pair is refused: it would be encoded as '?', so two
   * different names would share one row.
   */
  static ByteBuffer utf8(String what, String name) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          what + " is not well-formed Unicode (it has half of a surrogate pair)", e);
    }
  }

  private static String abbreviate(String name) {
    int end = name.offsetByCodePoints(0, Math.min(16, name.codePointCount(0, name.length())));
    return name.substring(0, end);
  }
}
