package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** References that many threads write at once. */
public interface ReferenceRaceContract extends ContractPart {
  @Test
  default void oneOfManyInsertsOfAReferenceWins() {
    Scope scope = TestRows.scope();
    for (int round = 0; round < 5 * scale(); round++) {
      ReferenceKey key = TestRows.referenceKey(scope, "round " + round);
      List<Race.Attempt<ReferenceRow>> attempts =
          Race.run(
              Race.THREADS,
              thread -> {
                ReferenceRow row = TestRows.reference(key);
                return new Race.Attempt<>(
                    row, Race.certainly(() -> backend().insertReference(row)));
              });
      Race.oneInsertWon(attempts, backend().readReference(key, ReadMode.STRONG));
    }
  }

  @Test
  default void manyThreadsThatSwapOneReferenceLoseNoHead() {
    // All heads of a round stay in the row, which is made for some forty of them.
    int headsOfEach = 36 / Race.THREADS;
    for (int round = 0; round < scale(); round++) {
      ReferenceRow empty = TestRows.reference(TestRows.scope(), "main");
      Expect.applied(backend().insertReference(empty));
      Set<Long> expected = new HashSet<>();
      for (long head = 1; head <= (long) headsOfEach * Race.THREADS; head++) {
        expected.add(head);
      }
      List<Boolean> unused =
          Race.run(
              Race.THREADS,
              thread -> {
                ReferenceLine line = new ReferenceLine(backend(), empty.key());
                for (int i = 1; i <= headsOfEach; i++) {
                  line.put((long) thread * headsOfEach + i);
                }
                return true;
              });
      ReferenceRow last = backend().readReference(empty.key(), ReadMode.STRONG).orElseThrow();
      assertEquals(
          expected.size(),
          ReferenceLine.heads(last).size(),
          "every acknowledged swap added one head");
      assertEquals(
          expected,
          new HashSet<>(ReferenceLine.heads(last)),
          "no head of an acknowledged swap is lost");
    }
  }

  @Test
  default void manyThreadsThatCreateAndDeleteAReferenceTakeTurns() {
    ReferenceKey key = TestRows.referenceKey(TestRows.scope(), "main");
    TokenChain chain = new TokenChain();
    List<Boolean> unused =
        Race.run(
            Race.THREADS,
            thread -> {
              Random random = seed().random("thread " + thread);
              for (int i = 0; i < 15 * scale(); i++) {
                createOrDelete(key, random, chain);
              }
              return true;
            });
    chain.check(backend().readReference(key, ReadMode.STRONG).map(ReferenceRow::token));
  }

  @Test
  default void readersNeverSeeAMixOfTwoVersionsOfAReferenceNorAnOlderOneAgain() {
    ReferenceKey key = TestRows.referenceKey(TestRows.scope(), "main");
    Expect.applied(backend().insertReference(numbered(key, 1)));
    WriterAndReaders race = new WriterAndReaders(Race.THREADS - 1, 10 * scale());
    race.run(
        number -> {
          ReferenceRow current = backend().readReference(key, ReadMode.STRONG).orElseThrow();
          CasResult<ReferenceRow> result =
              Race.certainly(() -> backend().swapReference(current.token(), numbered(key, number)));
          if (result instanceof CasResult.Applied) {
            race.acknowledged(number);
          }
        },
        () -> {
          ReferenceRow row = backend().readReference(key, ReadMode.STRONG).orElseThrow();
          assertEquals(numbered(key, row.version()), row, "the row of one version");
          return row.version();
        });
  }

  private void createOrDelete(ReferenceKey key, Random random, TokenChain chain) {
    Optional<ReferenceRow> found = backend().readReference(key, ReadMode.STRONG);
    Optional<Token> taken = found.map(ReferenceRow::token);
    if (found.isPresent() && found.get().isTombstone() && random.nextBoolean()) {
      chain.add(
          taken,
          Optional.empty(),
          Race.certainly(() -> backend().removeReference(key, taken.get())));
      return;
    }
    ReferenceRow next =
        found
            .map(
                row ->
                    row.isTombstone()
                        ? row.revive(row.earlierHeads(), TestRows.token(), TestRows.CREATED)
                        : row.tombstone(TestRows.token(), TestRows.CREATED))
            .orElseGet(() -> TestRows.reference(key));
    chain.add(
        taken,
        Optional.of(next.token()),
        Race.certainly(
            () ->
                found.isPresent()
                    ? backend().swapReference(found.get().token(), next)
                    : backend().insertReference(next)));
  }

  // Every field but the key follows from the number, so a mix of two rows shows.
  private static ReferenceRow numbered(ReferenceKey key, long number) {
    return new ReferenceRow(
        key,
        OptionalLong.of(number),
        number,
        new Token(number, ~number),
        number,
        EarlierHeads.of(List.of(new HeadVersion(number, number))),
        number % 2 == 0 ? OptionalLong.of(number) : OptionalLong.empty());
  }
}
