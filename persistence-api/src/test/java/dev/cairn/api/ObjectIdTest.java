package dev.cairn.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectIdTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 255, 256, Long.MAX_VALUE})
  void aNumberComesBackFromItsEightBytes(long number) {
    ObjectId id = ObjectId.of(number);
    assertEquals(8, id.bytes().length());
    assertEquals(number, id.toLong());
    assertFalse(id.isName());
    assertEquals(id, ObjectId.ofBytes(id.bytes()));
    assertEquals("%016x".formatted(number), id.toString());
  }

  @Test
  void theReservedTopBitIsRefusedAsNumberAndAsBytes() {
    for (long number : new long[] {-1, Long.MIN_VALUE}) {
      var refused = assertThrows(IllegalArgumentException.class, () -> ObjectId.of(number));
      assertTrue(refused.getMessage().contains(Long.toHexString(number)), refused.getMessage());
      assertTrue(refused.getMessage().contains("reserved top bit"), refused.getMessage());
    }
    Bytes topBitSet = Bytes.ofHex("8000000000000000");
    assertThrows(IllegalArgumentException.class, () -> ObjectId.ofBytes(topBitSet));
  }

  @Test
  void aNameIsHashedWithSha256() {
    ObjectId id = ObjectId.ofName("abc");
    assertTrue(id.isName());
    assertEquals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", id.toString());
    assertEquals(id, ObjectId.ofBytes(id.bytes()));
    assertNotEquals(id, ObjectId.ofName("abd"));
  }

  @Test
  void aHashedNameIsNoNumber() {
    ObjectId id = ObjectId.ofName("abc");
    var refused = assertThrows(IllegalStateException.class, id::toLong);
    assertTrue(refused.getMessage().contains(id.toString()), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 9, 16, 31, 33})
  void otherLengthsAreRefused(int length) {
    Bytes bytes = Bytes.wrap(new byte[length]);
    var refused = assertThrows(IllegalArgumentException.class, () -> ObjectId.ofBytes(bytes));
    assertTrue(refused.getMessage().contains("8 or 32 bytes, not " + length));
  }

  @Test
  void numbersSortInTheOrderInWhichTheyWereMade() {
    List<Long> sorted = List.of(0L, 1L, 127L, 128L, 255L, 256L, 1L << 40, Long.MAX_VALUE);
    assertEquals(
        sorted,
        Stream.of(256L, Long.MAX_VALUE, 0L, 255L, 1L << 40, 128L, 1L, 127L)
            .map(ObjectId::of)
            .sorted()
            .map(ObjectId::toLong)
            .toList());
  }

  // Half of a surrogate pair would be hashed as '?', and the stored name would not be the one
  // given.
  @Test
  void fullNamesAreNotEmptyAndWellFormed() {
    assertThrows(IllegalArgumentException.class, () -> ObjectId.ofName(""));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ObjectId.ofName("a\uD800"));
    assertTrue(e.getMessage().contains("surrogate"), e.getMessage());
    assertNotEquals(ObjectId.ofName("a\u0000b"), ObjectId.ofName("ab"));
  }
}
