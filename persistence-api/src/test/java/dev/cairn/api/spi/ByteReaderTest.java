package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteReaderTest {
  @Test
  void everythingWrittenIsReadBackInOrder() {
    Bytes bytes =
        new ByteWriter(0)
            .putByte(0xFF)
            .putInt(Integer.MIN_VALUE)
            .putLong(Long.MIN_VALUE + 1)
            .putVarint(300)
            .putText("é€🚀")
            .putSized(Bytes.ofHex("0102"))
            .putBytes(Bytes.ofHex("03"))
            .toBytes();
    ByteReader in = reader(bytes);
    assertEquals(0xFF, in.getByte());
    assertEquals(Integer.MIN_VALUE, in.getInt());
    assertEquals(Long.MIN_VALUE + 1, in.getLong());
    assertEquals(300, in.getVarint());
    assertEquals("é€🚀", in.getText());
    assertEquals(Bytes.ofHex("0102"), in.getSized());
    assertEquals(Bytes.ofHex("03"), in.getBytes(1));
    assertEquals(bytes.length(), in.position());
    in.expectEnd();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "300, ac02",
    "9223372036854775807, ffffffffffffffff7f",
    "-1, ffffffffffffffffff01"
  })
  void aNumberHasOneForm(long value, String hex) {
    assertEquals(hex, new ByteWriter(0).putVarint(value).toBytes().toHex());
    assertEquals(value, reader(Bytes.ofHex(hex)).getVarint());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"8000", "818000", "ffffffffffffffffff02", "ffffffffffffffffffff01", "80808000"})
  void otherFormsOfANumberAreDamage(String hex) {
    assertDamaged("shortest form", () -> reader(Bytes.ofHex(hex)).getVarint());
  }

  @Test
  void readingPastTheEndIsDamageThatSaysHowMuchIsMissing() {
    assertDamaged(
        "the thing is damaged at byte 0 of 0: it ends 1 bytes too early",
        () -> reader(Bytes.empty()).getByte());
    assertDamaged("it ends 1 bytes too early", () -> reader(Bytes.ofHex("010203")).getInt());
    assertDamaged("it ends 5 bytes too early", () -> reader(Bytes.ofHex("010203")).getLong());
    assertDamaged("it ends 1 bytes too early", () -> reader(Bytes.ofHex("80")).getVarint());
    assertDamaged("it ends 2 bytes too early", () -> reader(Bytes.ofHex("01")).getBytes(3));
  }

  @Test
  void aLengthBeyondTheEndIsDamage() {
    assertDamaged("3 parts, more than it holds", () -> reader(Bytes.ofHex("030102")).getSized());
    assertDamaged("more than it holds", () -> reader(Bytes.ofHex("ffffffff0f01")).getText());
    assertDamaged("more than it holds", () -> reader(Bytes.ofHex("02010203")).getCount(2));
    assertEquals(1, reader(Bytes.ofHex("01010203")).getCount(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c3", "c080", "eda080", "f4908080"})
  void textThatIsNotUtf8IsDamage(String hex) {
    Bytes bytes = Bytes.ofHex(hex);
    assertDamaged("not UTF-8", () -> reader(bytes).getText(bytes.length()));
  }

  @Test
  void leftOverBytesAreDamage() {
    ByteReader in = reader(Bytes.ofHex("010203"));
    assertEquals(1, in.getByte());
    assertDamaged("2 bytes too many", in::expectEnd);
  }

  private static ByteReader reader(Bytes bytes) {
    return new ByteReader("the thing", bytes);
  }

  private static void assertDamaged(String part, Executable call) {
    String message = assertThrows(DamagedDataException.class, call).getMessage();
    assertTrue(message.startsWith("the thing is damaged"), message);
    assertTrue(message.contains(part), message);
  }
}
