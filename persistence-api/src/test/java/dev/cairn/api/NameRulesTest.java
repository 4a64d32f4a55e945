package dev.cairn.api;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One set of rules for every name that becomes part of a row key. */
class NameRulesTest {
  /** A place where a name goes: what messages call it, its limit, and how to put a name there. */
  record Place(String what, int maxBytes, Function<String, Object> maker) {
    void use(String name) {
      assertNotNull(maker.apply(name));
    }

    String refusal(String name) {
      return assertThrows(IllegalArgumentException.class, () -> use(name)).getMessage();
    }

    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Place> places() {
    Scope scope = new Scope("t", "c");
    ObjectId id = ObjectId.of(1);
    return Stream.of(
        new Place("tenant ID", 128, name -> new Scope(name, "c")),
        new Place("catalog ID", 128, name -> new Scope("t", name)),
        new Place("object type", 32, name -> new ObjectKey(scope, name, id)),
        new Place("object type", 32, name -> new ObjectRef(name, 1)),
        new Place("reference name", 256, name -> new ReferenceKey(scope, name)));
  }

  @ParameterizedTest
  @MethodSource("places")
  void anEmptyNameIsRefusedWithTheAllowedLength(Place place) {
    assertEquals(
        place.what + " is empty; give 1 to " + place.maxBytes + " bytes", place.refusal(""));
  }

  @ParameterizedTest
  @MethodSource("places")
  void aNameMayTakeExactlyTheLimitInBytes(Place place) {
    for (String character : List.of("x", "é", "€", "🚀")) {
      String name = nameOfBytes(character, place.maxBytes);
      assertDoesNotThrow(() -> place.use(name), character);
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void oneByteOverTheLimitIsRefusedWithBothNumbers(Place place) {
    for (String character : List.of("x", "é", "€", "🚀")) {
      String message = place.refusal(nameOfBytes(character, place.maxBytes + 1));
      assertTrue(message.startsWith(place.what + " takes "), message);
      assertTrue(message.contains((place.maxBytes + 1) + " bytes"), message);
      assertTrue(message.contains("at most " + place.maxBytes + " are allowed"), message);
      assertTrue(message.length() < 150, "the message must not repeat a long name: " + message);
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void controlCharactersAreRefusedWithCodeAndPosition(Place place) {
    for (char control : new char[] {0, 1, '\t', '\n', '\r', 0x1F, 0x7F, 0x80, 0x9F}) {
      assertEquals(
          "%s has the control character U+%04X at position 2; remove it"
              .formatted(place.what, (int) control),
          place.refusal("ab" + control + "c"));
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void halfOfASurrogatePairIsRefused(Place place) {
    for (String name : List.of("\uD83D", "a\uD83Db", "\uDE80", "\uDE80\uD83D")) {
      String message = place.refusal(name);
      assertTrue(message.startsWith(place.what + " is not well-formed Unicode"), message);
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void spacesSeparatorsAndAnyScriptAreLegal(Place place) {
    for (String name : List.of(" ", "/", ":", "..", "%00", "\u00A0", "\uFFFF", "Ω", "名", "🚀")) {
      assertDoesNotThrow(() -> place.use(name), name);
    }
  }

  @Test
  void aReferencedObjectHasANumberWithoutTheReservedTopBit() {
    assertEquals(Long.MAX_VALUE, new ObjectRef("type", Long.MAX_VALUE).id());
    var refused = assertThrows(IllegalArgumentException.class, () -> new ObjectRef("type", -1));
    assertTrue(refused.getMessage().contains("reserved top bit"), refused.getMessage());
  }

  @Test
  void aReferencedObjectIsFoundUnderItsTypeAndNumberInTheScope() {
    Scope scope = new Scope("t", "c");
    assertEquals(new ObjectKey(scope, "type", ObjectId.of(7)), new ObjectRef("type", 7).in(scope));
  }

  @Test
  void scopesAndReferencedObjectsSortByTheirPartsInOrder() {
    assertTrue(new Scope("a", "z").compareTo(new Scope("b", "a")) < 0);
    assertTrue(new Scope("a", "b").compareTo(new Scope("a", "c")) < 0);
    assertEquals(0, new Scope("a", "b").compareTo(new Scope("a", "b")));
    assertTrue(new ObjectRef("a", 9).compareTo(new ObjectRef("b", 1)) < 0);
    assertTrue(new ObjectRef("a", 2).compareTo(new ObjectRef("a", 10)) < 0);
  }

  @Test
  void messagesShowKeysAsPaths() {
    Scope scope = new Scope("t", "c");
    assertEquals("t/c", scope.toString());
    assertEquals("t/c/main", new ReferenceKey(scope, "main").toString());
    assertEquals(
        "t/c/type/000000000000000a", new ObjectKey(scope, "type", ObjectId.of(10)).toString());
    assertEquals("type/000000000000000a", new ObjectRef("type", 10).toString());
  }

  /** As many of {@code character} as fit, then as many {@code x} as are missing. */
  private static String nameOfBytes(String character, int bytes) {
    int each = Bytes.ofUtf8(character).length();
    return character.repeat(bytes / each) + "x".repeat(bytes % each);
  }
}
