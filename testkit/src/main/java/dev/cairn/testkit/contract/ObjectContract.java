package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Immutable objects: written, fetched and deleted in bulk. */
public interface ObjectContract extends ContractPart {
  @Test
  default void fetchAnswersEachKeyInOrderWithMissingAndRepeatedKeys() {
    Scope scope = TestRows.scope();
    ObjectRow one = TestRows.immutable(scope, 1);
    ObjectRow two = TestRows.immutable(scope, 2);
    ObjectRow three = TestRows.immutable(scope, 3);
    ObjectKey missing = TestRows.key(scope, 4);
    backend().write(List.of(one, two, three));

    assertEquals(
        List.of(
            Optional.of(three),
            Optional.empty(),
            Optional.of(one),
            Optional.of(three),
            Optional.of(two),
            Optional.empty(),
            Optional.of(one)),
        backend()
            .fetch(
                List.of(
                    three.key(), missing, one.key(), three.key(), two.key(), missing, one.key()),
                ReadMode.STRONG),
        "a fetch answers each key in its place, missing and repeated ones too");
  }

  @Test
  default void callsWithoutKeysOrRowsDoNothing() {
    assertEquals(
        List.of(), backend().fetch(List.of(), ReadMode.STRONG), "a strong fetch of no keys");
    assertEquals(List.of(), backend().fetch(List.of(), ReadMode.WEAK), "a weak fetch of no keys");
    backend().write(List.of());
    backend().delete(List.of());
  }

  @Test
  default void callsMayHaveMoreRowsThanABatch() {
    Scope scope = TestRows.scope();
    int batch = Math.max(backend().limits().fetchBatch(), backend().limits().writeBatch());
    List<ObjectRow> rows = new ArrayList<>();
    for (int i = 0; i < 2 * batch + 1; i++) {
      rows.add(TestRows.immutable(scope, i));
    }
    backend().write(rows);

    List<ObjectKey> asked = new ArrayList<>();
    List<Optional<ObjectRow>> expected = new ArrayList<>();
    for (ObjectRow row : rows) {
      asked.add(row.key());
      expected.add(Optional.of(row));
    }
    // Missing and repeated keys on both sides of where a call is split.
    asked.add(batch, TestRows.key(scope, Long.MAX_VALUE));
    expected.add(batch, Optional.empty());
    asked.add(rows.get(0).key());
    expected.add(Optional.of(rows.get(0)));
    Collections.reverse(asked);
    Collections.reverse(expected);
    assertEquals(
        expected,
        backend().fetch(asked, ReadMode.STRONG),
        "a fetch answers all keys of a call that has more than a batch");

    backend().delete(asked);
    assertEquals(
        Collections.nCopies(asked.size(), Optional.<ObjectRow>empty()),
        backend().fetch(asked, ReadMode.STRONG),
        "a call deletes all its keys, though they are more than a batch");
  }

  @Test
  default void objectFoundMissingIsThereOnceItIsWritten() {
    ObjectRow row = TestRows.immutable(TestRows.scope(), 1);
    backend().fetch(List.of(row.key()), ReadMode.WEAK);
    Expect.missing(backend(), row.key());
    backend().write(List.of(row));
    Expect.there(backend(), row);
  }

  @Test
  default void weakFetchFindsWhatWasWrittenOrNothing() {
    ObjectRow row = TestRows.immutable(TestRows.scope(), 1);
    ObjectRow other = TestRows.immutable(row.key().scope(), 2);
    ObjectKey never = TestRows.key(row.key().scope(), 3);
    backend().write(List.of(row, other));
    Expect.there(backend(), other);
    List<Optional<ObjectRow>> found =
        backend().fetch(List.of(never, row.key(), row.key()), ReadMode.WEAK);
    assertEquals(3, found.size(), "a fetch answers each of its three keys");
    assertEquals(
        Optional.empty(), found.get(0), "a weak fetch finds no row that was never written");
    found
        .get(1)
        .ifPresent(seen -> assertEquals(row, seen, "a weak fetch finds a row as it was written"));
    found
        .get(2)
        .ifPresent(seen -> assertEquals(row, seen, "a weak fetch finds a row as it was written"));
  }

