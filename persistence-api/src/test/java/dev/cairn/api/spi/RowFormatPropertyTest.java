package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RowFormatPropertyTest {
  @Property
  void anObjectRowIsReadBackAsItWasWritten(@ForAll("objectRows") ObjectRow row) {
    assertEquals(row, RowFormat.decode(row.key(), RowFormat.encode(row)));
  }

  @Property
  void aReferenceRowIsReadBackAsItWasWritten(@ForAll("referenceRows") ReferenceRow row) {
    assertEquals(row, RowFormat.decode(row.key(), RowFormat.encode(row)));
  }

  @Property
  void earlierHeadsAreReadBackAsTheyWereWritten(@ForAll("lines") EarlierHeads line) {
    assertEquals(line, EarlierHeads.ofBytes(line.toBytes()));
  }

  @Property
  void whateverTheVersionsAreAListStaysShort(@ForAll("lines") EarlierHeads line) {
    // Eight, and two for each of the doublings a version can be away.
    assertTrue(line.heads().size() <= 8 + 2 * Long.SIZE, line.heads().size() + " entries");
  }

  @Property
  void anObjectRowIsReadOnlyFromWhatWouldBeWritten(
      @ForAll("objectRows") ObjectRow row,
      @ForAll("damages") List<Damage> damages,
      @ForAll long seed) {
    Bytes bytes = Damage.damaged(RowFormat.encode(row), damages, seed);
    try {
      assertEquals(bytes, RowFormat.encode(RowFormat.decode(row.key(), bytes)));
    } catch (DamagedDataException e) {
      assertTrue(e.getMessage().startsWith("the row of object " + row.key()), e.getMessage());
    }
  }

  @Property
  void aReferenceRowIsReadOnlyFromWhatWouldBeWritten(
      @ForAll("referenceRows") ReferenceRow row,
      @ForAll("damages") List<Damage> damages,
      @ForAll long seed) {
    Bytes bytes = Damage.damaged(RowFormat.encode(row), damages, seed);
    try {
      assertEquals(bytes, RowFormat.encode(RowFormat.decode(row.key(), bytes)));
    } catch (DamagedDataException e) {
      assertTrue(e.getMessage().startsWith("the row of reference " + row.key()), e.getMessage());
    }
  }

  @Property
  void earlierHeadsAreReadOnlyFromWhatWouldBeWritten(
      @ForAll("lines") EarlierHeads line,
      @ForAll("damages") List<Damage> damages,
      @ForAll long seed) {
    Bytes bytes = Damage.damaged(line.toBytes(), damages, seed);
    try {
      assertEquals(bytes, EarlierHeads.ofBytes(bytes).toBytes());
    } catch (DamagedDataException e) {
      assertTrue(e.getMessage().startsWith("a list of earlier heads is damaged"), e.getMessage());
    }
  }

  @Property(tries = 50)
  void aTruncatedReferenceRowIsAlwaysDamage(@ForAll("referenceRows") ReferenceRow row) {
    Bytes bytes = RowFormat.encode(row);
    for (int length = 0; length < bytes.length(); length++) {
      Bytes truncated = bytes.slice(0, length);
      assertThrows(DamagedDataException.class, () -> RowFormat.decode(row.key(), truncated));
    }
  }

  @Example
  void aFormatOrFlagOfALaterReleaseIsRefused() {
    for (String hex : List.of("0200", "0000", "0108", "0180")) {
      Bytes bytes = Bytes.ofHex(hex + "00".repeat(40) + "0100");
      var object =
          assertThrows(DamagedDataException.class, () -> RowFormat.decode(Rows.NUMBERED, bytes));
      var reference =
          assertThrows(DamagedDataException.class, () -> RowFormat.decode(Rows.REFERENCE, bytes));
      assertTrue(object.getMessage().contains("not known to this release"), object.getMessage());
      assertTrue(reference.getMessage().contains("not known to this release"));
    }
  }

  // One row must have one encoding.
  @Example
  void turnsThatAreAnnouncedAndEmptyAreDamage() {
    ReferenceRow row = ReferenceRow.create(Rows.REFERENCE, Rows.token(1), 1);
    String plain = RowFormat.encode(row).toHex();
    String announced = "0104" + plain.substring(4, plain.length() - 4) + "00" + "0100";
    var damaged =
        assertThrows(
            DamagedDataException.class,
            () -> RowFormat.decode(Rows.REFERENCE, Bytes.ofHex(announced)));
    assertTrue(damaged.getMessage().contains("turns"), damaged.getMessage());
  }

  @Example
  void aRowThatBreaksItsOwnRulesIsDamageAndNotABadArgument() {
    Bytes immutable = RowFormat.encode(ObjectRow.immutable(Rows.NUMBERED, Bytes.empty(), 1));
    var damaged =
        assertThrows(DamagedDataException.class, () -> RowFormat.decode(Rows.NAMED, immutable));
    assertTrue(damaged.getMessage().contains("8-byte number"), damaged.getMessage());
    assertFalse(damaged.getMessage().contains("null"));
  }

  @Provide
  Arbitrary<ObjectRow> objectRows() {
    return AnyRows.objectRows();
  }

  @Provide
  Arbitrary<ReferenceRow> referenceRows() {
    return AnyRows.referenceRows();
  }

  @Provide
  Arbitrary<EarlierHeads> lines() {
    return AnyRows.lines();
  }

  @Provide
  Arbitrary<List<Damage>> damages() {
    return Damage.any().list().ofMinSize(1).ofMaxSize(3);
  }
}
