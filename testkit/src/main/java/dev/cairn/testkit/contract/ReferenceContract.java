package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** References: inserted once, read whole, changed by token only. */
public interface ReferenceContract extends ContractPart {
  @Test
  default void insertedReferenceIsReadBack() {
    ReferenceRow row = TestRows.reference(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(row));
    Expect.there(backend(), row);
  }

  @Test
  default void referenceThatWasNeverInsertedIsMissing() {
    Expect.missing(backend(), TestRows.referenceKey(TestRows.scope(), "main"));
  }

  @Test
  default void referenceFoundMissingIsThereOnceItIsInserted() {
    ReferenceRow row = TestRows.reference(TestRows.scope(), "main");
    backend().readReference(row.key(), ReadMode.WEAK);
    Expect.missing(backend(), row.key());
    Expect.applied(backend().insertReference(row));
    Expect.there(backend(), row);
  }

  @Test
  default void secondInsertOfAReferenceIsAConflictAndKeepsTheFirst() {
    ReferenceRow first = TestRows.reference(TestRows.scope(), "main");
    ReferenceRow second = TestRows.reference(first.key());
    Expect.applied(backend().insertReference(first));
    Expect.conflict(backend().insertReference(second), Optional.of(first));
    Expect.there(backend(), first);
  }

  @Test
  default void swapOfAReferenceReplacesEveryField() {
    ReferenceRow first = TestRows.reference(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(first));
    ReferenceRow next =
        new ReferenceRow(
            first.key(),
            OptionalLong.of(5),
            9,
            TestRows.token(),
            first.createdAtMicros() + 1,
            EarlierHeads.of(List.of(new HeadVersion(8, 4), new HeadVersion(2, 3))),
            OptionalLong.of(first.createdAtMicros() + 2));
    Expect.applied(backend().swapReference(first.token(), next));
    Expect.there(backend(), next);

    ReferenceRow emptied =
        new ReferenceRow(
            first.key(),
            OptionalLong.empty(),
            10,
            TestRows.token(),
            0,
            EarlierHeads.none(),
            OptionalLong.empty());
    Expect.applied(backend().swapReference(next.token(), emptied));
    Expect.there(backend(), emptied);
  }

