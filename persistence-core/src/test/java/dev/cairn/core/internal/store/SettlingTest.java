package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.refuse;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.store.Bench.Client;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every commit is applied once or not at all, whichever replies to its swap are lost. */
class SettlingTest {
  private static final Fate[] LOST_TRIES = {
    Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST
  };

  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private final Client other = bench.process();
  private int runs;

  private Change<String> counted() {
    return workspace -> {
      runs++;
      return set("a", "1").apply(workspace);
    };
  }

  // Only garbage collection deletes: what an attempt wrote may be current after all.
  @AfterEach
  void nothingWasDeleted() {
    assertEquals(0, mine.backend.count(Operation.DELETE));
    assertEquals(0, mine.backend.count(Operation.REMOVE_REFERENCE));
  }

  private void assertAppliedOnce(CommitId id) {
    assertEquals(1, bench.log().stream().filter("set a"::equals).count());
    assertEquals(CommitStatus.APPLIED, other.store.commitStatus(id));
  }

  @Test
  void aSwapWhoseReplyIsLostIsFoundApplied() {
    mine.lossy.next(Fate.APPLIED_REPLY_LOST);
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(1, runs);
  }

  @Test
  void aSwapThatIsLostIsRepeated() {
    mine.lossy.next(Fate.LOST, Fate.LOST);
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(1, runs);
  }

  // The first swap is on its way while the second is made, and arrives just before it: the second
  // meets the head of the first, which is mine.
  @Test
  void aSwapThatLandsLateIsFoundByTheRepeatedOne() {
    mine.lossy.next(Fate.DELAYED, Fate.OVERTAKEN);
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(1, runs);
  }

  // Applied, and others have moved on by the time mine looks.
  @Test
  void anAppliedSwapIsFoundHoweverManyHeadsFollow() {
    mine.lossy.next(Fate.APPLIED_REPLY_LOST);
    mine.lossy.beforeNextReferenceRead(
        () -> {
          for (int i = 0; i < 40; i++) {
            other.commit(set("b", "" + i));
          }
        });
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(1, runs);
    assertEquals(42, bench.log().size());
  }

  // Lost, and other moves before mine looks: the row has another token and the line lacks my head.
  @Test
  void aLostSwapThatOthersOvertookRunsAgain() {
    mine.lossy.next(Fate.LOST);
    mine.lossy.beforeNextReferenceRead(() -> other.commit(set("b", "1")));
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(2, runs);
    assertEquals(List.of("set first", "set b", "set a"), bench.log());
  }

