package dev.cairn.core;

import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs on the executor what a scheduler triggers. The scheduler may have one thread for everything,
 * so that thread only hands work over: a call that hangs delays nothing but itself. While a run has
 * not ended, the next one is left out.
 */
record Background(IdScheduler scheduler, Executor executor) implements IdScheduler {
  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  @Override
  public Repeated every(Duration period, Runnable task) {
    AtomicBoolean isUnderWay = new AtomicBoolean();
    return scheduler.every(
        period,
        () -> {
          if (isUnderWay.compareAndSet(false, true)) {
            handOver(task, isUnderWay);
          }
        });
  }

  private void handOver(Runnable task, AtomicBoolean isUnderWay) {
    try {
      executor.execute(
          () -> {
            try {
              task.run();
            } finally {
              isUnderWay.set(false);
            }
          });
    } catch (RejectedExecutionException e) {
      isUnderWay.set(false); // the process ends, or has no thread now; the next tick tries again
    }
  }
}
