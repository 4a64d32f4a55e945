package dev.cairn.iceberg.server.rest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.iceberg.exceptions.BadRequestException;

/**
 * Decodes what clients put into URLs.
 *
 * <p>A plus sign is a space: clients up to 1.11 encode names as form data, and all known clients
 * encode a plus sign itself. Bytes that are not UTF-8 are refused rather than replaced, because two
 * different names must not become one.
 */
final class PathSegment {
  private PathSegment() {}

  static String decode(String encoded) {
    if (encoded.indexOf('%') < 0 && encoded.indexOf('+') < 0 && isAscii(encoded)) {
      return encoded;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char each = encoded.charAt(i);
      if (each == '%') {
        bytes.write(octet(encoded, i));
        i += 2;
      } else if (each == '+') {
        bytes.write(' ');
      } else if (each < 128) {
        bytes.write(each);
      } else {
        throw new BadRequestException(
            "Invalid URL: it has a character that is not ASCII; encode it as UTF-8 with percent signs");
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new BadRequestException(e, "Invalid URL: '%s' is not UTF-8", Shown.text(encoded));
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(each -> each < 128);
  }

  private static int octet(String text, int at) {
    int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
    if (high < 0 || low < 0) {
      throw new BadRequestException(
          "Invalid URL: '%s' has a percent sign without two hexadecimal digits", Shown.text(text));
    }
    return 16 * high + low;
  }
}
