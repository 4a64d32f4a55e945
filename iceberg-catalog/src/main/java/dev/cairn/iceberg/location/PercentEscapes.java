package dev.cairn.iceberg.location;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Percent escapes of URIs. */
final class PercentEscapes {
  private PercentEscapes() {}

  /** Decodes every well-formed escape; others stay. */
  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%'
          && i + 2 < bytes.length
          && hex(bytes[i + 1]) >= 0
          && hex(bytes[i + 2]) >= 0) {
        decoded.write(hex(bytes[i + 1]) * 16 + hex(bytes[i + 2]));
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  private static int hex(byte digit) {
    return Character.digit((char) digit, 16);
  }
}
