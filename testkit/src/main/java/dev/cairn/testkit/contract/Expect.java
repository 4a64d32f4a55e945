package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.List;
import java.util.Optional;

/** What tests say about outcomes and about what a strong read shows. */
final class Expect {
  private Expect() {}

  static void applied(CasResult<?> result) {
    if (result instanceof CasResult.Unknown<?> unknown) {
      fail("expected the write to be applied, but its outcome is unknown", unknown.cause());
    }
    assertEquals(
        CasResult.applied(), result, "a conditional write whose condition holds is applied");
  }

  /** A conflict that, if it tells what is there, tells the truth. */
  static <R> void conflict(CasResult<R> result, Optional<R> truth) {
    if (result instanceof CasResult.Conflict<R> conflict) {
      if (conflict.reported()) {
        assertEquals(truth, conflict.row(), "the row that the conflict reported");
      }
    } else if (result instanceof CasResult.Unknown<R> unknown) {
      fail("expected a conflict, but the outcome is unknown", unknown.cause());
    } else {
      fail("expected a conflict, but the write was applied");
    }
  }

  /**
   * A conflict with a row of another kind, which the database may keep elsewhere: whatever row the
   * conflict shows is that one.
   */
  static void conflictWithOtherKind(CasResult<ObjectRow> result, ObjectRow truth) {
    Optional<ObjectRow> shown =
        result instanceof CasResult.Conflict<ObjectRow> conflict
            ? conflict.row()
            : Optional.empty();
    conflict(result, shown);
    shown.ifPresent(row -> assertEquals(truth, row, "the row that the conflict reported"));
  }

  static void there(Backend backend, ObjectRow row) {
    assertEquals(Optional.of(row), read(backend, row.key()), "a strong read shows the row");
  }

  static void missing(Backend backend, ObjectKey key) {
    assertEquals(Optional.empty(), read(backend, key), "a strong read finds no row");
  }

  static void there(Backend backend, ReferenceRow row) {
    assertEquals(
        Optional.of(row),
        backend.readReference(row.key(), ReadMode.STRONG),
        "a strong read shows the reference");
  }

  static void missing(Backend backend, ReferenceKey key) {
    assertEquals(
        Optional.empty(),
        backend.readReference(key, ReadMode.STRONG),
        "a strong read finds no reference");
  }

  static Optional<ObjectRow> read(Backend backend, ObjectKey key) {
    List<Optional<ObjectRow>> found = backend.fetch(List.of(key), ReadMode.STRONG);
    assertEquals(1, found.size(), "answers for one key");
    return found.get(0);
  }
}
