package dev.cairn.core.idempotency;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Fingerprint;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON in the one spelling of RFC 8785, so that a payload has the same fingerprint however its
 * client writes it: no spaces, names in order, numbers as ECMAScript writes them.
 *
 * <p>With one exception: a number written as an integer keeps its digits, however large. RFC 8785
 * takes every number for a double, and two snapshot IDs above 2^53 could share a fingerprint. Up to
 * 2^53 both are the same.
 */
public final class CanonicalJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final String HEX = "0123456789abcdef";

  private CanonicalJson() {}

  /** The fingerprint of {@code json}, whatever its spelling. */
  public static Fingerprint fingerprint(Bytes json) {
    return Fingerprint.ofBytes(Bytes.ofUtf8(of(json)));
  }

  /**
   * {@code json} in its one spelling.
   *
   * @throws IllegalArgumentException if it is not one JSON value in UTF-8, has a name twice in an
   *     object, half of a surrogate pair, or a number that no double comes near to
   */
  public static String of(Bytes json) {
    String text = decode(json);
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new IllegalArgumentException("the JSON is empty");
      }
      StringBuilder out = new StringBuilder(text.length());
      write(parser, out);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("the JSON has more than one value");
      }
      return out.toString();
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
    }
  }

  // Strictly: a lenient decoder would take different bytes for the same text.
  private static String decode(Bytes json) {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(json.toByteBuffer());
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the JSON is not well-formed UTF-8", e);
    }
  }

  // The parser bounds the depth of nesting.
  private static void write(JsonParser parser, StringBuilder out) throws IOException {
    JsonToken token = parser.currentToken();
    switch (token) {
      case START_OBJECT -> writeObject(parser, out);
      case START_ARRAY -> {
        out.append('[');
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
          out.append(i == 0 ? "" : ",");
          write(parser, out);
        }
        out.append(']');
      }
      case VALUE_STRING -> writeString(parser.getText(), out);
      case VALUE_NUMBER_INT -> out.append(parser.getText().equals("-0") ? "0" : parser.getText());
      case VALUE_NUMBER_FLOAT -> out.append(EcmaNumbers.format(toDouble(parser.getText())));
      case VALUE_TRUE -> out.append("true");
      case VALUE_FALSE -> out.append("false");
      case VALUE_NULL -> out.append("null");
      default -> throw new IllegalArgumentException("not JSON: unexpected " + token);
    }
  }

  private static double toDouble(String number) {
    double value = Double.parseDouble(number);
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException("the JSON has a number too large for a double: " + number);
    }
    return value;
  }

  // Java compares strings by UTF-16 code units, which is the order that RFC 8785 asks for.
  private static void writeObject(JsonParser parser, StringBuilder out) throws IOException {
    Map<String, String> members = new TreeMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      StringBuilder value = new StringBuilder();
      write(parser, value);
      members.put(name, value.toString());
    }
    out.append('{');
    String separator = "";
    for (Map.Entry<String, String> member : members.entrySet()) {
      out.append(separator);
      writeString(member.getKey(), out);
      out.append(':').append(member.getValue());
      separator = ",";
    }
    out.append('}');
  }

  private static void writeString(String text, StringBuilder out) {
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
        writeChar(c, out);
      }
    }
    out.append('"');
  }

  private static void writeChar(char c, StringBuilder out) {
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
