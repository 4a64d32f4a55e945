package dev.cairn.api.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class KeyTest {
  /** Names of few elements of few bytes, mostly the awkward ones, so that many are alike. */
  @Provide
  Arbitrary<List<Bytes>> names() {
    Arbitrary<Byte> bytes =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.of((byte) 0, (byte) 1, (byte) 2, (byte) 'a', (byte) 0xff)),
            Tuple.of(1, Arbitraries.bytes()));
    return bytes.array(byte[].class).ofMaxSize(5).map(Bytes::copyOf).list().ofMaxSize(5);
  }

  private static int compareElements(List<Bytes> left, List<Bytes> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = left.get(i).compareTo(right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  @Property
  void keysAreOrderedElementByElement(
      @ForAll("names") List<Bytes> left, @ForAll("names") List<Bytes> right) {
    assertEquals(
        Integer.signum(compareElements(left, right)),
        Integer.signum(Key.of(left).compareTo(Key.of(right))));
  }

  @Property
  void aPrefixOfElementsIsAPrefixOfBytesAndNothingElseIs(
      @ForAll("names") List<Bytes> name, @ForAll("names") List<Bytes> other) {
    boolean begins = name.size() >= other.size() && name.subList(0, other.size()).equals(other);
    assertEquals(begins, Key.of(name).startsWith(Key.of(other)));
  }

  @Property
  void elementsComeBackAsTheyWere(@ForAll("names") List<Bytes> name) {
    assertEquals(name, Key.elements(Key.of(name)));
  }

  @Property
  void theFirstElementsOfAKeyAreTheKeyOfTheFirstElements(@ForAll("names") List<Bytes> name) {
    for (int i = 0; i <= name.size(); i++) {
      assertEquals(Key.of(name.subList(0, i)), Key.firstElements(Key.of(name), i));
    }
    assertEquals(Key.of(name), Key.firstElements(Key.of(name), name.size() + 1));
    for (int i = 1; i <= name.size() + 1; i++) {
      assertEquals(i == name.size(), Key.hasElements(Key.of(name), i));
    }
  }

  @Property
  void theEndOfAPrefixComesAfterAllItsKeysAndBeforeAllLaterOnes(
      @ForAll("names") List<Bytes> prefix, @ForAll("names") List<Bytes> other) {
    Bytes begin = Key.of(prefix);
    Bytes end = Key.afterPrefix(begin);
    Bytes key = Key.of(other);
    boolean isWithin = key.compareTo(begin) >= 0 && (end == null || key.compareTo(end) < 0);
    assertEquals(key.startsWith(begin), isWithin);
  }

  @Property
  void bytesThatAreNoKeyAreRefused(@ForAll byte[] bytes) {
    Bytes key = Bytes.copyOf(bytes);
    try {
      assertEquals(key, Key.of(Key.elements(key)));
    } catch (DamagedDataException expected) {
      assertTrue(expected.getMessage().contains("key"));
    }
  }

  @Example
  void textTakesOneByteMoreForEachElement() {
    assertEquals("610000620000".length() / 2 - 1, Key.of("a", "", "b").length());
    assertEquals(Bytes.ofHex("6100006200"), Key.of("a", "", "b"));
  }

  @Example
  void aNameOfFourKilobytesOfZerosHasAKeyAndAByteMoreHasNone() {
    Bytes longest = Bytes.wrap(new byte[Key.MAX_BYTES]);
    assertEquals(List.of(longest), Key.elements(Key.of(List.of(longest))));
    Bytes tooLong = Bytes.wrap(new byte[Key.MAX_BYTES + 1]);
    assertThrows(IllegalArgumentException.class, () -> Key.of(List.of(tooLong)));
  }

  @Example
  void theLongestKeyThereCanBeFits() {
    List<Bytes> elements = new ArrayList<>();
    elements.add(Bytes.wrap(new byte[Key.MAX_BYTES]));
    elements.addAll(Collections.nCopies(Key.MAX_ELEMENTS - 1, Bytes.empty()));
    assertEquals(Key.MAX_ENCODED_BYTES, Key.of(elements).length());
    elements.add(Bytes.empty());
    assertThrows(IllegalArgumentException.class, () -> Key.of(elements));
  }
}
