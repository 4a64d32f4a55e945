package dev.cairn.api.idempotency;

import dev.cairn.api.internal.Utf8;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Normalizes paths by the rules of RFC 3986 that preserve their meaning. */
final class ResourcePath {
  // Characters besides letters and digits that need no encoding in a path segment.
  private static final String PLAIN = "-._~!$&'()*+,;=:@";

  private ResourcePath() {}

  static String normalize(String path) {
    if (path.indexOf('?') >= 0 || path.indexOf('#') >= 0) {
      throw new IllegalArgumentException(
          "the path of a resource has a query or a fragment; give the path alone: " + path);
    }
    Deque<String> segments = new ArrayDeque<>();
    for (String segment : path.split("/", -1)) {
      String plain = recode(path, segment);
      if (plain.equals("..")) {
        segments.pollLast();
      } else if (!plain.isEmpty() && !plain.equals(".")) {
        segments.addLast(plain);
      }
    }
    return "/" + String.join("/", segments);
  }

  // Decodes and encodes again; an encoded slash stays encoded, because it is not a separator.
  private static String recode(String path, String segment) {
    byte[] bytes = decode(path, segment);
    StringBuilder text = new StringBuilder(segment.length());
    for (byte each : bytes) {
      char c = (char) (each & 0xff);
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (isLetter || PLAIN.indexOf(c) >= 0) {
        text.append(c);
      } else {
        text.append('%').append("%02x".formatted((int) c).toUpperCase(Locale.ROOT));
      }
    }
    return text.toString();
  }

  private static byte[] decode(String path, String segment) {
    byte[] raw = Utf8.encode("the path of a resource", segment);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(raw.length);
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] != '%') {
        decoded.write(raw[i]);
        continue;
      }
      int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException(
            "the path of a resource has a '%' without two hexadecimal digits: " + path);
      }
      decoded.write(16 * high + low);
      i += 2;
    }
    return decoded.toByteArray();
  }
}
