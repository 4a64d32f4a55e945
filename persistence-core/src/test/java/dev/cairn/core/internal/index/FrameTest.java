package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.DamagedDataException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The bytes around every page, with an ID of which each byte differs: those of tests are small. */
class FrameTest {
  private static final long ID = 0x0102030405060708L;

  private static byte[] framed(byte[] body) {
    Sink sink = Frame.begin(body.length);
    sink.put(body);
    return Frame.seal(ID, sink);
  }

  @Test
  void theChecksumIsThatOfTheIdAndOfAllBytesBeforeIt() {
    byte[] framed = framed(new byte[] {3, 1, 4, 1, 5});
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(ID).flip());
    crc.update(framed, 0, Frame.HEADER + 5);
    assertEquals(crc.getValue(), Source.fixed(framed, Frame.HEADER + 5, Frame.CHECKSUM));
    assertArrayEquals(new byte[] {3, 1, 4, 1, 5}, Arrays.copyOfRange(framed, 1, 6));
  }

  @Test
  void bytesUnderAnIdThatDiffersInOneBitAreRefused() {
    byte[] framed = framed(new byte[] {1});
    assertEquals(Frame.HEADER + 1, Frame.check("page", ID, framed));
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long other = ID ^ 1L << bit;
      assertThrows(DamagedDataException.class, () -> Frame.check("page", other, framed));
    }
  }

  @Test
  void framesMayBeEmpty() {
    assertEquals(Frame.HEADER, Frame.check("page", ID, framed(new byte[0])));
    assertThrows(DamagedDataException.class, () -> Frame.check("page", ID, new byte[4]));
  }
}
