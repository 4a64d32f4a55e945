package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;

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
    ReferenceRow row = Rows.reference(Rows.scope(), "main");
    Expect.applied(backend().insertReference(row));
    Expect.there(backend(), row);
  }

  @Test
  default void referenceThatWasNeverInsertedIsMissing() {
    Expect.missing(backend(), Rows.referenceKey(Rows.scope(), "main"));
  }

  @Test
  default void referenceFoundMissingIsThereOnceItIsInserted() {
    ReferenceRow row = Rows.reference(Rows.scope(), "main");
    backend().readReference(row.key(), ReadMode.WEAK);
    Expect.missing(backend(), row.key());
    Expect.applied(backend().insertReference(row));
    Expect.there(backend(), row);
  }

  @Test
  default void secondInsertOfAReferenceIsAConflictAndKeepsTheFirst() {
    ReferenceRow first = Rows.reference(Rows.scope(), "main");
    ReferenceRow second = Rows.reference(first.key());
    Expect.applied(backend().insertReference(first));
    Expect.conflict(backend().insertReference(second), Optional.of(first));
    Expect.there(backend(), first);
  }

  @Test
  default void swapOfAReferenceReplacesEveryField() {
    ReferenceRow first = Rows.reference(Rows.scope(), "main");
    Expect.applied(backend().insertReference(first));
    ReferenceRow next =
        new ReferenceRow(
            first.key(),
            OptionalLong.of(5),
            9,
            Rows.token(),
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
            Rows.token(),
            0,
            EarlierHeads.none(),
            OptionalLong.empty());
    Expect.applied(backend().swapReference(next.token(), emptied));
    Expect.there(backend(), emptied);
  }

  @Test
  default void swapOfAReferenceWithAStaleTokenIsAConflictAndChangesNothing() {
    ReferenceRow first = Rows.reference(Rows.scope(), "main");
    Expect.applied(backend().insertReference(first));
    ReferenceRow second = first.moveTo(1, EarlierHeads.none(), Rows.token());
    Expect.applied(backend().swapReference(first.token(), second));

    ReferenceRow late = first.moveTo(2, EarlierHeads.none(), Rows.token());
    Expect.conflict(backend().swapReference(first.token(), late), Optional.of(second));
    Expect.conflict(backend().swapReference(Rows.token(), late), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void swapOfAMissingReferenceIsAConflictAndCreatesNothing() {
    ReferenceRow row = Rows.reference(Rows.scope(), "main");
    Expect.conflict(backend().swapReference(Rows.token(), row), Optional.empty());
    Expect.missing(backend(), row.key());
  }

  @Test
  default void swapOfAReferenceThatKeepsItsTokenIsRefused() {
    ReferenceRow row = Rows.reference(Rows.scope(), "main");
    Expect.applied(backend().insertReference(row));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            backend().swapReference(row.token(), row.moveTo(1, EarlierHeads.none(), row.token())));
    Expect.there(backend(), row);
  }

  @Test
  default void removeWithTheRightTokenRemovesTheReference() {
    ReferenceRow row = Rows.reference(Rows.scope(), "main");
    ReferenceRow other = Rows.reference(row.key().scope(), "main2");
    Expect.applied(backend().insertReference(row));
    Expect.applied(backend().insertReference(other));
    Expect.applied(backend().removeReference(row.key(), row.token()));
    Expect.missing(backend(), row.key());
    Expect.there(backend(), other);
  }

  @Test
  default void removeWithAStaleTokenIsAConflictAndKeepsTheReference() {
    ReferenceRow first = Rows.reference(Rows.scope(), "main");
    ReferenceRow second = first.fence(Rows.token());
    Expect.applied(backend().insertReference(first));
    Expect.applied(backend().swapReference(first.token(), second));
    Expect.conflict(backend().removeReference(first.key(), first.token()), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void removeOfAMissingReferenceIsAConflict() {
    Expect.conflict(
        backend().removeReference(Rows.referenceKey(Rows.scope(), "main"), Rows.token()),
        Optional.empty());
  }

  @Test
  default void removedReferenceCanBeInsertedAgainAndOldTokensStayDead() {
    ReferenceRow first = Rows.reference(Rows.scope(), "main");
    ReferenceRow again = Rows.reference(first.key());
    Expect.applied(backend().insertReference(first));
    Expect.applied(backend().removeReference(first.key(), first.token()));
    Expect.applied(backend().insertReference(again));
    Expect.conflict(
        backend().swapReference(first.token(), first.fence(Rows.token())), Optional.of(again));
    Expect.there(backend(), again);
  }

  @Test
  default void headsAndVersionsOfAllSizesAreKept() {
    for (long number : new long[] {0, 1, 255, 256, Integer.MAX_VALUE, Long.MAX_VALUE}) {
      ReferenceRow row =
          new ReferenceRow(
              Rows.referenceKey(Rows.scope(), "main"),
              OptionalLong.of(number),
              Math.max(1, number),
              Rows.token(),
              number,
              EarlierHeads.none(),
              OptionalLong.of(number));
      Expect.applied(backend().insertReference(row));
      Expect.there(backend(), row);
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
      ReferenceRow row = Rows.referenceWithHeads(Rows.referenceKey(Rows.scope(), "main"), line);
      Expect.applied(backend().insertReference(row));
      Expect.there(backend(), row);
    }
  }
}
