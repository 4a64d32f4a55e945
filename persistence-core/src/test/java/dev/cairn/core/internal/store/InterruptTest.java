package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An interrupt is meant for the caller's wait, never for a call to the database. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // waits for other threads
class InterruptTest {
  private final Bench bench = new Bench();
  private final Client other = bench.first();
  private final Client mine = bench.process();

  private void watch() {
    mine.backend.beforeEach(
        () -> assertFalse(Thread.currentThread().isInterrupted(), "the backend is interrupted"));
  }

  @AfterEach
  void calm() {
    var unused = Thread.interrupted();
  }

  @Test
  void aCallerThatIsInterruptedAndLeadsEndsItsCommitAndStaysInterrupted() {
    watch();
    Thread.currentThread().interrupt();
    assertTrue(mine.commit(set("a", "1")).id().isPresent());
    assertTrue(Thread.interrupted());
    assertEquals(List.of("set first", "set a"), bench.log());
  }

  @Test
  void anInterruptInTheMiddleOfAChangeIsKeptForLater() {
    watch();
    mine.commit(
        workspace -> {
          Thread.currentThread().interrupt();
          return set("a", "1").apply(workspace);
        });
    assertTrue(Thread.interrupted());
  }

  // The interrupt comes with the reply of the write, just before the swap.
  @Test
  void anInterruptBetweenTwoCallsDoesNotReachTheSecond() {
    watch();
    mine.backend.after(Operation.WRITE, () -> Thread.currentThread().interrupt());
    assertTrue(mine.commit(set("a", "1")).id().isPresent());
    assertTrue(Thread.interrupted());
  }

  // A wait ends immediately for an interrupted thread, so all tries to settle a swap would be used
  // up at once.
  @Test
  void anInterruptDuringTheSwapDoesNotCutShortTheWaitsThatSettleIt() {
    int[] waits = {0};
    Environment environment =
        new Environment(
            bench.environment.clock(),
            duration -> {
              waits[0]++;
              assertFalse(Thread.currentThread().isInterrupted(), "the wait is cut short");
            },
            new Random(1));
    WatchedBackend backend = new WatchedBackend(mine.lossy);
    EngineStore store = bench.stores.with(environment).open(backend);
    mine.lossy.next(Fate.LOST, Fate.LOST);
    backend.after(Operation.SWAP_REFERENCE, () -> Thread.currentThread().interrupt());
    assertTrue(store.commit(MAIN, set("a", "1")).id().isPresent());
    assertEquals(2, waits[0]);
    assertTrue(Thread.interrupted());
  }

  // On a backend that interrupts disturb, a thread of the executor leads; here, none has begun yet.
  @Test
  void aCallerThatWaitsForItsTurnIsLeftOutWhenInterrupted() {
    mine.backend.setInterruptible();
    Thread.currentThread().interrupt();
    CancellationException e =
        assertThrows(CancellationException.class, () -> mine.commit(set("a", "1")));
    assertTrue(e.getMessage().contains("interrupted"), e.getMessage());
    assertTrue(Thread.interrupted(), "it stays interrupted");
    bench.tasks.run();
    assertEquals(List.of("set first"), bench.log());
  }

  @Test
  void aChangeNeverRunsOnTheCallersThreadIfInterruptsCouldDisturbTheBackend() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Environment environment =
          new Environment(bench.environment.clock(), Waiter.system(), new Random(1));
      mine.backend.setInterruptible();
      EngineStore store =
          new TestStores(environment, executor).with(bench.stores.ids(500)).open(mine.backend);
      Thread[] ran = new Thread[1];
      store.commit(
          MAIN,
          workspace -> {
            ran[0] = Thread.currentThread();
            return set("a", "1").apply(workspace);
          });
      assertFalse(ran[0] == Thread.currentThread());
    } finally {
      executor.shutdown();
      assertTrue(executor.awaitTermination(2, TimeUnit.MINUTES));
    }
  }

  // The leader has taken the commit and is in its swap when the caller is interrupted.
  @Test
  void aCallerInterruptedDuringTheSwapGetsAnUnknownOutcome() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    CountDownLatch swapping = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try {
      Environment environment =
          new Environment(bench.environment.clock(), Waiter.system(), new Random(1));
      mine.backend.setInterruptible();
      EngineStore store =
          new TestStores(environment, executor).with(bench.stores.ids(500)).open(mine.backend);
      Thread caller = Thread.currentThread();
      mine.backend.before(
          Operation.SWAP_REFERENCE,
          () -> {
            caller.interrupt();
            swapping.countDown();
            await(goOn);
          });
      CommitUnknownException e =
          assertThrows(
              CommitUnknownException.class,
              () -> store.commit(MAIN, set("a", "1"), Duration.ofMinutes(1)));
      assertTrue(Thread.interrupted());
      await(swapping);
      assertEquals(CommitStatus.UNKNOWN, other.store.commitStatus(e.commitId()));
      goOn.countDown();
      executor.shutdown();
      assertTrue(executor.awaitTermination(2, TimeUnit.MINUTES));
      assertEquals(CommitStatus.APPLIED, other.store.commitStatus(e.commitId()));
    } finally {
      goOn.countDown();
      executor.shutdown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(2, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
