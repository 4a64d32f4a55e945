package dev.cairn.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlierHeadsTest {
  @Test
  void theLastEightAreKeptWhateverTheirDistance() {
    EarlierHeads line = EarlierHeads.none();
    for (long version = 1_000; version <= 8_000; version += 1_000) {
      line = line.plus(new HeadVersion(version, version));
    }
    assertEquals(
        List.of(8_000L, 7_000L, 6_000L, 5_000L, 4_000L, 3_000L, 2_000L, 1_000L), versions(line));
  }

  @Test
  void beyondTheLastEightTheNewestAndOldestPerDoublingStay() {
    EarlierHeads line = EarlierHeads.none();
    for (long version = 1; version <= 24; version++) {
      line = line.plus(new HeadVersion(version, version));
    }
    // As seen from version 25: distances 1 to 8, then the newest and the oldest that the list
    // before
    // still had of 9 to 16, then of 17 to 24.
    assertEquals(List.of(24L, 23L, 22L, 21L, 20L, 19L, 18L, 17L, 16L, 15L, 8L, 1L), versions(line));
  }

  @Test
  void theFirstHeadIsNeverForgotten() {
    EarlierHeads line = EarlierHeads.none();
    for (long version = 3; version <= 3_000; version += 3) {
      line = line.plus(new HeadVersion(version, version));
      assertEquals(3, line.heads().get(line.heads().size() - 1).version());
    }
  }

  @Test
  void plusLeavesTheEarlierListAsItWas() {
    EarlierHeads line = EarlierHeads.of(List.of(new HeadVersion(1, 1)));
    EarlierHeads longer = line.plus(new HeadVersion(2, 2));
    assertEquals(List.of(1L), versions(line));
    assertEquals(List.of(2L, 1L), versions(longer));
  }

  @Test
  void headsOutOfOrderAreRefused() {
    HeadVersion one = new HeadVersion(1, 10);
    HeadVersion two = new HeadVersion(2, 20);
    assertThrows(IllegalArgumentException.class, () -> EarlierHeads.of(List.of(one, two)));
    assertThrows(IllegalArgumentException.class, () -> EarlierHeads.of(List.of(two, two)));
    EarlierHeads line = EarlierHeads.of(List.of(two, one));
    var refused = assertThrows(IllegalArgumentException.class, () -> line.plus(one));
    assertTrue(refused.getMessage().contains(one + " is not newer"), refused.getMessage());
    assertThrows(IllegalArgumentException.class, () -> line.plus(two));
  }

  @Test
  void aListDoesNotFollowLaterChangesOfItsSource() {
    List<HeadVersion> source = new ArrayList<>(List.of(new HeadVersion(1, 1)));
    EarlierHeads line = EarlierHeads.of(source);
    source.clear();
    assertEquals(List.of(1L), versions(line));
    assertThrows(UnsupportedOperationException.class, () -> line.heads().clear());
  }

  @Test
  void listsWithTheSameHeadsAreEqual() {
    EarlierHeads line = EarlierHeads.of(List.of(new HeadVersion(2, 5)));
    assertEquals(EarlierHeads.none().plus(new HeadVersion(2, 5)), line);
    assertEquals(EarlierHeads.none().plus(new HeadVersion(2, 5)).hashCode(), line.hashCode());
    assertNotEquals(EarlierHeads.of(List.of(new HeadVersion(2, 6))), line);
    assertNotEquals(EarlierHeads.none(), line);
  }

  @Test
  void aHeadVersionHasAVersionAndAnIdInRange() {
    assertThrows(IllegalArgumentException.class, () -> new HeadVersion(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new HeadVersion(1, -1));
  }

  @Test
  void aHugeCountIsRefusedBeforeAnythingIsAllocatedForIt() {
    for (long count : new long[] {2, 1_000_000, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE, -1}) {
      Bytes bytes =
          new ByteWriter(32).putByte(1).putVarint(count).putVarint(9).putLong(1).toBytes();
      var damaged = assertThrows(DamagedDataException.class, () -> EarlierHeads.ofBytes(bytes));
      assertTrue(
          damaged.getMessage().contains(Long.toUnsignedString(count) + " parts"),
          damaged.getMessage());
    }
  }

  @Test
  void entriesOutOfOrderOrRangeAreDamage() {
    assertDamaged(list(1).putVarint(0).putLong(1));
    assertDamaged(list(1).putVarint(-1).putLong(1));
    assertDamaged(list(1).putVarint(5).putLong(-1));
    assertDamaged(list(2).putVarint(5).putLong(1).putVarint(0).putLong(2));
    assertDamaged(list(2).putVarint(5).putLong(1).putVarint(5).putLong(2));
    assertDamaged(list(2).putVarint(5).putLong(1).putVarint(Long.MIN_VALUE).putLong(2));
    assertDamaged(list(0).putByte(0));
    assertDamaged(new ByteWriter(2).putByte(2).putByte(0));
    assertDamaged(new ByteWriter(0));
  }

  private static ByteWriter list(int count) {
    return new ByteWriter(32).putByte(1).putVarint(count);
  }

  private static void assertDamaged(ByteWriter bytes) {
    Bytes written = bytes.toBytes();
    var damaged = assertThrows(DamagedDataException.class, () -> EarlierHeads.ofBytes(written));
    assertTrue(damaged.getMessage().contains("earlier heads"), damaged.getMessage());
  }

  private static List<Long> versions(EarlierHeads line) {
    return line.heads().stream().map(HeadVersion::version).toList();
  }
}
