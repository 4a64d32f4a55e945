package dev.cairn.iceberg.server;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A request of the fuzzer, in parts that are changed apart. */
record FuzzedRequest(Map<Part, String> parts) {
  /** Where malformed text can come in. */
  enum Part {
    METHOD,
    PATH,
    QUERY,
    KEY,
    /** The value of all other headers that the server reads. */
    HEADER,
    BODY,
    /** The content of the metadata file that the body names. */
    FILE
  }

  /** Text that parsers stumble over. */
  private static final List<String> TOKENS =
      List.of(
          "%",
          "%00",
          "%1F",
          "%2F",
          "%ff",
          "%c0%af",
          "%ed%a0%80",
          "..",
          "%2e",
          "//",
          ";",
          "?",
          "&",
          "=",
          "+",
          "#",
          "\\ud800",
          "\\udc00",
          "\\u0000",
          "\u0000",
          "\u001f",
          "\ud83d\ude00",
          "\"",
          "\\\"",
          "{",
          "}",
          "[",
          "]",
          "null",
          "true",
          "-1",
          "0",
          "2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "1e999",
          "0.1",
          "{}",
          "[]",
          "\"\"",
          ",",
          ":",
          "n",
          "t",
          "struct",
          "list",
          "map",
          "decimal(99,99)",
          "fixed[-1]",
          "file:/",
          "file:/../..",
          "s3://",
          "-9999999999999999999999",
          "[[[[[[[[",
          "\"type\":");

  /** What a change of most parts would not often hit: the body is where the parsers are. */
  private static final List<Part> CHANGED =
      List.of(
          Part.METHOD,
          Part.PATH,
          Part.PATH,
          Part.QUERY,
          Part.QUERY,
          Part.KEY,
          Part.HEADER,
          Part.BODY,
          Part.BODY,
          Part.BODY,
          Part.BODY,
          Part.BODY,
          Part.BODY,
          Part.FILE,
          Part.FILE);

  FuzzedRequest {
    parts = Map.copyOf(parts);
  }

  static FuzzedRequest of(String method, String path, String query, String key, String body) {
    return new FuzzedRequest(
        Map.of(
            Part.METHOD, method,
            Part.PATH, path,
            Part.QUERY, query,
            Part.KEY, key,
            Part.BODY, body));
  }

  static FuzzedRequest get(String path, String query) {
    return of("GET", path, query, "", "");
  }

  String part(Part part) {
    return parts.getOrDefault(part, "");
  }

  FuzzedRequest with(Part part, String text) {
    Map<Part, String> changed = new EnumMap<>(Part.class);
    changed.putAll(parts);
    changed.put(part, text);
    return new FuzzedRequest(changed);
  }

  /** A part as bytes. One character is one byte where possible: so they are not always UTF-8. */
  byte[] bytes(Part part) {
    String text = part(part);
    return text.getBytes(
        text.chars().allMatch(each -> each < 256)
            ? StandardCharsets.ISO_8859_1
            : StandardCharsets.UTF_8);
  }

  /** This request with one part changed, perhaps to what {@code other} has there. */
  FuzzedRequest changed(FuzzedRequest other, Random random) {
    Part part = CHANGED.get(random.nextInt(CHANGED.size()));
    if (part == Part.METHOD || random.nextInt(10) == 0) {
      return with(part, other.part(part));
    }
    if (part == Part.FILE && part(part).isEmpty()) {
      part = Part.BODY;
    }
    return with(part, changed(part(part), other.part(part), random));
  }

  private static String changed(String text, String other, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(12));
    String middle =
        switch (random.nextInt(6)) {
          case 0 -> "";
          case 1 -> Character.toString(random.nextInt(256));
          case 2 -> text.substring(from, to).repeat(2 + random.nextInt(60));
          case 3 -> other.substring(random.nextInt(other.length() + 1));
          default -> TOKENS.get(random.nextInt(TOKENS.size()));
        };
    return text.substring(0, from) + middle + text.substring(random.nextBoolean() ? to : from);
  }

  /** As Java's text, so that a failure can be repeated. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Part each : Part.values()) {
      if (!part(each).isEmpty()) {
        text.append(each).append(' ').append(escaped(part(each))).append('\n');
      }
    }
    return text.toString();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each >= ' ' && each < 127) {
        escaped.append(each);
      } else {
        escaped.append("\\u").append(Integer.toHexString(0x10000 | each), 1, 5);
      }
    }
    return escaped.toString();
  }
}
