package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteWriterTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152})
  void theLengthOfSizedBytesIsKnownBefore(int length) {
    Bytes written = new ByteWriter(0).putSized(Bytes.wrap(new byte[length])).toBytes();
    assertEquals(written.length(), ByteWriter.sizedLength(length));
  }

  @Test
  void aNumberIsReplacedWhereItWasWritten() {
    ByteWriter out = new ByteWriter(0).putByte(1).putInt(0).putByte(2);
    out.setInt(1, 0x01020380);
    assertEquals(Bytes.ofHex("010102038002"), out.toBytes());
  }

  @Test
  void nothingIsReplacedThatWasNotWritten() {
    ByteWriter out = new ByteWriter(100).putInt(0);
    assertThrows(IndexOutOfBoundsException.class, () -> out.setInt(1, 0));
  }

  @Test
  void aChecksumIsOfWhatWasWritten() {
    CRC32C ofWriter = new CRC32C();
    CRC32C ofBytes = new CRC32C();
    new ByteWriter(100).putByte(1).putText("abc").addTo(ofWriter, 1);
    Bytes.ofHex("ff03616263").slice(1).addTo(ofBytes);
    assertEquals(ofBytes.getValue(), ofWriter.getValue());
  }
}
