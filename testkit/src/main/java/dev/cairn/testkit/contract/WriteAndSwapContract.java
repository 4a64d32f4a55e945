package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rows and the swap of a reference to them by one call, or by the two that it stands for. */
public interface WriteAndSwapContract extends ContractPart {
  private static List<ObjectRow> rows(Scope scope, int first, int count) {
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = first; id < first + count; id++) {
      rows.add(TestRows.immutable(scope, id));
    }
    return rows;
  }

  private static ReferenceRow moved(ReferenceRow row, long head) {
    return row.moveTo(head, EarlierHeads.none(), TestRows.token());
  }

  private ReferenceRow inserted(Scope scope) {
    ReferenceRow row = TestRows.reference(scope, "main");
    Expect.applied(backend().insertReference(row));
    return row;
  }

  @Test
  default void writeAndSwapWritesAllRowsAndSwaps() {
    Scope scope = TestRows.scope();
    ReferenceRow first = inserted(scope);
    ReferenceRow next = moved(first, 3);
    List<ObjectRow> rows = rows(scope, 1, 3);
    Expect.applied(backend().writeAndSwap(rows, first.token(), next));
    Expect.there(backend(), next);
    rows.forEach(row -> Expect.there(backend(), row));
  }

  @Test
  default void writeAndSwapTakesNoRowsAndMoreThanFitIntoOneBatch() {
    Scope scope = TestRows.scope();
    ReferenceRow first = inserted(scope);
    ReferenceRow second = moved(first, 1);
    Expect.applied(backend().writeAndSwap(List.of(), first.token(), second));
    int many = 2 * backend().limits().writeBatch() + 1;
    List<ObjectRow> rows = rows(scope, 1, many);
    ReferenceRow third = moved(second, many);
    Expect.applied(backend().writeAndSwap(rows, second.token(), third));
    Expect.there(backend(), third);
    List<ObjectKey> keys = rows.stream().map(ObjectRow::key).toList();
    assertEquals(
        rows.stream().map(Optional::of).toList(),
        backend().fetch(keys, ReadMode.STRONG),
        "all rows of an applied writeAndSwap are there");
  }

  @Test
  default void writeAndSwapOfRowsThatAreThereAlreadySwaps() {
    Scope scope = TestRows.scope();
    ReferenceRow first = inserted(scope);
    List<ObjectRow> rows = rows(scope, 1, 2);
    backend().write(rows);
    List<ObjectRow> twice = new ArrayList<>(rows);
    twice.addAll(rows);
    twice.addAll(rows(scope, 3, 1));
    ReferenceRow next = moved(first, 3);
    Expect.applied(backend().writeAndSwap(twice, first.token(), next));
    Expect.there(backend(), next);
    rows(scope, 1, 3).forEach(row -> Expect.there(backend(), row));
  }

  @Test
  default void writeAndSwapWithAStaleTokenIsAConflictAndIsRepeatedWhole() {
    Scope scope = TestRows.scope();
    ReferenceRow first = inserted(scope);
    ReferenceRow other = first.fence(TestRows.token());
    Expect.applied(backend().swapReference(first.token(), other));
    List<ObjectRow> rows = rows(scope, 1, 2);
    Expect.conflict(
        backend().writeAndSwap(rows, first.token(), moved(first, 2)), Optional.of(other));
    Expect.there(backend(), other);
    ReferenceRow next = moved(other, 2);
    Expect.applied(backend().writeAndSwap(rows, other.token(), next));
    Expect.there(backend(), next);
    rows.forEach(row -> Expect.there(backend(), row));
  }

  @Test
  default void writeAndSwapOfAMissingReferenceIsAConflictAndCreatesNone() {
    ReferenceRow missing = TestRows.reference(TestRows.scope(), "main");
    Expect.conflict(
        backend()
            .writeAndSwap(rows(missing.key().scope(), 1, 1), missing.token(), moved(missing, 1)),
        Optional.empty());
    Expect.missing(backend(), missing.key());
  }

  @Test
  default void mistakesInWriteAndSwapAreRefusedAndDoNothing() {
    Scope scope = TestRows.scope();
    ReferenceRow first = inserted(scope);
    ObjectRow fine = TestRows.immutable(scope, 1);
    ObjectRow lease = TestRows.updateable(TestRows.named(scope, "lease"), "one");
    ObjectRow large =
        ObjectRow.immutable(
            TestRows.key(scope, 2),
            Bytes.wrap(new byte[backend().limits().maxValueBytes() + 1]),
            TestRows.CREATED);
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().writeAndSwap(List.of(lease), first.token(), moved(first, 1)),
        "writeAndSwap refuses a row with a token");
    assertThrows(
        ValueTooLargeException.class,
        () -> backend().writeAndSwap(List.of(large), first.token(), moved(first, 2)),
        "writeAndSwap refuses a value over the limit");
    assertThrows(
        IllegalArgumentException.class,
        () -> backend().writeAndSwap(List.of(fine), first.token(), first),
        "writeAndSwap refuses a swap that keeps the token");
    Expect.there(backend(), first);
    Expect.missing(backend(), lease.key());
    Expect.missing(backend(), large.key());
  }

  /** So many that writing them takes longer than the swap. */
  int ROWS_OF_A_HEAD = 40;

  // A reader that follows the reference must never find it ahead of its rows.
  @Test
  default void whereAReferenceIsSeenSwappedItsRowsAreThere() {
    Scope scope = TestRows.scope();
    ReferenceRow first = inserted(scope);
    AtomicInteger writing = new AtomicInteger(2);
    AtomicInteger followed = new AtomicInteger();
    int target = 20 * scale();
    List<Integer> done =
        Race.run(
            3,
            thread ->
                thread < 2
                    ? writeUpTo(first, thread, target, writing, followed)
                    : follow(first, writing, followed));
    ReferenceRow last = backend().readReference(first.key(), ReadMode.STRONG).orElseThrow();
    assertEquals(
        1 + done.get(0) + done.get(1), last.version(), "every applied writeAndSwap counts once");
  }

  // Goes on until the reader has met enough heads, unless it is much slower than that.
  private int writeUpTo(
      ReferenceRow first, int thread, int target, AtomicInteger writing, AtomicInteger followed) {
    int applied = 0;
    try {
      Scope scope = first.key().scope();
      for (int id = 1 + thread;
          applied < target || (followed.get() < target && applied < 20 * target);
          id += 2) {
        ReferenceRow known = backend().readReference(first.key(), ReadMode.STRONG).orElseThrow();
        List<ObjectRow> rows = rows(scope, id * ROWS_OF_A_HEAD, ROWS_OF_A_HEAD);
        long head = (id + 1) * ROWS_OF_A_HEAD - 1;
        CasResult<ReferenceRow> result =
            backend().writeAndSwap(rows, known.token(), moved(known, head));
        if (result instanceof CasResult.Applied) {
          applied++;
        } else {
          assertInstanceOf(
              CasResult.Conflict.class, result, "a writeAndSwap that is not applied is a conflict");
        }
      }
      return applied;
    } finally {
      writing.decrementAndGet();
    }
  }

  private int follow(ReferenceRow first, AtomicInteger writing, AtomicInteger followed) {
    long version = first.version();
    while (writing.get() > 0) {
      ReferenceRow seen = backend().readReference(first.key(), ReadMode.STRONG).orElseThrow();
      if (seen.version() > version) {
        version = seen.version();
        ObjectKey key = TestRows.key(first.key().scope(), seen.headId().orElseThrow());
        assertTrue(
            Expect.read(backend(), key).isPresent(),
            () -> "a reference is seen swapped before the rows of its head are there: " + seen);
        followed.incrementAndGet();
      }
    }
    return followed.get();
  }

  @Test
  default void writeAndSwapThatConflictsKeepsRowsThatWereThere() {
    Scope scope = TestRows.scope();
    ReferenceRow first = inserted(scope);
    List<ObjectRow> rows = rows(scope, 1, 3);
    backend().write(rows.subList(0, 2));
    Expect.conflict(
        backend().writeAndSwap(rows, TestRows.token(), moved(first, 3)), Optional.of(first));
    rows.subList(0, 2).forEach(row -> Expect.there(backend(), row));
  }

  @Test
  default void tokensOfWriteAndSwapAreComparedExactly() {
    ReferenceRow first = inserted(TestRows.scope());
    Token near = new Token(first.token().high(), first.token().low() ^ 1);
    Expect.conflict(
        backend().writeAndSwap(rows(first.key().scope(), 1, 1), near, moved(first, 1)),
        Optional.of(first));
    Expect.there(backend(), first);
  }
}
