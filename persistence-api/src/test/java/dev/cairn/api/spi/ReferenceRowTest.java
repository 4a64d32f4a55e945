package dev.cairn.api.spi;

import static dev.cairn.api.spi.Rows.REFERENCE;
import static dev.cairn.api.spi.Rows.token;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ReferenceRowTest {
  private static final EarlierHeads EARLIER = EarlierHeads.of(List.of(new HeadVersion(1, 90)));
  private static final ReferenceRow LIVE =
      new ReferenceRow(
          REFERENCE, OptionalLong.of(100), 5, token(1), 1_000, EARLIER, OptionalLong.empty());

  @Test
  void aReferenceBeginsEmptyAtVersionOne() {
    ReferenceRow row = ReferenceRow.create(REFERENCE, token(1), 1_000);
    assertEquals(
        new ReferenceRow(
            REFERENCE,
            OptionalLong.empty(),
            1,
            token(1),
            1_000,
            EarlierHeads.none(),
            OptionalLong.empty()),
        row);
    assertFalse(row.isTombstone());
  }

  @Test
  void movingTakesTheNewHeadAndLineAndKeepsTheCreationTime() {
    EarlierHeads line = EARLIER.plus(new HeadVersion(5, 100));
    assertEquals(
        new ReferenceRow(
            REFERENCE, OptionalLong.of(200), 6, token(2), 1_000, line, OptionalLong.empty()),
        LIVE.moveTo(200, line, token(2)));
  }

  @Test
  void aFenceKeepsTheValueAndChangesOnlyVersionAndToken() {
    assertEquals(
        new ReferenceRow(
            REFERENCE, OptionalLong.of(100), 6, token(2), 1_000, EARLIER, OptionalLong.empty()),
        LIVE.fence(token(2)));
  }

  @Test
  void aChangeOfTheTurnsAloneKeepsHeadAndVersion() {
    ReferenceRow waited = LIVE.withTurns(Bytes.ofHex("0102"), token(2));
    assertEquals(
        new ReferenceRow(
            REFERENCE,
            OptionalLong.of(100),
            5,
            token(2),
            1_000,
            EARLIER,
            OptionalLong.empty(),
            Bytes.ofHex("0102")),
        waited);
    assertEquals(LIVE, waited.withTurns(Bytes.empty(), token(1)));
  }

  // A process that waits before a fence, a deletion or a head of a process without turns must not
  // be waited for afterwards.
  @Test
  void everyOtherChangeClearsTheTurns() {
    ReferenceRow waited = LIVE.withTurns(Bytes.ofHex("0102"), token(2));
    assertEquals(Bytes.empty(), waited.fence(token(3)).turns());
    assertEquals(Bytes.empty(), waited.tombstone(token(3), 2_000).turns());
    assertEquals(Bytes.empty(), waited.moveTo(200, EARLIER, token(3)).turns());
    assertEquals(
        Bytes.ofHex("0304"), waited.moveTo(200, EARLIER, Bytes.ofHex("0304"), token(3)).turns());
  }

  @Test
  void aTombstoneHasNoTurnsAndALivingReferenceNotTooMany() {
    ReferenceRow tombstone = LIVE.tombstone(token(2), 2_000);
    assertThrows(
        IllegalStateException.class, () -> tombstone.withTurns(Bytes.ofHex("01"), token(3)));
    Bytes tooMany = Bytes.wrap(new byte[ReferenceRow.MAX_TURNS_BYTES + 1]);
    assertEquals(
        "turns have at most 4096 bytes, not 4097",
        refusal(() -> LIVE.withTurns(tooMany, token(2))));
  }

  @Test
  void aFenceLeavesATombstoneATombstone() {
    ReferenceRow tombstone = LIVE.tombstone(token(2), 2_000);
    assertEquals(OptionalLong.of(2_000), tombstone.fence(token(3)).deletedAtMicros());
  }

  @Test
  void aTombstoneKeepsHeadAndLine() {
    ReferenceRow tombstone = LIVE.tombstone(token(2), 2_000);
    assertEquals(
        new ReferenceRow(
            REFERENCE, OptionalLong.of(100), 6, token(2), 1_000, EARLIER, OptionalLong.of(2_000)),
        tombstone);
    assertTrue(tombstone.isTombstone());
  }

  @Test
  void aRevivedReferenceIsEmptyAndItsVersionGoesOn() {
    EarlierHeads line = EARLIER.plus(new HeadVersion(5, 100));
    assertEquals(
        new ReferenceRow(
            REFERENCE, OptionalLong.empty(), 7, token(3), 3_000, line, OptionalLong.empty()),
        LIVE.tombstone(token(2), 2_000).revive(line, token(3), 3_000));
  }

  @Test
  void overAnyLifeEveryStepRaisesTheVersionByOneAndHasItsOwnToken() {
    Random random = new Random(4);
    ReferenceRow row = ReferenceRow.create(REFERENCE, token(0), 0);
    Set<Object> tokens = new HashSet<>(Set.of(row.token()));
    for (int step = 1; step <= 1_000; step++) {
      ReferenceRow next =
          switch (random.nextInt(3)) {
            case 0 -> row.fence(token(step));
            case 1 ->
                row.isTombstone()
                    ? row.revive(row.earlierHeads(), token(step), step)
                    : row.tombstone(token(step), step);
            default ->
                row.isTombstone()
                    ? row.fence(token(step))
                    : row.moveTo(step, row.earlierHeads(), token(step));
          };
      assertEquals(row.version() + 1, next.version());
      assertEquals(row.key(), next.key());
      assertTrue(tokens.add(next.token()), "a token came back");
      row = next;
    }
  }

  // A commit that did not notice the deletion would bring the reference back to life.
  @Test
  void aTombstoneGetsNoHeadAndALivingReferenceIsNotCreatedAgain() {
    ReferenceRow tombstone = LIVE.tombstone(token(2), 2_000);
    assertThrows(IllegalStateException.class, () -> tombstone.moveTo(200, EARLIER, token(3)));
    assertThrows(IllegalStateException.class, () -> tombstone.tombstone(token(3), 3_000));
    assertThrows(IllegalStateException.class, () -> LIVE.revive(EARLIER, token(3), 3_000));
  }

  @Test
  void aVersionThatCannotBeRaisedIsRefusedInsteadOfWrapping() {
    ReferenceRow last =
        new ReferenceRow(
            REFERENCE,
            OptionalLong.empty(),
            Long.MAX_VALUE,
            token(1),
            0,
            EarlierHeads.none(),
            OptionalLong.empty());
    assertThrows(IllegalArgumentException.class, () -> last.fence(token(2)));
  }

  @Test
  void numbersOutOfRangeAreRefusedByName() {
    assertEquals("a version is 1 or more, not 0", refusal(() -> row(OptionalLong.empty(), 0, 0)));
    assertEquals(
        "the head ID uses the reserved top bit", refusal(() -> row(OptionalLong.of(-1), 1, 0)));
    assertEquals(
        "created-at is before 1970: -1 µs", refusal(() -> row(OptionalLong.empty(), 1, -1)));
    assertEquals("deleted-at is before 1970: -1 µs", refusal(() -> LIVE.tombstone(token(2), -1)));
  }

  private static ReferenceRow row(OptionalLong head, long version, long createdAt) {
    return new ReferenceRow(
        REFERENCE, head, version, token(1), createdAt, EarlierHeads.none(), OptionalLong.empty());
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }
}