  // Lost, and its repetition meets a conflict whose row shows an unrelated head: without a look at
  // the line, an applied attempt would run a second time.
  @Test
  void aConflictAfterALostReplyIsJudgedByTheLineOfHeads() {
    mine.lossy.next(Fate.DELAYED, Fate.OVERTAKEN);
    mine.backend.before(Operation.SWAP_REFERENCE, () -> {}); // the first one
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          mine.lossy.deliverDelayed();
          other.commit(set("b", "1"));
        });
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(1, runs);
    assertEquals(List.of("set first", "set a", "set b"), bench.log());
  }

  // Nothing gets through, except the fence: the delayed swap can no longer land, and the change
  // runs again on the fenced row.
  @Test
  void aFenceMakesSureThatADelayedSwapNeverLands() {
    mine.lossy.next(Fate.DELAYED, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST);
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(2, runs);
    mine.lossy.deliverDelayed();
    assertEquals(List.of("set first", "set a"), bench.log());
    assertEquals(4, bench.row().version(), "created, moved, fenced, moved");
  }

  // The same, and the requirement fails on the second run: "not applied" is the truth.
  @Test
  void afterAFenceAFailureMayBeReported() {
    mine.lossy.next(Fate.DELAYED, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST);
    assertThrows(
        IllegalStateException.class,
        () ->
            mine.commit(
                workspace -> {
                  if (runs++ > 0) {
                    throw new IllegalStateException("not any more");
                  }
                  return set("a", "1").apply(workspace);
                }));
    mine.lossy.deliverDelayed();
    assertEquals(List.of("set first"), bench.log());
  }

  @Test
  void ifTheFenceIsInDoubtSoIsTheCommit() {
    mine.lossy.next(Fate.DELAYED);
    mine.lossy.all(Fate.LOST);
    CommitUnknownException e =
        assertThrows(CommitUnknownException.class, () -> mine.commit(counted()));
    mine.lossy.all(Fate.FINE);
    assertEquals(CommitStatus.UNKNOWN, other.store.commitStatus(e.commitId()));
    assertTrue(e.getMessage().contains(e.commitId().toString()), e.getMessage());
    assertEquals(e.commitId(), CommitId.parse(e.commitId().toString()));
    mine.lossy.deliverDelayed();
    assertAppliedOnce(e.commitId());
    assertEquals(1, runs);
  }

  // As before, but the next commit moves the reference: from then on the delayed swap cannot land.
  @Test
  void afterAnUnknownCommitTheNextOneGoesOn() {
    mine.lossy.next(Fate.DELAYED);
    mine.lossy.all(Fate.LOST);
    assertThrows(CommitUnknownException.class, () -> mine.commit(counted()));
    mine.lossy.all(Fate.FINE);
    mine.commit(set("b", "1"));
    mine.lossy.deliverDelayed();
    assertEquals(List.of("set first", "set b"), bench.log());
  }

  @Test
  void allEditorsOfAnUnknownGroupGetTheirOwnEntryOfOneHead() {
    PendingCommit<String> a = mine.submit(set("a", "1"));
    PendingCommit<String> b = mine.submit(set("b", "1"));
    mine.lossy.next(Fate.DELAYED);
    mine.lossy.all(Fate.LOST);
    bench.tasks.run();
    mine.lossy.all(Fate.FINE);
    CommitId idOfA = failure(CommitUnknownException.class, a).commitId();
    CommitId idOfB = failure(CommitUnknownException.class, b).commitId();
    assertEquals(idOfA.head(), idOfB.head());
    assertNotEquals(idOfA.entry(), idOfB.entry());
    mine.lossy.deliverDelayed();
    assertEquals(CommitStatus.APPLIED, mine.store.commitStatus(idOfA));
    assertEquals(CommitStatus.APPLIED, mine.store.commitStatus(idOfB));
  }

  // The fence is needed, and another commit of the group now fails: each has its own outcome.
  @Test
  void aGroupThatRunsAgainAfterAFenceMayEndDifferently() {
    PendingCommit<String> a =
        mine.submit(
            workspace -> {
              if (runs++ > 0) {
                throw new IllegalStateException("not any more");
              }
              return set("a", "1").apply(workspace);
            });
    PendingCommit<String> b = mine.submit(refuse("a"));
    PendingCommit<String> c = mine.submit(set("c", "1"));
    mine.lossy.next(LOST_TRIES);
    bench.tasks.run();
    failure(IllegalStateException.class, a);
    assertEquals("none", result(b).value());
    assertTrue(result(c).id().isPresent());
    assertEquals(List.of("set first", "set c"), bench.log());
  }

  @Test
  void aSwapThatIsRefusedBeforeItIsSentIsTriedAgain() {
    mine.lossy.next(Fate.REFUSED, Fate.REFUSED);
    assertAppliedOnce(mine.commit(counted()).id().orElseThrow());
    assertEquals(1, runs);
  }

  @Test
  void aSwapThatIsAlwaysRefusedIsNotApplied() {
    mine.lossy.all(Fate.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> mine.commit(counted()));
    mine.lossy.all(Fate.FINE);
    assertEquals(List.of("set first"), bench.log());
    mine.commit(set("b", "1"));
  }

  // Left while the swap is on its way: it may land, and is not tried again.
  @Test
  void aCallerThatLeavesDuringTheSwapGetsTheHeadOfThatAttempt() {
    PendingCommit<String> pending = mine.submit(counted());
    CommitId[] left = new CommitId[1];
    mine.backend.before(Operation.SWAP_REFERENCE, () -> left[0] = pending.leave().orElseThrow());
    bench.tasks.run();
    assertEquals(left[0], failure(CommitUnknownException.class, pending).commitId());
    assertAppliedOnce(left[0]);
  }

  @Test
  void aCommitAbandonedDuringAConflictingSwapIsNotTriedAgain() {
    PendingCommit<String> pending = mine.submit(counted());
    CommitId[] left = new CommitId[1];
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          left[0] = pending.leave().orElseThrow();
          other.commit(set("b", "1"));
        });
    bench.tasks.run();
    assertEquals(1, runs);
    assertEquals(List.of("set first", "set b"), bench.log());
    assertEquals(CommitStatus.UNKNOWN, other.store.commitStatus(left[0]));
  }

  // The attempt was not applied, and the commit waits for the next one: a caller that leaves now
  // knows that.
  @Test
  void aCallerThatLeavesBetweenTwoAttemptsKnowsThatNothingWasApplied() {
    PendingCommit<String> pending = mine.submit(counted());
    Optional<?>[] left = new Optional<?>[1];
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("b", "1")));
    mine.backend.before(Operation.FETCH, () -> left[0] = pending.leave()); // of the head of b
    bench.tasks.run();
    assertEquals(Optional.empty(), left[0]);
    failure(CancellationException.class, pending);
    assertEquals(List.of("set first", "set b"), bench.log());
  }

  @Test
  void aCommitAbandonedBeforeItBeginsIsNeverBegun() {
    PendingCommit<String> pending = mine.submit(counted());
    assertEquals(Optional.empty(), pending.leave());
    assertEquals(Optional.empty(), pending.leave());
    bench.tasks.run();
    assertEquals(0, runs);
    failure(CancellationException.class, pending);
  }

  @Test
  void leavingAfterTheEndChangesNothing() {
    PendingCommit<String> pending = mine.submit(counted());
    bench.tasks.run();
    assertEquals(Optional.empty(), pending.leave());
    assertEquals("1", result(pending).value());
  }

  // The reference is deleted while the swap is in doubt, and its tombstone collected: the proof is
  // gone.
  @Test
  void aSwapWhoseReferenceIsGoneForGoodStaysUnknown() {
    mine.lossy.next(Fate.LOST);
    mine.lossy.beforeNextReferenceRead(
        () -> {
          other.store.deleteReference(MAIN);
          var removed = bench.database.removeReference(bench.row().key(), bench.row().token());
          assertTrue(removed instanceof CasResult.Applied, removed.toString());
        });
    assertThrows(CommitUnknownException.class, () -> mine.commit(counted()));
    assertFalse(mine.store.findReference(MAIN).isPresent());
  }
}
