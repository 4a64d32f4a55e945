package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.CanonicalJson;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Canonical JSON agrees with Jackson on what JSON is and what it means. */
class CanonicalJsonOracleTest {
  private static final ObjectMapper JACKSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"a\"",
    "\"b\"",
    "\"\\u0061\"",
    "\"\\n\\/\"",
    "\"",
    "\\",
    "0",
    "1",
    "-",
    "12",
    ".5",
    "e3",
    "E-2",
    "+",
    "true",
    "false",
    "null",
    "nul",
    " ",
    "\n",
    "\t",
    "\u0001"
  };

  @Property
  void randomTextIsReadAsJacksonReadsIt(@ForAll long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      StringBuilder text = new StringBuilder();
      for (int left = 1 + random.nextInt(8); left > 0; left--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      check(text.toString());
    }
  }

  @Property
  void damagedJsonIsReadAsJacksonReadsIt(@ForAll long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      StringBuilder text = new StringBuilder();
      append(text, random, 4);
      check(text.toString());
      text.setCharAt(random.nextInt(text.length()), "{}[],:\"01-.eE tn".charAt(random.nextInt(16)));
      check(text.toString());
    }
  }

  private static void append(StringBuilder text, Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 6 : 4);
    switch (kind) {
      case 0 -> text.append(random.nextInt(2000) - 1000);
      case 1 -> text.append(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
      case 2 -> text.append("\"x\\t").append((char) (0x4E00 + random.nextInt(100))).append('"');
      case 3 -> text.append(random.nextBoolean() ? "null" : "true");
      default -> {
        boolean isArray = kind == 4;
        text.append(isArray ? "[" : "{");
        for (int i = random.nextInt(3); i >= 0; i--) {
          text.append(isArray ? " " : "\"k" + i + "\" :");
          append(text, random, depth - 1);
          text.append(i == 0 ? "" : ",");
        }
        text.append(isArray ? "]" : "}");
      }
    }
  }

  private static void check(String text) {
    Optional<JsonNode> expected = jackson(text);
    Optional<String> canonical = canonical(text);
    assertEquals(expected.isPresent(), canonical.isPresent(), text);
    canonical.ifPresent(
        found ->
            assertEquals(
                normalized(expected.get()), normalized(jackson(found).orElseThrow()), text));
  }

  private static Optional<String> canonical(String text) {
    try {
      return Optional.of(CanonicalJson.of(Bytes.ofUtf8(text)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> jackson(String text) {
    try {
      JsonNode read = JACKSON.readTree(text);
      // Jackson reads a number that is too large for a double as infinite.
      boolean isRefused = read.isMissingNode() || normalized(read).contains("Infinity");
      return isRefused ? Optional.empty() : Optional.of(read);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** As text in which equal numbers look alike, written as integers or not. */
  private static String normalized(JsonNode node) {
    if (node.isNumber()) {
      return Double.toString(node.doubleValue() + 0.0);
    }
    StringBuilder out = new StringBuilder(node.getNodeType().name());
    if (node.isContainerNode()) {
      Map<String, String> members = new TreeMap<>();
      int at = 0;
      Iterator<String> names = node.fieldNames();
      for (JsonNode child : node) {
        members.put(node.isObject() ? names.next() : "%04d".formatted(at++), normalized(child));
      }
      return out.append(members).toString();
    }
    return out.append(node.asText()).toString();
  }
}
