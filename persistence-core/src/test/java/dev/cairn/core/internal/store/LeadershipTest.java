package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.CairnException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.internal.store.Bench.Client;
import dev.cairn.snowflake.SnowflakeId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Whatever happens to a leader, its group gets an outcome and other commits continue. */
class LeadershipTest {
  private final Bench bench = new Bench();
  private final Client other = bench.first();

  private Client mine(int groupSize) {
    CommitLimits limits = TestStores.LIMITS;
    bench.stores.with(
        new CommitLimits(
            limits.timeLimit(),
            limits.maxAttempts(),
            groupSize,
            limits.groupBytes(),
            limits.groupTime(),
            limits.maxQueued(),
            limits.young(),
            limits.restorable()));
    return bench.process();
  }

  private static List<PendingCommit<String>> submit(Client process, int count) {
    List<PendingCommit<String>> pending = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pending.add(process.submit(set("a" + i, "1")));
    }
    return pending;
  }

  private static Runnable throwing(Error e) {
    return () -> {
      throw e;
    };
  }

  // The group is split up after the first error; the second hits a single commit.
  @Test
  void anErrorOfTheBackendEndsOneCommitOnly() {
    Client mine = mine(2);
    List<PendingCommit<String>> pending = submit(mine, 4);
    mine.backend.before(Operation.WRITE, throwing(new InternalError("broken")));
    mine.backend.before(Operation.WRITE, throwing(new InternalError("broken")));
    bench.tasks.run();
    failure(InternalError.class, pending.get(0));
    assertTrue(result(pending.get(1)).id().isPresent());
    assertTrue(result(pending.get(2)).id().isPresent());
    assertTrue(result(pending.get(3)).id().isPresent());
    assertEquals(List.of("set first", "set a1", "set a2", "set a3"), bench.log());
  }

  // The swap may have been applied before the backend failed.
  @Test
  void anErrorOfTheSwapLeavesTheGroupInDoubt() {
    Client mine = mine(2);
    List<PendingCommit<String>> pending = submit(mine, 3);
    mine.backend.after(Operation.SWAP_REFERENCE, throwing(new InternalError("broken")));
    bench.tasks.run();
    failure(CommitUnknownException.class, pending.get(0));
    failure(CommitUnknownException.class, pending.get(1));
    assertTrue(result(pending.get(2)).id().isPresent());
    assertEquals(List.of("set first", "set a0", "set a1", "set a2"), bench.log());
  }

  // The read of the row fails before a commit is taken: it would fail for all that wait.
  @Test
  void anErrorBeforeTheFirstIsTakenFailsAllThatWait() {
    Client mine = mine(2);
    List<PendingCommit<String>> pending = submit(mine, 4);
    mine.backend.before(Operation.READ_REFERENCE, throwing(new InternalError("broken")));
    bench.tasks.run();
    pending.forEach(commit -> failure(InternalError.class, commit));
    assertTrue(mine.commit(set("b", "1")).id().isPresent());
  }

  @Test
  void failingIdsFailTheCommitAndTheNextOneSucceeds() {
    AtomicLong sequence = new AtomicLong();
    boolean[] fail = {false};
    bench.stores.with(
        () -> {
          if (fail[0]) {
            throw new IllegalStateException("no IDs");
          }
          long timestamp = SnowflakeId.toTimestamp(bench.world.now());
          return SnowflakeId.of(timestamp, 900, (int) sequence.getAndIncrement());
        });
    Client mine = mine(2);
    List<PendingCommit<String>> pending = submit(mine, 3);
    fail[0] = true;
    bench.tasks.run();
    pending.forEach(commit -> failure(IllegalStateException.class, commit));
    fail[0] = false;
    assertTrue(mine.commit(set("b", "1")).id().isPresent());
    assertEquals(List.of("set first", "set b"), bench.log());
  }

  @Test
  void anExecutorThatTakesNoWorkFailsAllThatWait() {
    Client mine = mine(2);
    bench.tasks.refuseWith(new RejectedExecutionException("shut down"));
    PendingCommit<String> refused = mine.submit(set("a", "1"));
    ClosedException e = failure(ClosedException.class, refused);
    assertTrue(e.getMessage().contains("not begun"), e.getMessage());
    bench.tasks.refuseWith(null);
    PendingCommit<String> taken = mine.submit(set("b", "1"));
    bench.tasks.run();
    assertTrue(result(taken).id().isPresent());
    assertEquals(List.of("set first", "set b"), bench.log());
  }

  // Like a pool that cannot start a thread: no caller may be left waiting, and the reference must
  // get a leader again.
  @Test
  void anExecutorThatBreaksDownLeavesNoCallerWaiting() {
    Client mine = mine(2);
    bench.tasks.breakWith(new InternalError("no more threads"));
    PendingCommit<String> refused = mine.submit(set("a", "1"));
    assertTrue(failure(CairnException.class, refused).getMessage().contains("not begun"));
    bench.tasks.breakWith(null);
    PendingCommit<String> taken = mine.submit(set("b", "1"));
    bench.tasks.run();
    assertTrue(result(taken).id().isPresent());
    assertEquals(List.of("set first", "set b"), bench.log());
  }

  // The executor breaks down between the swap and the news of it.
  @Test
  void anExecutorThatBreaksDownAtTheEndDoesNotHideTheOutcome() {
    Client mine = mine(2);
    List<PendingCommit<String>> pending = submit(mine, 2);
    mine.backend.after(
        Operation.SWAP_REFERENCE,
        () -> bench.tasks.breakWith(new InternalError("no more threads")));
    bench.tasks.run();
    bench.tasks.breakWith(null);
    pending.forEach(commit -> assertTrue(result(commit).id().isPresent()));
    assertEquals(List.of("set first", "set a0", "set a1"), bench.log());
  }

  @Test
  void anExecutorThatIsShutDownAtTheEndDoesNotHideTheOutcome() {
    Client mine = mine(2);
    List<PendingCommit<String>> pending = submit(mine, 4);
    mine.backend.after(
        Operation.SWAP_REFERENCE,
        () -> bench.tasks.refuseWith(new RejectedExecutionException("shut down")));
    bench.tasks.run();
    pending.forEach(commit -> assertTrue(result(commit).id().isPresent()));
    assertEquals(5, bench.log().size());
  }

  // A caller that waits leads on its own thread until its own commit has ended; the rest is for the
  // executor.
  @Test
  void aCallerLeadsForOthersOnlyUntilItsOwnCommitHasEnded() {
    Client mine = mine(2);
    List<PendingCommit<String>> later = new ArrayList<>();
    mine.backend.before(Operation.SWAP_REFERENCE, () -> later.addAll(submit(mine, 3)));
    Committed<String> committed = mine.commit(set("own", "1"));
    assertTrue(committed.id().isPresent());
    assertFalse(later.get(0).result().toCompletableFuture().isDone());
    bench.tasks.run();
    later.forEach(commit -> assertTrue(result(commit).id().isPresent()));
    assertEquals(List.of("set first", "set own", "set a0", "set a1", "set a2"), bench.log());
  }

  @Test
  void aLeaderOnTheExecutorQueuesUpAgainAfterManyGroups() {
    Client mine = mine(1);
    submit(mine, 100);
    bench.tasks.runOne();
    int afterOneTask = bench.log().size() - 1;
    assertTrue(afterOneTask > 1 && afterOneTask < 100, afterOneTask + " groups in a row");
    bench.tasks.run();
    assertEquals(101, bench.log().size());
  }

  @Test
  void aChangeThatCommitsToItsOwnReferenceIsRefused() {
    Client mine = mine(2);
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () -> mine.commit(workspace -> mine.commit(set("inner", "1")).value()));
    assertTrue(e.getMessage().contains("'main' tried to change reference 'main'"), e.getMessage());
    assertEquals(List.of("set first"), bench.log());
  }

  @Test
  void itIsRefusedOnTheExecutorToo() {
    Client mine = mine(2);
    PendingCommit<String> pending =
        mine.submit(workspace -> mine.commit(set("inner", "1")).value());
    bench.tasks.run();
    failure(IllegalStateException.class, pending);
  }

  @Test
  void aChangeMayThrowAnError() {
    Client mine = mine(2);
    PendingCommit<String> a =
        mine.submit(
            workspace -> {
              throw new AssertionError("mine");
            });
    PendingCommit<String> b = mine.submit(set("b", "1"));
    bench.tasks.run();
    assertEquals("mine", failure(AssertionError.class, a).getMessage());
    assertTrue(result(b).id().isPresent());
    assertThrows(
        AssertionError.class,
        () ->
            other.commit(
                workspace -> {
                  throw new AssertionError("other's");
                }));
  }
}
