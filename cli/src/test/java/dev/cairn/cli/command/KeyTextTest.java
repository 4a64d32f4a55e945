package dev.cairn.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KeyTextTest {
  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void whereARangeBeginsMayBeWithinAnElement() {
    Bytes whole = Key.of("warehouse", "orders");
    assertEquals("warehouse/orders", KeyText.bound(whole));
    assertEquals("warehouse/ord…", KeyText.bound(whole.slice(0, 13)));
    assertEquals("ware…", KeyText.bound(whole.slice(0, 4)));
    assertEquals("", KeyText.bound(Bytes.empty()));
    Bytes cutCharacter = Key.of("größe").slice(0, 3);
    assertEquals("0x" + cutCharacter.toHex(), KeyText.bound(cutCharacter));
  }

  @Test
  void elementsAreSeparatedBySlashes() {
    assertEquals("warehouse/orders", KeyText.of(Key.of("warehouse", "orders")));
    assertEquals("/acme", KeyText.of(Key.of("", "acme")));
    assertEquals("50%25%2Fhalf", KeyText.of(Key.of("50%/half")));
    assertEquals("%0A%C2%9B", KeyText.of(Key.of("\n\u009b")));
    assertEquals("%30x00", KeyText.of(Key.of("0x00")));
    assertEquals("größe", KeyText.of(Key.of("größe")));
  }

  @Test
  void whatIsNotMadeOfElementsIsHexadecimal() {
    assertEquals("0x6162", KeyText.of(Bytes.ofUtf8("ab")));
    assertEquals("0x", KeyText.of(Bytes.empty()));
    assertEquals("%FF", KeyText.of(Key.of(List.of(Bytes.ofHex("ff")))));
  }

  @Test
  void aPrefixMayEndWithASlash() {
    assertEquals(Key.of("a", "b"), KeyText.parsePrefix("a/b/"));
    assertEquals(Key.of("a", "b"), KeyText.parsePrefix("a/b"));
    assertEquals(Bytes.empty(), KeyText.parsePrefix(""));
  }

  @Test
  void brokenEscapesAreRefused() {
    for (String text : List.of("%", "a%2", "%zz", "0x1", "0xgg")) {
      assertThrows(IllegalArgumentException.class, () -> KeyText.parse(text), text);
    }
  }

  @Test
  void everyKeyComesBack() {
    RandomGenerator random = seed.random("keys");
    for (int i = 0; i < 5_000; i++) {
      Bytes key = random.nextBoolean() ? bytes(random, 12) : Key.of(elements(random));
      String text = KeyText.of(key);
      assertEquals(key, KeyText.parse(text), text);
      assertFalse(text.chars().anyMatch(Character::isISOControl), text);
    }
  }

  private static List<Bytes> elements(RandomGenerator random) {
    List<Bytes> elements = new ArrayList<>();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      elements.add(
          random.nextBoolean()
              ? bytes(random, 5)
              : Bytes.ofUtf8(
                  List.of("", "a", "0x", "%", "/", "ö", "\u0000", "😀").get(random.nextInt(8))));
    }
    return elements;
  }

  private static Bytes bytes(RandomGenerator random, int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
