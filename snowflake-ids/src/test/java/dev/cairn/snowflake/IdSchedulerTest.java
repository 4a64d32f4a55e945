package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdSchedulerTest {
  private final AtomicReference<Throwable> uncaught = new AtomicReference<>();
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "ids");
            thread.setUncaughtExceptionHandler((on, thrown) -> uncaught.set(thrown));
            return thread;
          });
  private final IdScheduler scheduler = IdScheduler.of(executor);

  @AfterEach
  void shutDown() {
    executor.shutdownNow();
  }

  @Test
  void aRunThatThrowsIsReportedAndTheNextOnesFollow() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);
    IllegalStateException thrown = new IllegalStateException("once");
    scheduler.every(
        Duration.ofMillis(1),
        () -> {
          runs.countDown();
          if (runs.getCount() == 2) {
            throw thrown;
          }
        });
    assertTrue(runs.await(2, TimeUnit.MINUTES));
    assertEquals(thrown, uncaught.get());
  }

  @Test
  void aTaskThatWasCancelledBeginsNoFurtherRun() throws InterruptedException {
    CountDownLatch run = new CountDownLatch(1);
    IdScheduler.Repeated repeated = scheduler.every(Duration.ofDays(1), run::countDown);
    repeated.cancel();
    executor.shutdown();
    assertTrue(executor.awaitTermination(2, TimeUnit.MINUTES), "nothing is left to run");
    assertEquals(1, run.getCount());
  }

  @Test
  void whatIsExecutedRunsOnAnotherThreadUntilTheExecutorIsShutDown() throws InterruptedException {
    AtomicReference<String> name = new AtomicReference<>("");
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.execute(
        () -> {
          name.set(Thread.currentThread().getName());
          ran.countDown();
        });
    assertTrue(ran.await(2, TimeUnit.MINUTES));
    assertEquals("ids", name.get());
    executor.shutdown();
    assertThrows(RejectedExecutionException.class, () -> scheduler.execute(() -> {}));
  }

  /** How an application uses it: real time, real threads. */
  @Test
  void exampleOfMakingIds() {
    LeaseRows rows = new LeaseRows();
    InstantSource clock = InstantSource.system();
    IdRuntime runtime =
        new IdRuntime(
            clock,
            time -> LockSupport.parkNanos(time.toNanos()),
            scheduler,
            new SplittableRandom(),
            IdMetrics.NONE);
    LeaseHolder holder = new LeaseHolder("db-17", Long.toString(ProcessHandle.current().pid()));
    NodeLeaseStore store = new RowLeaseStore(rows, clock);
    int node;
    try (SnowflakeIds ids = SnowflakeIds.open(store, holder, IdSettings.DEFAULT, runtime)) {
      node = ids.info().orElseThrow().node();
      long id = ids.nextId();
      IdBatch batch = ids.nextIds(100);
      assertTrue(batch.first() > id);
      assertEquals(100, batch.stream().distinct().count());
      assertEquals(id, SnowflakeId.parse(SnowflakeId.format(id)));
      assertEquals(node, SnowflakeId.node(id));
    }
    assertTrue(rows.read(node).released());
  }
}
