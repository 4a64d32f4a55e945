package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.refuse;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.TestTypes;
import dev.cairn.core.internal.store.Bench.Client;
import dev.cairn.core.internal.turn.TurnList;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Commits beside processes that are in the list of turns. */
class TurnCommitTest {
  private static final int DEAD = 99;

  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private int runs;

  private Change<String> counted() {
    return workspace -> {
      runs++;
      return set("a", "1").apply(workspace);
    };
  }

  private void replace(ReferenceRow next) {
    CasResult<ReferenceRow> result = bench.database.swapReference(bench.row().token(), next);
    assertTrue(result instanceof CasResult.Applied, result.toString());
  }

  private void write(TurnList list) {
    replace(bench.row().withTurns(list.toBytes(), bench.environment.newToken()));
  }

  /** A process that never does anything joins. */
  private void join() {
    write(turns().plus(DEAD));
  }

  private TurnList turns() {
    return TurnList.ofBytes(bench.row().turns());
  }

  /** A process that knows nothing yet, so that it reads the list. */
  private Client reader() {
    Client client = bench.process();
    client.backend.forget();
    return client;
  }

  private long waitedMillis() {
    return bench.world.waits().stream().reduce(Duration.ZERO, Duration::plus).toMillis();
  }

  // Rule 4.

  @Test
  void aCommitThatMeetsAJoinSwapsAgainWithTheListItFound() {
    mine.backend.before(Operation.SWAP_REFERENCE, this::join);
    mine.commit(counted());
    assertEquals(1, runs);
    assertEquals(1, mine.backend.count(Operation.WRITE));
    assertEquals(2, mine.backend.count(Operation.SWAP_REFERENCE));
    assertEquals(0, mine.backend.reads());
    assertEquals(DEAD, turns().first());
    assertEquals(List.of("set first", "set a"), bench.log());
  }

  @Test
  void aCommitThatMeetsManyJoinsSwapsAgainAfterEach() {
    for (int i = 0; i < 20; i++) {
      int node = 100 + i;
      mine.backend.before(Operation.SWAP_REFERENCE, () -> write(turns().plus(node)));
    }
    mine.commit(counted());
    assertEquals(1, runs);
    assertEquals(21, mine.backend.count(Operation.SWAP_REFERENCE));
  }

  // A collection fenced the row: it may be about to sweep what the attempt has written.
  @Test
  void aCommitThatMeetsAFenceRunsAgain() {
    mine.backend.before(
        Operation.SWAP_REFERENCE, () -> replace(bench.row().fence(bench.environment.newToken())));
    mine.commit(counted());
    assertEquals(2, runs);
    assertEquals(2, mine.backend.count(Operation.WRITE));
  }

  @Test
  void aCommitThatMeetsAJoinAndThenAFenceRunsAgain() {
    mine.backend.before(Operation.SWAP_REFERENCE, this::join);
    mine.backend.before(
        Operation.SWAP_REFERENCE, () -> replace(bench.row().fence(bench.environment.newToken())));
    mine.commit(counted());
    assertEquals(2, runs);
    assertTrue(turns().isEmpty(), "a fence clears the list");
  }

  @Test
  void aCommitThatMeetsATombstoneFindsNoReference() {
    mine.backend.before(Operation.SWAP_REFERENCE, this::join);
    mine.backend.before(
        Operation.SWAP_REFERENCE, () -> bench.process().store.deleteReference(MAIN));
    assertThrows(ReferenceNotFoundException.class, () -> mine.commit(counted()));
    assertTrue(bench.row().isTombstone());
  }

