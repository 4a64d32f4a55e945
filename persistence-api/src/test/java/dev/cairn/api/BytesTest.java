package dev.cairn.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BytesTest {
  @Test
  void copyOfIsNotAffectedByLaterWritesToTheArray() {
    byte[] array = {1, 2, 3};
    Bytes bytes = Bytes.copyOf(array);
    array[0] = 9;
    assertEquals(Bytes.ofHex("010203"), bytes);
  }

  @Test
  void toByteArrayGivesAFreshArray() {
    Bytes bytes = Bytes.ofHex("010203");
    bytes.toByteArray()[0] = 9;
    assertEquals("010203", bytes.toHex());
  }

  @Test
  void orderIsByUnsignedBytesAndAPrefixComesFirst() {
    List<String> sorted = List.of("", "00", "0000", "01", "7f", "7fff", "80", "8000", "ff", "ffff");
    assertEquals(
        sorted,
        Stream.of("ffff", "80", "", "7f", "00", "ff", "8000", "01", "0000", "7fff")
            .map(Bytes::ofHex)
            .sorted()
            .map(Bytes::toHex)
            .toList());
  }

  @Test
  void aSliceIsEqualToACopyOfTheSameBytes() {
    Bytes slice = Bytes.ofHex("ff0102ff").slice(1, 3);
    Bytes copy = Bytes.ofHex("0102");
    assertEquals(copy, slice);
    assertEquals(copy.hashCode(), slice.hashCode());
    assertEquals(0, copy.compareTo(slice));
    assertEquals(2, slice.length());
    assertEquals(1, slice.get(0));
    assertEquals("0102", slice.toHex());
    assertArrayEquals(new byte[] {1, 2}, slice.toByteArray());
    assertEquals(copy, Bytes.ofHex("ff0102").slice(1));
    assertEquals(Bytes.ofHex("02"), slice.slice(1));
  }

  @Test
  void differentBytesOrLengthsAreNotEqual() {
    assertNotEquals(Bytes.ofHex("0102"), Bytes.ofHex("0103"));
    assertNotEquals(Bytes.ofHex("0102"), Bytes.ofHex("010200"));
    assertNotEquals(Bytes.empty(), Bytes.ofHex("00"));
  }

  @Test
  void aSliceDoesNotReachBeyondItsEnds() {
    Bytes slice = Bytes.ofHex("ff0102ff").slice(1, 3);
    assertThrows(IndexOutOfBoundsException.class, () -> slice.get(2));
    assertThrows(IndexOutOfBoundsException.class, () -> slice.get(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> slice.slice(0, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> slice.slice(-1));
  }

  @Test
  void startsWithLooksAtWholePrefixes() {
    Bytes bytes = Bytes.ofHex("00010203").slice(1);
    assertTrue(bytes.startsWith(Bytes.empty()));
    assertTrue(bytes.startsWith(Bytes.ofHex("0102")));
    assertTrue(bytes.startsWith(bytes));
    assertFalse(bytes.startsWith(Bytes.ofHex("0103")));
    assertFalse(bytes.startsWith(Bytes.ofHex("01020304")));
  }

  @Test
  void theByteBufferViewIsReadOnlyAndStartsAtZero() {
    var buffer = Bytes.ofHex("ff0102").slice(1).toByteBuffer();
    assertEquals(0, buffer.position());
    assertEquals(2, buffer.remaining());
    assertEquals(1, buffer.get(0));
    assertThrows(ReadOnlyBufferException.class, () -> buffer.put(0, (byte) 9));
  }

  @Test
  void copyToWritesBehindTheOffset() {
    byte[] target = new byte[4];
    Bytes.ofHex("ff0102").slice(1).copyTo(target, 1);
    assertArrayEquals(new byte[] {0, 1, 2, 0}, target);
  }

  @Test
  void textIsUtf8() {
    assertEquals("c3a9e282acf09f9a80", Bytes.ofUtf8("é€🚀").toHex());
    assertEquals("é€🚀", Bytes.ofHex("c3a9e282acf09f9a80").toUtf8());
  }

  @Test
  void toStringOfLongValuesIsShort() {
    assertEquals("bytes[0102]", Bytes.ofHex("0102").toString());
    assertEquals("bytes[1000: " + "00".repeat(16) + "…]", Bytes.wrap(new byte[1000]).toString());
  }

  @Test
  void thereIsOneEmptyValue() {
    assertTrue(Bytes.wrap(new byte[0]).isEmpty());
    assertEquals(Bytes.empty(), Bytes.ofHex("01").slice(1));
    assertFalse(Bytes.ofHex("00").isEmpty());
  }
}
