package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Objects that many threads write at once. */
public interface ObjectRaceContract extends ContractPart {
  @Test
  default void oneOfManyInsertsOfAnObjectWins() {
    Scope scope = TestRows.scope();
    for (int round = 0; round < 5 * scale(); round++) {
      ObjectKey key = TestRows.named(scope, "round " + round);
      List<Race.Attempt<ObjectRow>> attempts =
          Race.run(
              Race.THREADS,
              thread -> {
                ObjectRow row = TestRows.updateable(key, "thread " + thread);
                return new Race.Attempt<>(row, Race.certainly(() -> backend().insert(row)));
              });
      Race.oneInsertWon(attempts, Expect.read(backend(), key));
    }
  }

  @Test
  default void oneOfManyDeletesOfAnObjectWins() {
    Scope scope = TestRows.scope();
    for (int round = 0; round < 5 * scale(); round++) {
      ObjectRow row = TestRows.updateable(TestRows.named(scope, "round " + round), "to be deleted");
      Expect.applied(backend().insert(row));
      List<Race.Attempt<ObjectRow>> attempts =
          Race.run(
              Race.THREADS,
              thread ->
                  new Race.Attempt<>(
                      row,
                      Race.certainly(() -> backend().deleteIf(row.key(), TestRows.tokenOf(row)))));
      long applied = attempts.stream().filter(Race.Attempt::isApplied).count();
      long unknown = attempts.stream().filter(Race.Attempt::isUnknown).count();
      assertTrue(applied <= 1, "several deletes of one row were applied");
      assertTrue(applied + unknown >= 1, "all deletes were conflicts");
      if (applied == 1) {
        Expect.missing(backend(), row.key());
      }
    }
  }

  @Test
  default void manyThreadsThatSwapOneRowCountExactly() {
    ObjectKey key = TestRows.named(TestRows.scope(), "counter");
    Expect.applied(backend().insert(SwapCounter.zero(key, Race.THREADS)));
    int target = 10 * scale();
    List<Boolean> unused =
        Race.run(
            Race.THREADS,
            thread -> {
              new SwapCounter(backend(), key, thread).countTo(target);
              return true;
            });
    int[] expected = new int[Race.THREADS];
    Arrays.fill(expected, target);
    assertArrayEquals(
        expected,
        SwapCounter.decode(Expect.read(backend(), key).orElseThrow()),
        "every acknowledged swap counts once");
  }

  @Test
  default void readersNeverSeeAMixOfTwoVersionsOfAnObjectNorAnOlderOneAgain() {
    ObjectKey key = TestRows.named(TestRows.scope(), "changing");
    Expect.applied(backend().insert(numbered(key, 1)));
    WriterAndReaders race = new WriterAndReaders(Race.THREADS - 1, 10 * scale());
    race.run(
        number -> {
          ObjectRow current = Expect.read(backend(), key).orElseThrow();
          CasResult<ObjectRow> result =
              Race.certainly(
                  () -> backend().swap(TestRows.tokenOf(current), numbered(key, number)));
          if (result instanceof CasResult.Applied) {
            race.acknowledged(number);
          }
        },
        () -> {
          ObjectRow row = Expect.read(backend(), key).orElseThrow();
          assertEquals(numbered(key, row.createdAtMicros()), row, "the row of one version");
          return row.createdAtMicros();
        });
  }

  @Test
  default void concurrentWritesOfTheSameImmutableRowsAllSucceed() {
    Scope scope = TestRows.scope();
    List<ObjectRow> rows = new ArrayList<>();
    for (int id = 0; id < 20; id++) {
      rows.add(TestRows.immutable(scope, id));
    }
    List<Boolean> unused =
        Race.run(
            Race.THREADS,
            thread -> {
              backend().write(rows);
              rows.forEach(row -> Expect.there(backend(), row));
              return true;
            });
    rows.forEach(
        row ->
            assertEquals(
                Optional.of(row),
                Expect.read(backend(), row.key()),
                "a row that many write at once is there"));
  }

  // Every field but the key follows from the number, so a mix of two rows shows.
  private static ObjectRow numbered(ObjectKey key, long number) {
    Bytes value = Bytes.ofUtf8(("number " + number + ";").repeat(1 + (int) (number % 7)));
    long farFuture = TestRows.CREATED * 2 + number;
    return ObjectRow.expiring(key, value, new Token(number, ~number), number, farFuture);
  }
}
