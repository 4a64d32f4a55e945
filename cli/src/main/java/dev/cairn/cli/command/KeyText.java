package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.index.Key;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Keys of indexes as people read and write them: elements with slashes between, such as {@code
 * warehouse/orders}. What would not come back otherwise is written as {@code %} and two hexadecimal
 * digits. A key that is not made of elements is written as {@code 0x} and its bytes.
 */
final class KeyText {
  private static final String RAW = "0x";

  private KeyText() {}

  static String of(Bytes key) {
    List<Bytes> elements;
    try {
      elements = Key.elements(key);
    } catch (DamagedDataException e) {
      return RAW + key.toHex();
    }
    if (elements.isEmpty() || !Key.of(elements).equals(key)) {
      return RAW + key.toHex();
    }
    String text = elements.stream().map(KeyText::escape).collect(Collectors.joining("/"));
    return text.startsWith(RAW) ? "%30" + text.substring(1) : text;
  }

  /**
   * Where a range of keys begins or ends. Indexes keep as much of a key there as is needed to tell
   * it from others, so it may end within an element: {@code warehouse/ord…} comes before all keys
   * that begin so. Nothing comes before all keys.
   */
  static String bound(Bytes key) {
    if (key.isEmpty()) {
      return "";
    }
    String text = of(key);
    String open = text.startsWith(RAW) ? of(ended(key)) : text;
    boolean isCut = !open.equals(text) && !open.startsWith(RAW) && !open.contains("%");
    return isCut ? open + "…" : text;
  }

  private static Bytes ended(Bytes key) {
    return Key.after(key); // a zero ends an element
  }

  private static String escape(Bytes element) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(element.toByteBuffer()).toString();
    } catch (CharacterCodingException e) {
      return element.toHex().toUpperCase(Locale.ROOT).replaceAll("(..)", "%$1");
    }
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            each -> {
              if (each == '%' || each == '/' || Character.isISOControl(each)) {
                for (byte one : Character.toString(each).getBytes(StandardCharsets.UTF_8)) {
                  escaped.append(String.format(Locale.ROOT, "%%%02X", one));
                }
              } else {
                escaped.appendCodePoint(each);
              }
            });
    return escaped.toString();
  }

  /**
   * The key that {@link #of} wrote as {@code text}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Bytes parse(String text) {
    if (text.startsWith(RAW)) {
      return Bytes.ofHex(text.substring(RAW.length()));
    }
    List<Bytes> elements = new ArrayList<>();
    for (String element : text.split("/", -1)) {
      elements.add(unescape(element));
    }
    return Key.of(elements);
  }

  /** The elements of the name {@code text}, a slash more or less at its end. */
  static Bytes parsePrefix(String text) {
    String elements = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    return elements.isEmpty() ? Bytes.empty() : parse(elements);
  }

  private static Bytes unescape(String element) {
    ByteBuffer bytes = Bytes.ofUtf8("an element of a key", element).toByteBuffer();
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      plain.write(next == '%' ? hex(element, bytes) : next);
    }
    return Bytes.wrap(plain.toByteArray());
  }

  private static int hex(String element, ByteBuffer bytes) {
    int high = bytes.hasRemaining() ? Character.digit(bytes.get(), 16) : -1;
    int low = bytes.hasRemaining() ? Character.digit(bytes.get(), 16) : -1;
    if (high < 0 || low < 0) {
      throw new IllegalArgumentException(
          "'%s' has a %% that two hexadecimal digits do not follow; write %%25 for the sign itself"
              .formatted(element));
    }
    return high << 4 | low;
  }
}
