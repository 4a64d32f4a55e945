package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Updateable objects: inserted once, then changed and deleted by token only. */
public interface UpdateableContract extends ContractPart {
  @Test
  default void insertedObjectIsFetchedWithItsToken() {
    ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    Expect.applied(backend().insert(row));
    Expect.there(backend(), row);
  }

  @Test
  default void updateableFoundMissingIsThereOnceItIsInserted() {
    ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    Expect.missing(backend(), row.key());
    Expect.applied(backend().insert(row));
    Expect.there(backend(), row);
  }

  @Test
  default void secondInsertOfAnObjectIsAConflictAndKeepsTheFirst() {
    ObjectRow first = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    Expect.applied(backend().insert(first));
    Expect.conflict(backend().insert(TestRows.next(first, "two")), Optional.of(first));
    Expect.there(backend(), first);
  }

  @Test
  default void swapReplacesEveryField() {
    ObjectKey key = TestRows.named(TestRows.scope(), "lease");
    long far = TestRows.CREATED + 1_000_000_000_000_000L;
    ObjectRow first = ObjectRow.updateable(key, Bytes.ofUtf8("a long value"), TestRows.token(), 10);
    ObjectRow second = ObjectRow.expiring(key, Bytes.empty(), TestRows.token(), 11, far);
    ObjectRow third = ObjectRow.updateable(key, Bytes.ofUtf8("3"), TestRows.token(), 0);
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(TestRows.tokenOf(first), second));
    Expect.there(backend(), second);
    Expect.applied(backend().swap(TestRows.tokenOf(second), third));
    Expect.there(backend(), third);
  }

  @Test
  default void swapWithAStaleTokenIsAConflictAndChangesNothing() {
    ObjectRow first = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    ObjectRow second = TestRows.next(first, "two");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(TestRows.tokenOf(first), second));

    ObjectRow late = TestRows.next(first, "late");
    Expect.conflict(backend().swap(TestRows.tokenOf(first), late), Optional.of(second));
    Expect.conflict(backend().swap(TestRows.token(), late), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void swapThatKeepsTheValueStillRenewsTheToken() {
    ObjectRow first = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "same");
    ObjectRow second = TestRows.next(first, "same");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(TestRows.tokenOf(first), second));
    Expect.there(backend(), second);
    Expect.conflict(
        backend().swap(TestRows.tokenOf(first), TestRows.next(first, "late")), Optional.of(second));
  }

  @Test
  default void swapOfAMissingObjectIsAConflictAndCreatesNothing() {
    ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    Expect.conflict(backend().swap(TestRows.token(), row), Optional.empty());
    Expect.missing(backend(), row.key());
  }

  @Test
  default void swapThatKeepsItsTokenIsRefused() {
    ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    Expect.applied(backend().insert(row));
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().swap(TestRows.tokenOf(row), row),
        "a swap that keeps the token is refused");
    Expect.there(backend(), row);
  }

  @Test
  default void deleteIfWithTheRightTokenDeletes() {
    Scope scope = TestRows.scope();
    ObjectRow row = TestRows.updateable(TestRows.named(scope, "lease"), "one");
    ObjectRow other = TestRows.updateable(TestRows.named(scope, "other"), "one");
    Expect.applied(backend().insert(row));
    Expect.applied(backend().insert(other));
    Expect.applied(backend().deleteIf(row.key(), TestRows.tokenOf(row)));
    Expect.missing(backend(), row.key());
    Expect.there(backend(), other);
  }

  @Test
  default void deleteIfWithAStaleTokenIsAConflictAndKeepsTheObject() {
    ObjectRow first = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    ObjectRow second = TestRows.next(first, "two");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(TestRows.tokenOf(first), second));
    Expect.conflict(backend().deleteIf(first.key(), TestRows.tokenOf(first)), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void deleteIfOfAMissingObjectIsAConflict() {
    ObjectKey key = TestRows.named(TestRows.scope(), "lease");
    Expect.conflict(backend().deleteIf(key, TestRows.token()), Optional.empty());
  }

  @Test
  default void deletedObjectCanBeInsertedAgainAndOldTokensStayDead() {
    ObjectRow first = TestRows.updateable(TestRows.named(TestRows.scope(), "lease"), "one");
    ObjectRow again = TestRows.next(first, "again");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().deleteIf(first.key(), TestRows.tokenOf(first)));
    Expect.applied(backend().insert(again));
    Expect.conflict(
        backend().swap(TestRows.tokenOf(first), TestRows.next(first, "late")), Optional.of(again));
    Expect.conflict(backend().deleteIf(first.key(), TestRows.tokenOf(first)), Optional.of(again));
    Expect.there(backend(), again);
  }

  @Test
  default void shortAndLongIdsWithACommonPrefixAreDifferentObjects() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    rows.add(TestRows.updateable(TestRows.key(scope, 0), "short"));
    rows.add(TestRows.updateable(longKey(scope, (byte) 0), "long, all zero"));
    rows.add(TestRows.updateable(longKey(scope, (byte) 1), "long, last byte 1"));
    rows.add(TestRows.updateable(longKey(scope, (byte) 0xff), "long, last byte ff"));
    rows.forEach(row -> Expect.applied(backend().insert(row)));
    rows.forEach(row -> Expect.there(backend(), row));

    ObjectRow deleted = rows.remove(1);
    Expect.applied(backend().deleteIf(deleted.key(), TestRows.tokenOf(deleted)));
    Expect.missing(backend(), deleted.key());
    rows.forEach(row -> Expect.there(backend(), row));
  }

  @Test
  default void oneFetchAnswersForImmutableAndUpdateableObjects() {
    Scope scope = TestRows.scope();
    ObjectRow immutable = TestRows.immutable(scope, 1);
    ObjectRow numbered = TestRows.updateable(TestRows.key(scope, "counter", 1), "numbered");
    ObjectRow named =
        new ObjectRow(
            TestRows.named(scope, "lease"),
            Bytes.ofUtf8("named"),
            Optional.of(TestRows.token()),
            TestRows.CREATED,
            OptionalLong.of(Long.MAX_VALUE));
    backend().write(List.of(immutable));
    Expect.applied(backend().insert(numbered));
    Expect.applied(backend().insert(named));
    assertEquals(
        List.of(Optional.of(named), Optional.of(immutable), Optional.of(numbered)),
        backend().fetch(List.of(named.key(), immutable.key(), numbered.key()), ReadMode.STRONG),
        "one fetch answers for rows with and without a token");
  }

  private static ObjectKey longKey(Scope scope, byte last) {
    byte[] id = new byte[ObjectId.NAME_BYTES];
    id[id.length - 1] = last;
    return new ObjectKey(scope, TestRows.TYPE, ObjectId.ofBytes(Bytes.wrap(id)));
  }
}