  @Test
  default void swapOfAReferenceWithAStaleTokenIsAConflictAndChangesNothing() {
    ReferenceRow first = TestRows.reference(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(first));
    ReferenceRow second = first.moveTo(1, EarlierHeads.none(), TestRows.token());
    Expect.applied(backend().swapReference(first.token(), second));

    ReferenceRow late = first.moveTo(2, EarlierHeads.none(), TestRows.token());
    Expect.conflict(backend().swapReference(first.token(), late), Optional.of(second));
    Expect.conflict(backend().swapReference(TestRows.token(), late), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void swapOfAMissingReferenceIsAConflictAndCreatesNothing() {
    ReferenceRow row = TestRows.reference(TestRows.scope(), "main");
    Expect.conflict(backend().swapReference(TestRows.token(), row), Optional.empty());
    Expect.missing(backend(), row.key());
  }

  @Test
  default void swapOfAReferenceThatKeepsItsTokenIsRefused() {
    ReferenceRow row = TestRows.reference(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(row));
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().swapReference(row.token(), row.moveTo(1, EarlierHeads.none(), row.token())),
        "a swap that keeps the token is refused");
    Expect.there(backend(), row);
  }

  @Test
  default void removeWithTheRightTokenRemovesTheReference() {
    ReferenceRow row = TestRows.reference(TestRows.scope(), "main");
    ReferenceRow other = TestRows.reference(row.key().scope(), "main2");
    Expect.applied(backend().insertReference(row));
    Expect.applied(backend().insertReference(other));
    Expect.applied(backend().removeReference(row.key(), row.token()));
    Expect.missing(backend(), row.key());
    Expect.there(backend(), other);
  }

  @Test
  default void removeWithAStaleTokenIsAConflictAndKeepsTheReference() {
    ReferenceRow first = TestRows.reference(TestRows.scope(), "main");
    ReferenceRow second = first.fence(TestRows.token());
    Expect.applied(backend().insertReference(first));
    Expect.applied(backend().swapReference(first.token(), second));
    Expect.conflict(backend().removeReference(first.key(), first.token()), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void removeOfAMissingReferenceIsAConflict() {
    Expect.conflict(
        backend()
            .removeReference(TestRows.referenceKey(TestRows.scope(), "main"), TestRows.token()),
        Optional.empty());
  }

  @Test
  default void removedReferenceCanBeInsertedAgainAndOldTokensStayDead() {
    ReferenceRow first = TestRows.reference(TestRows.scope(), "main");
    ReferenceRow again = TestRows.reference(first.key());
    Expect.applied(backend().insertReference(first));
    Expect.applied(backend().removeReference(first.key(), first.token()));
    Expect.applied(backend().insertReference(again));
    Expect.conflict(
        backend().swapReference(first.token(), first.fence(TestRows.token())), Optional.of(again));
    Expect.there(backend(), again);
  }

  @Test
  default void headsAndVersionsOfAllSizesAreKept() {
    for (long number : new long[] {0, 1, 255, 256, Integer.MAX_VALUE, Long.MAX_VALUE}) {
      ReferenceRow row =
          new ReferenceRow(
              TestRows.referenceKey(TestRows.scope(), "main"),
              OptionalLong.of(number),
              Math.max(1, number),
              TestRows.token(),
              number,
              EarlierHeads.none(),
              OptionalLong.of(number));
      Expect.applied(backend().insertReference(row));
      Expect.there(backend(), row);
      Expect.applied(backend().removeReference(row.key(), row.token()));
      Expect.missing(backend(), row.key());
    }
  }

  @Test
  default void linesOfEarlierHeadsOfAllLengthsAreKept() {
    EarlierHeads thinned = EarlierHeads.none();
    for (int i = 1; i <= 1_000; i++) {
      thinned = thinned.plus(new HeadVersion(i, Long.MAX_VALUE - i));
    }
    List<EarlierHeads> lines = new ArrayList<>(List.of(EarlierHeads.none(), thinned));
    for (int length : new int[] {1, 2, EarlierHeads.RECENT, EarlierHeads.RECENT + 1, 38}) {
      List<HeadVersion> heads = new ArrayList<>();
      for (int i = length; i > 0; i--) {
        heads.add(new HeadVersion(i, i - 1));
      }
      lines.add(EarlierHeads.of(heads));
    }
    for (EarlierHeads line : lines) {
      ReferenceRow row =
          TestRows.referenceWithHeads(TestRows.referenceKey(TestRows.scope(), "main"), line);
      Expect.applied(backend().insertReference(row));
      Expect.there(backend(), row);
    }
  }

  @Test
  default void turnsOfAllLengthsAreKeptAndReplaced() {
    ReferenceRow row = TestRows.reference(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(row));
    for (int length : new int[] {1, 3, 127, 128, 2_049, ReferenceRow.MAX_TURNS_BYTES, 0, 5}) {
      byte[] turns = new byte[length];
      for (int i = 0; i < length; i++) {
        turns[i] = (byte) (i * 7);
      }
      ReferenceRow next = row.withTurns(Bytes.wrap(turns), TestRows.token());
      Expect.applied(backend().swapReference(row.token(), next));
      Expect.there(backend(), next);
      row = next;
    }
    ReferenceRow moved = row.moveTo(8, EarlierHeads.none(), TestRows.token());
    Expect.applied(backend().swapReference(row.token(), moved));
    Expect.there(backend(), moved);
  }

  // Only the turns differ, so a backend that compares versions would let the second one through.
  @Test
  default void swapOfTheTurnsAloneMakesWritesPreparedBeforeItFail() {
    ReferenceRow first = TestRows.reference(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(first));
    ReferenceRow joined = first.withTurns(Bytes.ofHex("010007"), TestRows.token());
    Expect.applied(backend().swapReference(first.token(), joined));
    ReferenceRow late = first.moveTo(1, EarlierHeads.none(), TestRows.token());
    Expect.conflict(backend().swapReference(first.token(), late), Optional.of(joined));
    Expect.there(backend(), joined);
  }
}