  @Test
  default void rewriteWithTheSameBytesIsHarmless() {
    Scope scope = TestRows.scope();
    ObjectRow one = TestRows.immutable(scope, 1);
    ObjectRow two = TestRows.immutable(scope, 2);
    backend().write(List.of(one));
    backend().write(List.of(one));
    backend().write(List.of(two, one, two));
    Expect.there(backend(), one);
    Expect.there(backend(), two);
  }

  @Test
  default void sameIdInSeveralScopesAndTypesIsSeveralObjects() {
    Scope scope = TestRows.scope();
    Scope otherCatalog = new Scope(scope.tenantId(), "other");
    Scope otherTenant = new Scope(scope.tenantId() + "x", scope.catalogId());
    List<ObjectRow> rows = new ArrayList<>();
    for (Scope each : List.of(scope, otherCatalog, otherTenant)) {
      for (String type : List.of("a", "b", "ab")) {
        rows.add(TestRows.immutable(TestRows.key(each, type, 7), each + type));
      }
    }
    backend().write(rows);
    rows.forEach(row -> Expect.there(backend(), row));

    ObjectRow deleted = rows.remove(4);
    backend().delete(List.of(deleted.key()));
    Expect.missing(backend(), deleted.key());
    rows.forEach(row -> Expect.there(backend(), row));
  }

  @Test
  default void deleteRemovesExactlyTheGivenKeys() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (long id : new long[] {1, 2, 3, 256, 257}) {
      rows.add(TestRows.immutable(scope, id));
    }
    backend().write(rows);
    backend()
        .delete(
            List.of(
                TestRows.key(scope, 2),
                TestRows.key(scope, 99),
                TestRows.key(scope, 256),
                TestRows.key(scope, 2)));
    assertEquals(
        List.of(
            Optional.of(rows.get(0)),
            Optional.empty(),
            Optional.of(rows.get(2)),
            Optional.empty(),
            Optional.of(rows.get(4))),
        backend().fetch(rows.stream().map(ObjectRow::key).toList(), ReadMode.STRONG),
        "a deletion takes exactly the rows that it names");
  }

  @Test
  default void deletedObjectCanBeWrittenAgain() {
    ObjectRow row = TestRows.immutable(TestRows.scope(), 1);
    backend().write(List.of(row));
    backend().delete(List.of(row.key()));
    backend().delete(List.of(row.key()));
    Expect.missing(backend(), row.key());
    backend().write(List.of(row));
    Expect.there(backend(), row);
  }

  @Test
  default void idsAndTimesOfAllSizesAreKept() {
    Scope scope = TestRows.scope();
    for (long number : new long[] {0, 1, 255, 256, Integer.MAX_VALUE, 1L << 53, Long.MAX_VALUE}) {
      ObjectRow row =
          ObjectRow.immutable(TestRows.key(scope, number), Bytes.ofUtf8("id " + number), number);
      backend().write(List.of(row));
      Expect.there(backend(), row);
    }
    Expect.missing(backend(), TestRows.key(scope, Long.MAX_VALUE - 1));
  }

  @Test
  default void rowsOfTheWrongKindAreRefused() {
    Scope scope = TestRows.scope();
    ObjectRow updateable = TestRows.updateable(TestRows.key(scope, 1), "updateable");
    ObjectRow immutable = TestRows.immutable(scope, 2);
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().write(List.of(immutable, updateable)),
        "write refuses a row with a token");
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().insert(immutable),
        "insert refuses a row without a token");
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().swap(TestRows.token(), immutable),
        "swap refuses a row without a token");
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().delete(List.of(TestRows.named(scope, "a name"))),
        "delete refuses the name of an updateable object");
    Expect.missing(backend(), updateable.key());
    Expect.missing(backend(), immutable.key());
  }
}
