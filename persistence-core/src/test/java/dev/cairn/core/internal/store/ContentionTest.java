package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes that race, as they do at format level 1. */
class ContentionTest {
  private final Bench bench = Bench.racing();
  private final Client other = bench.first();
  private int runs;
  private int moves;

  private Client mine(Duration timeLimit, int maxAttempts) {
    CommitLimits limits = TestStores.LIMITS;
    bench.stores.with(
        new CommitLimits(
            timeLimit,
            maxAttempts,
            limits.groupSize(),
            limits.groupBytes(),
            limits.groupTime(),
            limits.maxQueued(),
            limits.young(),
            limits.restorable()));
    return bench.process();
  }

  private Client mine() {
    return mine(Duration.ofSeconds(30), 1000);
  }

  /** Lets another process move the reference before each of the next swaps. */
  private void contend(Client process, int times) {
    process.lossy.beforeEachSwap(
        () -> {
          if (moves < times) {
            moves++;
            // Through a second process, so that only the waits of the first are recorded.
            other.commit(set("b", "" + moves));
          }
        });
  }

  private Change<String> counted() {
    return workspace -> {
      runs++;
      return set("a", "1").apply(workspace);
    };
  }

  @Test
  void withoutContentionThereIsNoWait() {
    Client mine = mine();
    for (int i = 0; i < 50; i++) {
      mine.commit(counted());
    }
    assertEquals(List.of(), bench.world.waits());
    assertEquals(2, mine.backend.reads(), "one row and one head, once");
    assertEquals(50, mine.backend.count(Operation.WRITE));
    assertEquals(50, mine.backend.count(Operation.SWAP_REFERENCE));
  }

  // Full jitter: evenly from nothing to a bound that doubles with each conflict.
  @Test
  void everyConflictIsFollowedByOneWaitUnderABoundThatDoubles() {
    Client mine = mine();
    contend(mine, 30);
    mine.commit(counted());
    List<Duration> waits = bench.world.waits();
    assertEquals(30, waits.size());
    for (int i = 0; i < waits.size(); i++) {
      long bound = i < 8 ? 1L << i : 200;
      assertTrue(waits.get(i).compareTo(Duration.ofMillis(bound)) <= 0, i + ": " + waits.get(i));
    }
    assertTrue(waits.stream().anyMatch(w -> w.toMillis() > 100), waits.toString());
    assertTrue(waits.subList(8, 30).stream().anyMatch(w -> w.toMillis() < 100), waits.toString());
    assertEquals(31, runs);
  }

  @Test
  void theNextCommitBeginsWithTheFirstBoundAgain() {
    Client mine = mine();
    contend(mine, 12);
    mine.commit(counted());
    assertTrue(other.get("a").isPresent()); // it knows the head again, and will not wait itself
    bench.world.waits().clear();
    moves = 11;
    mine.commit(counted());
    assertEquals(1, bench.world.waits().size());
    assertTrue(bench.world.waits().get(0).toMillis() <= 1, bench.world.waits().toString());
  }

  @Test
  void attemptsAreBoundedAndTheExceptionSaysSo() {
    Client mine = mine(Duration.ofSeconds(30), 5);
    contend(mine, 100);
    CommitConflictException e =
        assertThrows(CommitConflictException.class, () -> mine.commit(counted()));
    assertTrue(
        e.getMessage().contains("'main' failed after 5 conflicting attempts"), e.getMessage());
    assertEquals(5, runs);
    mine.lossy.beforeEachSwap(() -> {});
    assertEquals(0, bench.log().stream().filter("set a"::equals).count());
    mine.commit(counted());
  }

  @Test
  void theTimeIsBoundedAndTheExceptionSaysSo() {
    Client mine = mine(Duration.ofSeconds(2), 1_000_000);
    contend(mine, 1_000_000);
    CommitConflictException e =
        assertThrows(CommitConflictException.class, () -> mine.commit(counted()));
    assertTrue(e.getMessage().contains("attempts in PT2."), e.getMessage());
    Duration waited = bench.world.waits().stream().reduce(Duration.ZERO, Duration::plus);
    assertTrue(waited.toMillis() > 2_000 && waited.toMillis() <= 2_200, waited.toString());
    assertEquals(0, bench.log().stream().filter("set a"::equals).count());
  }

  @Test
  void aCommitWithoutATurnInTimeFindsTheStoreBusy() {
    Client mine = mine(Duration.ofSeconds(2), 1000);
    PendingCommit<String> late = mine.submit(counted());
    bench.world.move(Duration.ofSeconds(3));
    PendingCommit<String> punctual = mine.submit(counted());
    bench.tasks.run();
    assertTrue(failure(StoreBusyException.class, late).getMessage().contains("PT3S"));
    assertTrue(Bench.result(punctual).id().isPresent());
    assertEquals(1, runs);
  }
}
