package dev.cairn.iceberg.catalog;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks at once, with the help of an executor.
 *
 * <p>The calling thread takes part, so the tasks make progress also if the executor is busy with
 * callers that wait for theirs. It returns only after all tasks have ended, also if one fails: what
 * a task writes must not appear after the caller has cleaned up.
 */
final class ParallelTasks {
  private final List<Runnable> tasks;
  private final AtomicInteger next = new AtomicInteger();
  private final CountDownLatch ended;
  private volatile @Nullable Throwable failure;

  private ParallelTasks(List<Runnable> tasks) {
    this.tasks = tasks;
    this.ended = new CountDownLatch(tasks.size());
  }

  /** Runs all {@code tasks}; throws what one that failed threw, and starts no more. */
  static void run(Executor executor, List<Runnable> tasks) {
    if (tasks.size() == 1) {
      tasks.get(0).run();
      return;
    }
    ParallelTasks running = new ParallelTasks(tasks);
    for (int helper = 1; helper < tasks.size(); helper++) {
      try {
        executor.execute(running::take);
      } catch (RejectedExecutionException e) {
        break; // this thread runs what no other does
      }
    }
    running.take();
    running.await();
    Throwable failed = running.failure;
    if (failed instanceof Error error) {
      throw error;
    } else if (failed != null) {
      throw (RuntimeException) failed;
    }
  }

  private void take() {
    int task = next.getAndIncrement();
    while (task < tasks.size()) {
      try {
        if (failure == null) {
          tasks.get(task).run();
        }
      } catch (RuntimeException | Error e) {
        failure = e;
      } finally {
        ended.countDown();
      }
      task = next.getAndIncrement();
    }
  }

  private void await() {
    boolean isInterrupted = false;
    while (true) {
      try {
        ended.await();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