  @Test
  void aCommitThatMeetsAnotherLifeRunsAgainInThatOne() {
    mine.backend.before(Operation.SWAP_REFERENCE, this::join);
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          bench.process().store.deleteReference(MAIN);
          bench.process().store.createReference(MAIN);
        });
    mine.commit(counted());
    assertEquals(2, runs);
    assertEquals(List.of("set a"), bench.log());
  }

  // The process was paused before its swap, for so long that a collection of an earlier release,
  // which takes a join for a fence, may sweep the objects.
  @Test
  void aCommitThatMeetsAJoinAfterItsObjectsGotOldRunsAgain() {
    bench.stores.with(withTimeLimit(Duration.ofDays(1)));
    Client patient = bench.process();
    patient.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          join();
          bench.world.move(TestStores.LIMITS.young().plusSeconds(1));
        });
    patient.commit(
        workspace -> {
          runs++;
          workspace.put(TestTypes.Table.named("t"));
          return set("a", "1").apply(workspace);
        });
    assertEquals(2, runs);
  }

  private static CommitLimits withTimeLimit(Duration limit) {
    CommitLimits limits = TestStores.LIMITS;
    return new CommitLimits(
        limit,
        limits.maxAttempts(),
        limits.groupSize(),
        limits.groupBytes(),
        limits.groupTime(),
        limits.maxQueued(),
        limits.young(),
        limits.restorable());
  }

  // The reply is lost, and another process joins before this one looks.
  @Test
  void aSwapWhoseReplyIsLostBeforeAJoinIsAppliedOnce() {
    mine.lossy.next(Fate.APPLIED_REPLY_LOST);
    mine.lossy.beforeNextReferenceRead(this::join);
    mine.commit(counted());
    assertEquals(List.of("set first", "set a"), bench.log());
    assertEquals(1, mine.backend.count(Operation.SWAP_REFERENCE));
  }

  @Test
  void aSwapThatIsLostBeforeAJoinIsSentAgainAndAppliedOnce() {
    mine.lossy.next(Fate.DELAYED);
    mine.lossy.beforeNextReferenceRead(this::join);
    mine.commit(counted());
    mine.lossy.deliverDelayed();
    assertEquals(List.of("set first", "set a"), bench.log());
    assertEquals(1, runs);
  }

  private KeyedCommit keyed(Duration timeToCommit) {
    Instant now = bench.world.now();
    CommitKey key = new CommitKey("request", "", now, now.plus(timeToCommit), Duration.ofHours(1));
    return mine.store.commit(
        MAIN,
        key,
        workspace -> {
          set("a", "1").apply(workspace);
          return Bytes.empty();
        });
  }

  // The process is paused before it sends its swap again: the key may have been accepted anew.
  @Test
  void aKeyedCommitThatMeetsAJoinKeepsItsDeadline() {
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          join();
          bench.world.move(Duration.ofSeconds(2));
        });
    assertInstanceOf(KeyedCommit.WindowExpired.class, keyed(Duration.ofSeconds(1)));
    assertEquals(List.of("set first"), bench.log());
  }

  @Test
  void aKeyedCommitThatWaitsForItsTurnKeepsItsDeadline() {
    join();
    bench.world.move(Duration.ofMillis(1));
    mine.store.current(MAIN); // sees the list
    assertInstanceOf(KeyedCommit.WindowExpired.class, keyed(Duration.ofMillis(500)));
    assertEquals(List.of("set first"), bench.log());
    bench.tasks.run(); // the thread that keeps the place
    assertInstanceOf(KeyedCommit.Applied.class, keyed(Duration.ofSeconds(5)));
  }

  // A join changes no state: what a change found is current.
  @Test
  void aResultThatNeedsNoSwapIsReleasedDespiteAJoin() {
    mine.backend.before(Operation.READ_REFERENCE, this::join);
    assertEquals("none", mine.commit(refuse("b")).value());
    assertEquals(1, mine.backend.reads());
  }

  // Waiting.

  @Test
  void aDeadFirstIsDroppedAfterASecond() {
    Client client = reader();
    join();
    assertEquals("1", client.commit(counted()).value());
    assertTrue(waitedMillis() >= 1_000 && waitedMillis() < 1_200, "" + waitedMillis());
    assertFalse(turns().contains(DEAD));
    assertEquals(1, runs);
  }

  @Test
  void aCommitThatWaitsTooLongInLineFindsTheStoreBusy() {
    bench.stores.with(withTimeLimit(Duration.ofMillis(500)));
    Client client = bench.process();
    join();
    assertThrows(StoreBusyException.class, () -> client.commit(counted()));
    assertEquals(0, runs);
    assertTrue(waitedMillis() < 600, "" + waitedMillis());
  }

  @Test
  void aCallerInLineLeavesWhenItsPatienceIsOver() {
    Client client = reader();
    join();
    assertThrows(
        CancellationException.class,
        () -> client.store.commit(MAIN, counted(), Duration.ofMillis(300)));
    assertTrue(waitedMillis() < 400, "" + waitedMillis());
    bench.tasks.run(); // another thread keeps the place, and leaves when there is nothing to do
    assertEquals(TurnList.of(DEAD), turns());
    assertEquals(0, runs);
  }

  @Test
  void aCallerInLineThatIsInterruptedLeaves() {
    Client client = reader();
    join();
    bench.world.waits().clear();
    client.backend.after(Operation.READ_REFERENCE, () -> Thread.currentThread().interrupt());
    assertThrows(CancellationException.class, () -> client.commit(counted()));
    assertTrue(Thread.interrupted());
    assertEquals(0, runs);
  }

  @Test
  void aCommitThatIsWithdrawnInLineIsNotRun() {
    Client client = reader();
    join();
    PendingCommit<String> pending = client.submit(counted());
    client.backend.after(Operation.READ_REFERENCE, () -> assertTrue(pending.leave().isEmpty()));
    bench.tasks.run();
    assertEquals(0, runs);
    assertEquals(TurnList.of(DEAD), turns());
  }

  @Test
  void aStoreThatClosesLeavesTheList() {
    Client client = reader();
    join();
    PendingCommit<String> pending = client.submit(counted());
    client.backend.after(
        Operation.SWAP_REFERENCE,
        () -> {
          assertEquals(2, turns().size());
          client.store.close();
        });
    bench.tasks.run();
    assertTrue(pending.result().toCompletableFuture().isCompletedExceptionally());
    assertEquals(TurnList.of(DEAD), turns());
  }

  // Servers open a handle for each request; the commits of other handles keep the place.
  @Test
  void aHandleThatClosesDoesNotWaitForTheTurnOfOthers() {
    Client client = reader();
    assertTrue(client.store.retain());
    EngineStore handle = client.store.another();
    join();
    PendingCommit<String> pending = client.submit(counted());
    client.backend.after(
        Operation.SWAP_REFERENCE,
        () -> {
          assertEquals(2, turns().size());
          long before = waitedMillis();
          CompletableFuture.runAsync(handle::close).join();
          assertEquals(before, waitedMillis());
        });
    bench.tasks.run();
    assertEquals("1", Bench.result(pending).value());
  }

  @Test
  void aResetIsACommitAndKeepsTheList() {
    HeadId before = mine.store.current(Bench.MAIN).head().orElseThrow();
    mine.commit(counted());
    join();
    mine.store.resetReference(Bench.MAIN, before, "back");
    assertEquals(DEAD, turns().first());
  }

  @Test
  void aDeletionAndANewLifeLeaveNoList() {
    join();
    mine.store.deleteReference(Bench.MAIN);
    assertTrue(bench.row().isTombstone());
    assertEquals(TurnList.EMPTY, turns());
    mine.store.createReference(Bench.MAIN);
    assertEquals(TurnList.EMPTY, turns());
  }

  @Test
  void aReferenceThatIsDeletedWhileAProcessWaitsIsNotFound() {
    Client client = reader();
    join();
    bench.world.waits().clear();
    client.backend.after(
        Operation.SWAP_REFERENCE, () -> bench.process().store.deleteReference(MAIN));
    assertThrows(ReferenceNotFoundException.class, () -> client.commit(counted()));
  }

  // It was in the list when the database went away: the next commit begins from the start.
  @Test
  void aDatabaseThatIsAwayWhileAProcessWaitsFailsItsCommits() {
    Client client = reader();
    join();
    client.backend.after(
        Operation.SWAP_REFERENCE,
        () ->
            client.backend.beforeEach(
                () -> {
                  throw new BackendUnavailableException("away");
                }));
    assertThrows(BackendUnavailableException.class, () -> client.commit(counted()));
    assertEquals(0, runs);
    client.backend.beforeEach(() -> {});
    client.commit(counted());
    assertEquals(1, runs);
  }

  // Forged lists.

  @Test
  void aListOfStrangersAndNonsenseDelaysAndBreaksNothing() {
    Client client = reader();
    replace(
        bench
            .row()
            .withTurns(
                Bytes.ofHex("0063ffff0400" + "0063" + "0064" + "07"),
                bench.environment.newToken()));
    Committed<String> committed = client.commit(counted());
    assertTrue(committed.id().isPresent());
    assertFalse(turns().contains(DEAD));
  }

  // Format levels.

  @Test
  void aProcessOfLevel1IgnoresTheListAndWritesNone() {
    join();
    bench.stores.withoutTurns();
    Client old = bench.process();
    old.commit(counted());
    assertEquals(List.of(), bench.world.waits());
    assertTrue(turns().isEmpty());
    mine.commit(set("b", "1"));
    assertEquals(List.of("set first", "set a", "set b"), bench.log());
  }
}
