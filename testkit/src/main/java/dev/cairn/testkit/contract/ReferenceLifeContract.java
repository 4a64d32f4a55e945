package dev.cairn.testkit.contract;

import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** References live and die by swap: what the engine does with them, step by step. */
public interface ReferenceLifeContract extends ContractPart {
  @Test
  default void tombstoneKeepsHeadAndLineAndComesBackWithAHigherVersion() {
    ReferenceRow live = insertWithHead();
    ReferenceRow tombstone = live.tombstone(TestRows.token(), TestRows.CREATED + 1);
    Expect.applied(backend().swapReference(live.token(), tombstone));
    Expect.there(backend(), tombstone);

    EarlierHeads line =
        tombstone.earlierHeads().plus(new HeadVersion(live.version(), live.headId().orElseThrow()));
    ReferenceRow again = tombstone.revive(line, TestRows.token(), TestRows.CREATED + 2);
    Expect.applied(backend().swapReference(tombstone.token(), again));
    Expect.there(backend(), again);
  }

  @Test
  default void insertOverATombstoneIsAConflictAndKeepsIt() {
    ReferenceRow tombstone = insertTombstone();
    Expect.conflict(
        backend().insertReference(TestRows.reference(tombstone.key())), Optional.of(tombstone));
    Expect.there(backend(), tombstone);
  }

  @Test
  default void tombstoneIsRemovedByItsTokenOnly() {
    ReferenceRow tombstone = insertTombstone();
    Expect.conflict(
        backend().removeReference(tombstone.key(), TestRows.token()), Optional.of(tombstone));
    Expect.there(backend(), tombstone);
    Expect.applied(backend().removeReference(tombstone.key(), tombstone.token()));
    Expect.missing(backend(), tombstone.key());
  }

  @Test
  default void fenceKeepsTheContentAndStopsWritesPreparedBefore() {
    ReferenceRow before = insertWithHead();
    ReferenceRow prepared = before.moveTo(99, before.earlierHeads(), TestRows.token());
    ReferenceRow fenced = before.fence(TestRows.token());
    Expect.applied(backend().swapReference(before.token(), fenced));
    Expect.there(backend(), fenced);

    Expect.conflict(backend().swapReference(before.token(), prepared), Optional.of(fenced));
    Expect.conflict(backend().removeReference(before.key(), before.token()), Optional.of(fenced));
    Expect.there(backend(), fenced);
  }

  @Test
  default void longLineOfSwapsNeverAcceptsAnEarlierToken() {
    ReferenceRow row = insertWithHead();
    for (long head = 100; head < 110; head++) {
      EarlierHeads line =
          row.earlierHeads().plus(new HeadVersion(row.version(), row.headId().orElseThrow()));
      ReferenceRow next = row.moveTo(head, line, TestRows.token());
      Expect.applied(backend().swapReference(row.token(), next));
      Expect.conflict(
          backend().swapReference(row.token(), row.fence(TestRows.token())), Optional.of(next));
      row = next;
    }
    Expect.there(backend(), row);
  }

  private ReferenceRow insertWithHead() {
    ReferenceRow empty = TestRows.reference(TestRows.scope(), "main");
    ReferenceRow withHead =
        empty.moveTo(42, EarlierHeads.none().plus(new HeadVersion(1, 41)), TestRows.token());
    Expect.applied(backend().insertReference(empty));
    Expect.applied(backend().swapReference(empty.token(), withHead));
    return withHead;
  }

  private ReferenceRow insertTombstone() {
    ReferenceRow live = insertWithHead();
    ReferenceRow tombstone = live.tombstone(TestRows.token(), TestRows.CREATED + 1);
    Expect.applied(backend().swapReference(live.token(), tombstone));
    return tombstone;
  }
}
