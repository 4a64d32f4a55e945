package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.ObjectRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Values: any bytes, up to exactly the limit of a row. */
public interface ValueContract extends ContractPart {
  @Test
  default void immutableValuesFromNothingToTheLimitAreKept() {
    Scope scope = TestRows.scope();
    Random random = seed().random("values");
    for (int size : sizes()) {
      ObjectRow row =
          ObjectRow.immutable(
              TestRows.key(scope, size), TestRows.noise(random, size), TestRows.CREATED);
      backend().write(List.of(row));
      Expect.there(backend(), row);
    }
  }

  @Test
  default void updateableValuesFromNothingToTheLimitAreKept() {
    Scope scope = TestRows.scope();
    Random random = seed().random("values");
    int[] sizes = sizes();
    for (int i = 0; i < sizes.length; i++) {
      ObjectKey key = TestRows.named(scope, "value " + i);
      ObjectRow inserted = TestRows.updateable(key, TestRows.noise(random, sizes[i]));
      Expect.applied(backend().insert(inserted));
      Expect.there(backend(), inserted);
      ObjectRow swapped =
          TestRows.updateable(key, TestRows.noise(random, sizes[sizes.length - 1 - i]));
      Expect.applied(backend().swap(TestRows.tokenOf(inserted), swapped));
      Expect.there(backend(), swapped);
    }
  }

  // Where a database limits the whole row, the limit of values leaves room for keys and times.
  @Test
  default void valuesAtTheLimitFitBesideTheLongestKeys() {
    Random random = seed().random("long keys");
    int limit = backend().limits().maxValueBytes();
    Scope scope = longestScope();
    String type = "y".repeat(ObjectKey.MAX_TYPE_BYTES);
    List<ObjectRow> rows = new ArrayList<>();
    for (long id : new long[] {Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
      ObjectKey key = TestRows.key(scope, type, id);
      rows.add(ObjectRow.immutable(key, TestRows.noise(random, limit), Long.MAX_VALUE));
    }
    backend().write(rows);
    rows.forEach(row -> Expect.there(backend(), row));

    ObjectKey named = new ObjectKey(scope, type, ObjectId.ofName("a name"));
    ObjectRow inserted = longest(named, TestRows.noise(random, limit));
    ObjectRow swapped = longest(named, TestRows.noise(random, limit));
    Expect.applied(backend().insert(inserted));
    Expect.there(backend(), inserted);
    Expect.applied(backend().swap(TestRows.tokenOf(inserted), swapped));
    Expect.there(backend(), swapped);
  }

  private static Scope longestScope() {
    Scope scope = TestRows.scope();
    return new Scope(padded(scope.tenantId()), padded(scope.catalogId()));
  }

  private static String padded(String id) {
    return id + "x".repeat(Scope.MAX_ID_BYTES - id.length());
  }

  private static ObjectRow longest(ObjectKey key, Bytes value) {
    return ObjectRow.expiring(key, value, TestRows.token(), Long.MAX_VALUE, Long.MAX_VALUE);
  }

  @Test
  default void everyByteIsKept() {
    byte[] bytes = new byte[512];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    ObjectKey key = TestRows.key(TestRows.scope(), 1);
    ObjectRow row = ObjectRow.immutable(key, Bytes.wrap(bytes), TestRows.CREATED);
    backend().write(List.of(row));
    Expect.there(backend(), row);
  }

  @Test
  default void oneValueOverTheLimitRefusesTheWholeWrite() {
    Scope scope = TestRows.scope();
    ObjectRow before = TestRows.immutable(scope, 1);
    ObjectRow tooLarge = ObjectRow.immutable(TestRows.key(scope, 2), tooLarge(), TestRows.CREATED);
    ObjectRow after = TestRows.immutable(scope, 3);
    assertThrows(
        ValueTooLargeException.class,
        () -> backend().write(List.of(before, tooLarge, after)),
        "a write with a value over the limit is refused");
    for (ObjectRow row : List.of(before, tooLarge, after)) {
      Expect.missing(backend(), row.key());
    }
  }

  @Test
  default void insertOverTheLimitIsRefusedAndWritesNothing() {
    ObjectRow tooLarge = TestRows.updateable(TestRows.named(TestRows.scope(), "large"), tooLarge());
    assertThrows(
        ValueTooLargeException.class,
        () -> backend().insert(tooLarge),
        "an insert with a value over the limit is refused");
    Expect.missing(backend(), tooLarge.key());
  }

  @Test
  default void swapOverTheLimitIsRefusedAndChangesNothing() {
    ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "large"), "small");
    ObjectRow tooLarge = TestRows.updateable(row.key(), tooLarge());
    Expect.applied(backend().insert(row));
    assertThrows(
        ValueTooLargeException.class,
        () -> backend().swap(TestRows.tokenOf(row), tooLarge),
        "a swap with a value over the limit is refused");
    Expect.there(backend(), row);
  }

  private int[] sizes() {
    int limit = backend().limits().maxValueBytes();
    return new int[] {0, 1, 255, 256, limit / 2, limit - 1, limit};
  }

  private Bytes tooLarge() {
    return TestRows.noise(seed().random("too large"), backend().limits().maxValueBytes() + 1);
  }
}
