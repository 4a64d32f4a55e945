package dev.cairn.iceberg.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Fields and elements that are cut out of JSON are those that a parser finds. */
class JsonFieldsTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] TEXTS = {
    "",
    "a",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\\"",
    "\u0001",
    "\u007f",
    "ü",
    "\ud83d\ude00",
    "\\u0022",
    "\"}",
    "],[",
    "\\\\"
  };

  @Property(tries = 500)
  void fieldsAreThoseOfTheTree(@ForAll long seed) {
    ObjectNode object = object(new Random(seed), 4);
    JsonFields fields = JsonFields.of(object.toString());
    Map<String, String> expected = new LinkedHashMap<>();
    object
        .properties()
        .forEach(
            field -> expected.put(JsonFields.escaped(field.getKey()), field.getValue().toString()));
    assertEquals(List.copyOf(expected.entrySet()), List.copyOf(fields.texts().entrySet()));
    assertEquals(JsonFields.of((JsonNode) object), fields);
    assertEquals(object.toString(), JsonFields.object(fields.texts()));
  }

  @Property(tries = 500)
  void elementsAreThoseOfTheTree(@ForAll long seed) {
    ArrayNode list = list(new Random(seed), 4);
    List<String> expected = new ArrayList<>();
    list.forEach(element -> expected.add(element.toString()));
    assertEquals(expected, JsonFields.elements(list.toString()));
  }

  @Example
  void onlyWantedAndMissingFieldsAreAdded() {
    Map<String, String> target = new LinkedHashMap<>(Map.of("kept", "1"));
    JsonFields.of("{\"kept\":2,\"new\":[3],\"not\":{},\"nor\":true}")
        .addTo(target, JsonFields.except(Set.of("not"), Set.of("nor")));
    assertEquals(Map.of("kept", "1", "new", "[3]"), target);
  }

  @Example
  void anEmptyObjectHasNoFields() {
    assertTrue(JsonFields.of("{}").texts().isEmpty());
    assertTrue(JsonFields.elements("[]").isEmpty());
    assertEquals("{}", JsonFields.object(Map.of()));
  }

  private static ObjectNode object(Random random, int depth) {
    ObjectNode object = NODES.objectNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      object.set(text(random), value(random, depth));
    }
    return object;
  }

  private static ArrayNode list(Random random, int depth) {
    ArrayNode list = NODES.arrayNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      list.add(value(random, depth));
    }
    return list;
  }

  private static JsonNode value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 7)) {
      case 0 -> NODES.numberNode(random.nextLong());
      case 1 -> NODES.numberNode(random.nextDouble());
      case 2 -> random.nextBoolean() ? NODES.nullNode() : NODES.booleanNode(random.nextBoolean());
      case 3, 4 -> NODES.textNode(text(random));
      case 5 -> list(random, depth - 1);
      default -> object(random, depth - 1);
    };
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(TEXTS[random.nextInt(TEXTS.length)]);
    }
    return text.toString();
  }
}
