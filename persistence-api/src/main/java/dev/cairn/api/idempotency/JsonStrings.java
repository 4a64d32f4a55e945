package dev.cairn.api.idempotency;

/** Strings as RFC 8785 writes them: only what JSON requires is escaped. */
final class JsonStrings {
  private static final String HEX = "0123456789abcdef";

  private JsonStrings() {}

  static void write(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean isPair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!isPair) {
          throw new IllegalArgumentException(
              "the JSON has half of a surrogate pair, U+%04X".formatted((int) c));
        }
        out.append(c).append(text.charAt(++i));
      } else {
        write(c, out);
      }
    }
    out.append('"');
  }

  private static void write(char c, StringBuilder out) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\f' -> out.append("\\f");
      case '\r' -> out.append("\\r");
      default -> {
        if (c < ' ') {
          out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
        } else {
          out.append(c);
        }
      }
    }
  }
}
