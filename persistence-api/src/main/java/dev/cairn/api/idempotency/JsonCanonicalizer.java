package dev.cairn.api.idempotency;

import java.util.Map;
import java.util.TreeMap;

/**
 * Reads one JSON text as RFC 8259 defines it and writes its canonical form.
 *
 * <p>A parser of its own keeps the API free of dependencies: the engine's JSON library would reach
 * the class path of every backend.
 */
final class JsonCanonicalizer {
  private static final int MAX_DEPTH = 1_000;
  private static final int MAX_NUMBER_LENGTH = 1_000;
  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;

  private final String text;
  private int position;
  private int depth;

  JsonCanonicalizer(String text) {
    this.text = text;
  }

  String canonicalize() {
    skipSpace();
    if (isEnd()) {
      throw new IllegalArgumentException("the JSON is empty");
    }
    StringBuilder out = new StringBuilder(text.length());
    writeValue(out);
    skipSpace();
    if (!isEnd()) {
      throw problem("more than one value");
    }
    return out.toString();
  }

  private void writeValue(StringBuilder out) {
    char first = peek();
    switch (first) {
      case '{' -> writeObject(out);
      case '[' -> writeArray(out);
      case '"' -> JsonStrings.write(readString(), out);
      case 't' -> writeLiteral("true", out);
      case 'f' -> writeLiteral("false", out);
      case 'n' -> writeLiteral("null", out);
      default -> {
        if (first != '-' && !isDigit(first)) {
          throw problem("no value");
        }
        writeNumber(out);
      }
    }
  }

  // A TreeMap compares names by UTF-16 code units, the order that RFC 8785 requires.
  private void writeObject(StringBuilder out) {
    enter();
    Map<String, String> members = new TreeMap<>();
    boolean isMore = !skipIf('}');
    while (isMore) {
      skipSpace();
      if (peek() != '"') {
        throw problem("no name");
      }
      String name = readString();
      expect(':');
      skipSpace();
      StringBuilder value = new StringBuilder();
      writeValue(value);
      if (members.put(name, value.toString()) != null) {
        throw problem("a name that the object has already, '%s'".formatted(name));
      }
      isMore = isMoreBefore('}');
    }
    depth--;
    out.append('{');
    String separator = "";
    for (Map.Entry<String, String> member : members.entrySet()) {
      out.append(separator);
      JsonStrings.write(member.getKey(), out);
      out.append(':').append(member.getValue());
      separator = ",";
    }
    out.append('}');
  }

  private void writeArray(StringBuilder out) {
    enter();
    out.append('[');
    boolean isMore = !skipIf(']');
    while (isMore) {
      skipSpace();
      writeValue(out);
      isMore = isMoreBefore(']');
      out.append(isMore ? "," : "");
    }
    depth--;
    out.append(']');
  }

  private void enter() {
    position++;
    if (++depth > MAX_DEPTH) {
      throw problem("nesting of more than %s levels".formatted(MAX_DEPTH));
    }
  }

  private boolean isMoreBefore(char end) {
    if (skipIf(end)) {
      return false;
    }
    expect(',');
    return true;
  }

  private void writeLiteral(String literal, StringBuilder out) {
    if (!text.startsWith(literal, position)) {
      throw problem("no value");
    }
    position += literal.length();
    out.append(literal);
  }

  private void writeNumber(StringBuilder out) {
    int begin = position;
    skipIfNext('-');
    if (!skipIfNext('0')) {
      skipDigits();
    }
    boolean isInteger = true;
    if (skipIfNext('.')) {
      isInteger = false;
      skipDigits();
    }
    if (skipIfNext('e') || skipIfNext('E')) {
      isInteger = false;
      boolean unused = skipIfNext('+') || skipIfNext('-');
      skipDigits();
    }
    String number = text.substring(begin, position);
    if (number.length() > MAX_NUMBER_LENGTH) {
      throw problem("a number of more than %s characters".formatted(MAX_NUMBER_LENGTH));
    }
    if (isInteger) {
      out.append(number.equals("-0") ? "0" : number);
    } else {
      out.append(EcmaNumbers.format(toDouble(number)));
    }
  }

  private double toDouble(String number) {
    double value = Double.parseDouble(number);
    if (Double.isInfinite(value)) {
      throw problem("a number too large for a double, " + number);
    }
    return value;
  }

  private void skipDigits() {
    if (isEnd() || !isDigit(text.charAt(position))) {
      throw problem("no digit");
    }
    while (!isEnd() && isDigit(text.charAt(position))) {
      position++;
    }
  }

  private String readString() {
    position++;
    StringBuilder read = new StringBuilder();
    for (char c = next(); c != '"'; c = next()) {
      if (c < ' ') {
        throw problem("a control character in a string");
      }
      read.append(c == '\\' ? readEscape() : c);
    }
    return read.toString();
  }

  private char readEscape() {
    char c = next();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'f' -> '\f';
      case 'r' -> '\r';
      case 'u' -> readCodeUnit();
      default -> throw problem("an unknown escape");
    };
  }

  private char readCodeUnit() {
    int unit = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
      char c = next();
      int digit = c < 128 ? Character.digit(c, HEX) : -1;
      if (digit < 0) {
        throw problem("no hexadecimal digit");
      }
      unit = unit * HEX + digit;
    }
    return (char) unit;
  }

  private void skipSpace() {
    while (!isEnd() && " \t\n\r".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private boolean skipIf(char c) {
    skipSpace();
    return skipIfNext(c);
  }

  private boolean skipIfNext(char c) {
    boolean isNext = !isEnd() && text.charAt(position) == c;
    position += isNext ? 1 : 0;
    return isNext;
  }

  private void expect(char c) {
    if (!skipIf(c)) {
      throw problem("no '%s'".formatted(c));
    }
  }

  private char peek() {
    if (isEnd()) {
      throw problem("the end of the text");
    }
    return text.charAt(position);
  }

  private char next() {
    char c = peek();
    position++;
    return c;
  }

  private boolean isEnd() {
    return position == text.length();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private IllegalArgumentException problem(String found) {
    return new IllegalArgumentException("not JSON: %s at character %d".formatted(found, position));
  }
}
