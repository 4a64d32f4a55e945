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
    ObjectRow row = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    Expect.applied(backend().insert(row));
    Expect.there(backend(), row);
  }

  @Test
  default void updateableFoundMissingIsThereOnceItIsInserted() {
    ObjectRow row = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    Expect.missing(backend(), row.key());
    Expect.applied(backend().insert(row));
    Expect.there(backend(), row);
  }

  @Test
  default void secondInsertOfAnObjectIsAConflictAndKeepsTheFirst() {
    ObjectRow first = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    Expect.applied(backend().insert(first));
    Expect.conflict(backend().insert(Rows.next(first, "two")), Optional.of(first));
    Expect.there(backend(), first);
  }

  @Test
  default void swapReplacesEveryField() {
    ObjectKey key = Rows.named(Rows.scope(), "lease");
    long far = Rows.CREATED + 1_000_000_000_000_000L;
    ObjectRow first = ObjectRow.updateable(key, Bytes.ofUtf8("a long value"), Rows.token(), 10);
    ObjectRow second = ObjectRow.expiring(key, Bytes.empty(), Rows.token(), 11, far);
    ObjectRow third = ObjectRow.updateable(key, Bytes.ofUtf8("3"), Rows.token(), 0);
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(Rows.tokenOf(first), second));
    Expect.there(backend(), second);
    Expect.applied(backend().swap(Rows.tokenOf(second), third));
    Expect.there(backend(), third);
  }

  @Test
  default void swapWithAStaleTokenIsAConflictAndChangesNothing() {
    ObjectRow first = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    ObjectRow second = Rows.next(first, "two");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(Rows.tokenOf(first), second));

    ObjectRow late = Rows.next(first, "late");
    Expect.conflict(backend().swap(Rows.tokenOf(first), late), Optional.of(second));
    Expect.conflict(backend().swap(Rows.token(), late), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void swapThatKeepsTheValueStillRenewsTheToken() {
    ObjectRow first = Rows.updateable(Rows.named(Rows.scope(), "lease"), "same");
    ObjectRow second = Rows.next(first, "same");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(Rows.tokenOf(first), second));
    Expect.there(backend(), second);
    Expect.conflict(
        backend().swap(Rows.tokenOf(first), Rows.next(first, "late")), Optional.of(second));
  }

  @Test
  default void swapOfAMissingObjectIsAConflictAndCreatesNothing() {
    ObjectRow row = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    Expect.conflict(backend().swap(Rows.token(), row), Optional.empty());
    Expect.missing(backend(), row.key());
  }

  @Test
  default void swapThatKeepsItsTokenIsRefused() {
    ObjectRow row = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    Expect.applied(backend().insert(row));
    assertThrows(IllegalArgumentException.class, () -> backend().swap(Rows.tokenOf(row), row));
    Expect.there(backend(), row);
  }

  @Test
  default void deleteIfWithTheRightTokenDeletes() {
    Scope scope = Rows.scope();
    ObjectRow row = Rows.updateable(Rows.named(scope, "lease"), "one");
    ObjectRow other = Rows.updateable(Rows.named(scope, "other"), "one");
    Expect.applied(backend().insert(row));
    Expect.applied(backend().insert(other));
    Expect.applied(backend().deleteIf(row.key(), Rows.tokenOf(row)));
    Expect.missing(backend(), row.key());
    Expect.there(backend(), other);
  }

  @Test
  default void deleteIfWithAStaleTokenIsAConflictAndKeepsTheObject() {
    ObjectRow first = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    ObjectRow second = Rows.next(first, "two");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().swap(Rows.tokenOf(first), second));
    Expect.conflict(backend().deleteIf(first.key(), Rows.tokenOf(first)), Optional.of(second));
    Expect.there(backend(), second);
  }

  @Test
  default void deleteIfOfAMissingObjectIsAConflict() {
    ObjectKey key = Rows.named(Rows.scope(), "lease");
    Expect.conflict(backend().deleteIf(key, Rows.token()), Optional.empty());
  }

  @Test
  default void deletedObjectCanBeInsertedAgainAndOldTokensStayDead() {
    ObjectRow first = Rows.updateable(Rows.named(Rows.scope(), "lease"), "one");
    ObjectRow again = Rows.next(first, "again");
    Expect.applied(backend().insert(first));
    Expect.applied(backend().deleteIf(first.key(), Rows.tokenOf(first)));
    Expect.applied(backend().insert(again));
    Expect.conflict(
        backend().swap(Rows.tokenOf(first), Rows.next(first, "late")), Optional.of(again));
    Expect.conflict(backend().deleteIf(first.key(), Rows.tokenOf(first)), Optional.of(again));
    Expect.there(backend(), again);
  }

  @Test
  default void shortAndLongIdsWithACommonPrefixAreDifferentObjects() {
    Scope scope = Rows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    rows.add(Rows.updateable(Rows.key(scope, 0), "short"));
    rows.add(Rows.updateable(longKey(scope, (byte) 0), "long, all zero"));
    rows.add(Rows.updateable(longKey(scope, (byte) 1), "long, last byte 1"));
    rows.add(Rows.updateable(longKey(scope, (byte) 0xff), "long, last byte ff"));
    rows.forEach(row -> Expect.applied(backend().insert(row)));
    rows.forEach(row -> Expect.there(backend(), row));

    ObjectRow deleted = rows.remove(1);
    Expect.applied(backend().deleteIf(deleted.key(), Rows.tokenOf(deleted)));
    Expect.missing(backend(), deleted.key());
    rows.forEach(row -> Expect.there(backend(), row));
  }

  @Test
  default void oneFetchAnswersForImmutableAndUpdateableObjects() {
    Scope scope = Rows.scope();
    ObjectRow immutable = Rows.immutable(scope, 1);
    ObjectRow numbered = Rows.updateable(Rows.key(scope, "counter", 1), "numbered");
    ObjectRow named =
        new ObjectRow(
            Rows.named(scope, "lease"),
            Bytes.ofUtf8("named"),
            Optional.of(Rows.token()),
            Rows.CREATED,
            OptionalLong.of(Long.MAX_VALUE));
    backend().write(List.of(immutable));
    Expect.applied(backend().insert(numbered));
    Expect.applied(backend().insert(named));
    assertEquals(
        List.of(Optional.of(named), Optional.of(immutable), Optional.of(numbered)),
        backend().fetch(List.of(named.key(), immutable.key(), numbered.key()), ReadMode.STRONG));
  }

  private static ObjectKey longKey(Scope scope, byte last) {
    byte[] id = new byte[ObjectId.NAME_BYTES];
    id[id.length - 1] = last;
    return new ObjectKey(scope, Rows.TYPE, ObjectId.ofBytes(Bytes.wrap(id)));
  }
}
