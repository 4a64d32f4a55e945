package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.DamagedDataException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Numbers on both sides of each length: readers advance by the length that they compute. */
class VarintTest {
  private static byte[] written(long value) {
    Sink sink = new Sink(10);
    sink.putVarint(value);
    return sink.toByteArray();
  }

  private static void assertRead(long value) {
    byte[] bytes = written(value);
    assertEquals(bytes.length, Varint.size(value), "the length of " + value);
    assertEquals(value, Varint.readLong(bytes, 0, bytes.length));
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
    assertThrows(DamagedDataException.class, () -> Varint.readLong(cut, 0, cut.length));
    if (value <= Integer.MAX_VALUE) {
      int number = (int) value;
      assertEquals(bytes.length, Varint.size(number), "the length of " + number);
      assertEquals(number, Varint.read(bytes, 0, bytes.length));
    } else {
      assertThrows(DamagedDataException.class, () -> Varint.read(bytes, 0, bytes.length));
    }
  }

  @Test
  void everyLengthHasTheLengthThatIsWritten() {
    assertRead(0);
    for (int bits = 7; bits < Long.SIZE; bits += 7) {
      assertRead((1L << bits) - 1);
      if (bits < Long.SIZE - 1) {
        assertRead(1L << bits);
      }
    }
    assertRead(Integer.MAX_VALUE);
    assertRead(Integer.MAX_VALUE + 1L);
  }

  @Test
  void longerFormsOfANumberAreRefused() {
    assertThrows(
        DamagedDataException.class, () -> Varint.readLong(new byte[] {(byte) 0x85, 0}, 0, 2));
    assertThrows(DamagedDataException.class, () -> Varint.read(new byte[] {(byte) 0x80, 0}, 0, 2));
    byte[] endless = new byte[20];
    Arrays.fill(endless, (byte) 0xff);
    assertThrows(DamagedDataException.class, () -> Varint.readLong(endless, 0, 20));
  }
}
