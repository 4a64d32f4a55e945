package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.internal.runtime.WorkStack;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger done = new AtomicInteger();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private void split(WorkStack workers, int size) {
    done.incrementAndGet();
    for (int i = 0; i < 3 && size > 1; i++) {
      workers.add(() -> split(workers, size / 3));
    }
  }

  private int doAll(Executor executor, int parallelism) {
    WorkStack workers = new WorkStack(executor, parallelism);
    workers.add(() -> split(workers, 2187));
    workers.finish();
    return done.getAndSet(0);
  }

  @Test
  void allWorkIsDoneHoweverManyThreadsThereAre() {
    assertEquals(3280, doAll(threads, 1));
    assertEquals(3280, doAll(threads, 8));
    assertEquals(3280, doAll(unwilling -> {}, 8), "no thread ever comes");
    assertEquals(
        3280,
        doAll(
            refused -> {
              throw new RejectedExecutionException("on purpose");
            },
            8));
  }

  @Test
  void whatWasAddedLastIsDoneFirst() {
    List<String> order = new ArrayList<>();
    WorkStack workers = new WorkStack(threads, 1);
    workers.add(() -> order.add("first"));
    workers.add(
        () -> {
          order.add("second");
          workers.add(() -> order.add("below second"));
        });
    workers.finish();
    assertEquals(List.of("second", "below second", "first"), order);
  }

  @Test
  void severalThreadsWorkAtOnce() {
    WorkStack workers = new WorkStack(threads, 3);
    CountDownLatch together = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      workers.add(() -> workers.add(() -> meet(together)));
    }
    workers.finish();
    assertEquals(0, together.getCount());
  }

  private static void meet(CountDownLatch together) {
    together.countDown();
    try {
      together.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The others end what they are at, and nothing else is begun. */
  @Test
  void aFailureEndsTheWork() {
    WorkStack workers = new WorkStack(threads, 4);
    CountDownLatch both = new CountDownLatch(2);
    AtomicInteger ended = new AtomicInteger();
    workers.add(
        () -> {
          workers.add(
              () -> {
                meet(both);
                throw new IllegalStateException("on purpose");
              });
          workers.add(
              () -> {
                meet(both);
                workers.add(() -> split(workers, 2187));
                ended.incrementAndGet();
              });
        });
    assertTrue(
        assertThrows(IllegalStateException.class, workers::finish)
            .getMessage()
            .contains("on purpose"));
    assertEquals(1, ended.get());
  }
}
