package dev.cairn.api;

import dev.cairn.api.internal.Utf8;

/** Checks names that become part of a key, directly or as a hash. */
public final class Names {
  private Names() {}

  /**
   * Returns {@code name} if it is not empty, has no control character, is well-formed Unicode and
   * takes at most {@code maxBytes} in UTF-8.
   *
   * @throws IllegalArgumentException if not, with the rule that it breaks
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
    int bytes = Utf8.encode(what, name).length;
    if (bytes > maxBytes) {
      throw new IllegalArgumentException(
          "%s takes %d bytes in UTF-8, at most %d are allowed: '%s…'"
              .formatted(what, bytes, maxBytes, abbreviate(name)));
    }
    return name;
  }

  // The common case. An index creates an ObjectRef for each entry it lists, and the full check with
  // its encoder took longer than the rest of reading the entry.
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

  private static String abbreviate(String name) {
    int end = name.offsetByCodePoints(0, Math.min(16, name.codePointCount(0, name.length())));
    return name.substring(0, end);
  }
}
