package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyPositionTest {
  private static final Bytes ONE = Bytes.ofHex("0161");
  private static final Bytes TWO = Bytes.ofHex("0162");

  // Another process may go on with it.
  @Test
  void itsFormStaysAsItIs() {
    KeyPosition whole = new KeyPosition(ONE, Optional.empty());
    KeyPosition part = new KeyPosition(ONE, Optional.of(TWO));
    assertEquals("0161", whole.toScanPosition().bytes().toHex());
    assertEquals("ff0201620161", part.toScanPosition().bytes().toHex());
    assertEquals(whole, KeyPosition.of(whole.toScanPosition()));
    assertEquals(part, KeyPosition.of(part.toScanPosition()));
  }

  @Test
  void keysOfTheLongestNamesAreNotTakenForParts() {
    Scope longest = new Scope("t".repeat(128), "c");
    Bytes key = RowKeys.encode(new ReferenceKey(longest, "main"));
    assertEquals(new KeyPosition(key, Optional.empty()), KeyPosition.of(new ScanPosition(key)));
  }

  @Test
  void partsFollowEachOtherWhateverTheOrderOfCuts() {
    assertEquals(
        List.of(
            new KeyPosition(Bytes.empty(), Optional.of(ONE)),
            new KeyPosition(ONE, Optional.of(TWO)),
            new KeyPosition(TWO, Optional.empty())),
        KeyPosition.cutAfter(List.of(TWO, ONE, TWO)).stream().map(KeyPosition::of).toList());
    assertEquals(List.of(), KeyPosition.cutAfter(List.of()));
  }

  @Test
  void aSampleIsCutIntoAboutEqualParts() {
    List<Bytes> sample = IntStream.rangeClosed(1, 100).mapToObj(KeyPositionTest::key).toList();
    assertEquals(
        List.of(key(25), key(50), key(75)),
        KeyPosition.cutInto(4, sample).stream()
            .map(KeyPosition::of)
            .flatMap(part -> part.last().stream())
            .toList());
  }

  @Test
  void fewKeysMakeFewParts() {
    assertEquals(List.of(), KeyPosition.cutInto(1, List.of(ONE, TWO)));
    assertEquals(List.of(), KeyPosition.cutInto(4, List.of()));
    assertEquals(KeyPosition.cutAfter(List.of(ONE)), KeyPosition.cutInto(8, List.of(ONE, TWO)));
  }

  private static Bytes key(int number) {
    return Bytes.wrap(new byte[] {1, (byte) number});
  }

  @Test
  void aBrokenPositionIsRefused() {
    ScanPosition broken = new ScanPosition(Bytes.ofHex("ff05"));
    assertThrows(DamagedDataException.class, () -> KeyPosition.of(broken));
  }
}
