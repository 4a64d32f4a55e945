package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.ObjectRow;
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
        ValueTooLargeException.class, () -> backend().write(List.of(before, tooLarge, after)));
    for (ObjectRow row : List.of(before, tooLarge, after)) {
      Expect.missing(backend(), row.key());
    }
  }

  @Test
  default void insertOverTheLimitIsRefusedAndWritesNothing() {
    ObjectRow tooLarge = TestRows.updateable(TestRows.named(TestRows.scope(), "large"), tooLarge());
    assertThrows(ValueTooLargeException.class, () -> backend().insert(tooLarge));
    Expect.missing(backend(), tooLarge.key());
  }

  @Test
  default void swapOverTheLimitIsRefusedAndChangesNothing() {
    ObjectRow row = TestRows.updateable(TestRows.named(TestRows.scope(), "large"), "small");
    ObjectRow tooLarge = TestRows.updateable(row.key(), tooLarge());
    Expect.applied(backend().insert(row));
    assertThrows(
        ValueTooLargeException.class, () -> backend().swap(TestRows.tokenOf(row), tooLarge));
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
