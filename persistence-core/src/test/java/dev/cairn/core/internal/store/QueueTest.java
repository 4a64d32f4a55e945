package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ClosedException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Commits that wait for their turn: bounded, in order, and failed when the store closes. */
class QueueTest {
  private final Bench bench = new Bench();
  private final Client other = bench.first();

  private static CommitLimits limits(int maxQueued) {
    CommitLimits limits = TestStores.LIMITS;
    return new CommitLimits(
        limits.timeLimit(),
        limits.maxAttempts(),
        limits.groupSize(),
        limits.groupBytes(),
        limits.groupTime(),
        maxQueued,
        limits.young(),
        limits.restorable());
  }

  @Test
  void aFullQueueRefusesSubmissionsImmediately() {
    bench.stores.with(limits(3));
    Client mine = bench.process();
    List<PendingCommit<String>> pending = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      pending.add(mine.submit(set("a" + i, "1")));
    }
    StoreBusyException e = assertThrows(StoreBusyException.class, () -> mine.submit(set("b", "1")));
    assertTrue(e.getMessage().contains("3 commits wait for reference 'main'"), e.getMessage());
    other.store.createReference("side");
    mine.store.submit("side", set("c", "1")); // another reference has a queue of its own
    bench.tasks.run();
    pending.forEach(commit -> assertTrue(result(commit).id().isPresent()));
    mine.submit(set("b", "1"));
    bench.tasks.run();
    assertEquals(List.of("set first", "set a0", "set a1", "set a2", "set b"), bench.log());
  }

  // The leader has its turn while the caller waits for room.
  @Test
  void aCallerThatWaitsAnywayAlsoWaitsForAFullQueue() {
    int[] waits = {0};
    Environment environment =
        new Environment(
            bench.environment.clock(),
            duration -> {
              if (++waits[0] == 3) {
                bench.tasks.run();
              }
            },
            new Random(1));
    EngineStore mine = bench.stores.with(environment).with(limits(2)).open(bench.database);
    mine.submit(MAIN, set("a0", "1"));
    mine.submit(MAIN, set("a1", "1"));
    assertTrue(mine.commit(MAIN, set("b", "1")).id().isPresent());
    assertEquals(3, waits[0]);
    assertEquals(List.of("set first", "set a0", "set a1", "set b"), bench.log());
  }

  @Test
  void waitingForAFullQueueIsBoundedByTheCallersPatience() {
    bench.stores.with(limits(2));
    Client mine = bench.process();
    mine.submit(set("a0", "1"));
    mine.submit(set("a1", "1"));
    assertThrows(
        StoreBusyException.class,
        () -> mine.store.commit(MAIN, set("b", "1"), Duration.ofMillis(20)));
    assertTrue(bench.world.waits().size() >= 20, bench.world.waits().toString());
    bench.tasks.run();
    assertEquals(List.of("set first", "set a0", "set a1"), bench.log());
  }

  // A thread of the executor leads, and does not reach this commit in time.
  @Test
  void aCommitWhosePatienceEndsBeforeItsTurnIsNeverBegun() {
    Client mine = bench.process();
    PendingCommit<String> before = mine.submit(set("a", "1"));
    assertThrows(
        CancellationException.class,
        () -> mine.store.commit(MAIN, set("b", "1"), Duration.ofMillis(20)));
    bench.tasks.run();
    assertTrue(result(before).id().isPresent());
    assertEquals(List.of("set first", "set a"), bench.log());
  }

  @Test
  void closingFailsCommitsThatWait() {
    Client mine = bench.process();
    PendingCommit<String> waiting = mine.submit(set("a", "1"));
    mine.store.close();
    ClosedException e = failure(ClosedException.class, waiting);
    assertTrue(e.getMessage().contains("was not begun"), e.getMessage());
    bench.tasks.run();
    assertEquals(List.of("set first"), bench.log());
    assertTrue(mine.store.isUnused());
    mine.store.close();
  }

  @Test
  void whatIsUnderWayWhenTheStoreIsClosedEndsAsItWill() {
    Client mine = bench.process();
    PendingCommit<String> underWay = mine.submit(set("a", "1"));
    List<PendingCommit<String>> waiting = new ArrayList<>();
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          waiting.add(mine.submit(set("b", "1")));
          mine.store.close();
        });
    bench.tasks.run();
    assertTrue(result(underWay).id().isPresent());
    failure(ClosedException.class, waiting.get(0));
    assertEquals(List.of("set first", "set a"), bench.log());
  }

  // Its attempt conflicts after the store was closed: it has begun, so it is tried again.
  @Test
  void whatIsUnderWayIsTriedAgainAfterAConflict() {
    Client mine = bench.process();
    PendingCommit<String> underWay = mine.submit(set("a", "1"));
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          other.commit(set("b", "1"));
          mine.store.close();
        });
    bench.tasks.run();
    assertTrue(result(underWay).id().isPresent());
  }

  @Test
  void aClosedStoreRefusesEverything() {
    EngineStore store = bench.process().store;
    store.close();
    CommitId id = new CommitId(MAIN, 1, new HeadId(2, 3), 4);
    List<Executable> calls =
        List.of(
            () -> store.putAll(List.of(Table.named("x"))),
            () -> store.findAll(Table.class, List.of()),
            () -> store.createReference("x"),
            () -> store.findReference(MAIN),
            store::listReferences,
            () -> store.deleteReference(MAIN),
            () -> store.resetReference(MAIN, new HeadId(2, 3), ""),
            () -> store.current(MAIN),
            () -> store.recent(MAIN),
            () -> store.at(MAIN, new HeadId(2, 3)),
            () -> store.at(MAIN, Instant.EPOCH),
            () -> store.commit(MAIN, set("a", "1")),
            () -> store.submit(MAIN, set("a", "1")),
            () -> store.commitStatus(id),
            () -> store.log(MAIN, 1),
            () -> store.log(id, 1));
    for (Executable call : calls) {
      assertThrows(ClosedException.class, call);
    }
  }

  // A caller has the queue of its reference; before it joins, another thread uses a new name, and
  // idle queues are retired. In the retired queue, the caller's commit would be overtaken by its
  // next one.
  @Test
  void aQueueThatWasForgottenTakesNoCommit() {
    // Nothing else that it works with is asked.
    CommitServices services =
        new CommitServices(
            null, null, null, null, null, null, null, Optional.empty(), null, null, null);
    GroupCommitter queue = new GroupCommitter(services, MAIN);
    assertTrue(queue.retireIfIdle());
    assertFalse(queue.submit(new QueuedCommit<>(set("a", "1")::apply, queue, this, null, 0)));
  }

  @Test
  void namesThatLedNowhereAreNotKept() {
    Client mine = bench.process();
    for (int i = 0; i < 1000; i++) {
      String name = "no" + i;
      assertThrows(ReferenceNotFoundException.class, () -> mine.store.commit(name, set("a", "1")));
    }
    assertTrue(mine.store.queues() < 10, mine.store.queues() + " queues");
  }
}
