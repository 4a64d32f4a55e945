package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.refuse;
import static dev.cairn.core.internal.store.Bench.require;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a store tells of its commits. */
class StoreMetricsTest {
  private final Bench bench = new Bench();
  private final Client other = bench.first();
  private final List<String> events = new ArrayList<>();

  private final CommitMetrics metrics =
      new CommitMetrics() {
        @Override
        public void attempted(int commits, int rows, long bytes) {
          assertTrue(rows > 0 && bytes > 0);
          events.add("attempt of " + commits);
        }

        @Override
        public void conflicted() {
          events.add("conflict");
        }

        @Override
        public void settled(Settled<?> settled) {
          events.add("settled " + settled.getClass().getSimpleName());
        }

        @Override
        public void ended(Outcome outcome, Duration latency) {
          assertTrue(!latency.isNegative());
          events.add(outcome.toString());
        }
      };

  private final Client mine = open();

  private Client open() {
    bench.stores.with(metrics).with(limits());
    return bench.process();
  }

  private static CommitLimits limits() {
    CommitLimits limits = TestStores.LIMITS;
    return new CommitLimits(
        limits.timeLimit(),
        3,
        limits.groupSize(),
        limits.groupBytes(),
        limits.groupTime(),
        limits.maxQueued(),
        limits.young(),
        limits.restorable());
  }

  @Test
  void aGroupIsOneAttemptAndEveryCommitHasAnOutcome() {
    mine.submit(set("a", "1"));
    mine.submit(require("a"));
    PendingCommit<String> refused = mine.submit(refuse("a"));
    mine.submit(set("b", "1"));
    bench.tasks.run();
    failure(IllegalStateException.class, refused);
    assertEquals(List.of("attempt of 2", "APPLIED", "UNCHANGED", "REFUSED", "APPLIED"), events);
  }

  @Test
  void aConflictIsCountedOnceForTheGroup() {
    mine.submit(set("a", "1"));
    mine.submit(set("b", "1"));
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("x", "1")));
    bench.tasks.run();
    assertEquals(List.of("attempt of 2", "conflict", "attempt of 2", "APPLIED", "APPLIED"), events);
  }

  @Test
  void aSwapInDoubtIsCountedByWhatWasFoundOut() {
    mine.lossy.next(Fate.APPLIED_REPLY_LOST);
    mine.commit(set("a", "1"));
    assertEquals(List.of("attempt of 1", "settled Applied", "APPLIED"), events);
    events.clear();
    mine.lossy.all(Fate.LOST);
    assertThrows(CommitUnknownException.class, () -> mine.commit(set("b", "1")));
    assertEquals(List.of("attempt of 1", "settled Unknown", "UNKNOWN"), events);
  }

  @Test
  void givingUpIsAnOutcome() {
    mine.lossy.beforeEachSwap(() -> other.commit(set("x", "1")));
    assertThrows(CommitConflictException.class, () -> mine.commit(set("a", "1")));
    assertEquals("CONFLICT", events.get(events.size() - 1));
    assertEquals(3, events.stream().filter("conflict"::equals).count());
  }

  @Test
  void whatIsNotDoneForAnotherReasonHasFailed() {
    assertThrows(ReferenceNotFoundException.class, () -> mine.store.commit("none", set("a", "1")));
    assertEquals(List.of("FAILED"), events);
  }
}
