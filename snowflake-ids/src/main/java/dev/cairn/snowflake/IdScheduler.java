package dev.cairn.snowflake;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs lease renewals; this package starts no threads.
 *
 * <p>Both methods may throw {@link java.util.concurrent.RejectedExecutionException} if the
 * scheduler is shut down.
 */
public interface IdScheduler {
  /** Runs {@code task} soon, on another thread. */
  void execute(Runnable task);

  /**
   * Runs {@code task} every {@code period}, first after one period, until cancelled. Exceptions do
   * not stop it: without renewals a process would lose its node.
   */
  Repeated every(Duration period, Runnable task);

  /** A repeated task. */
  @FunctionalInterface
  interface Repeated {
    /** Starts no further run; does not wait for a run in progress. */
    void cancel();
  }

  /**
   * A scheduler on {@code executor}, which the caller shuts down. Exceptions of a repeated task go
   * to the uncaught exception handler of its thread.
   */
  static IdScheduler of(ScheduledExecutorService executor) {
    return new IdScheduler() {
      @Override
      public void execute(Runnable task) {
        executor.execute(task);
      }

      @Override
      public Repeated every(Duration period, Runnable task) {
        long nanos = period.toNanos();
        Future<?> future =
            executor.scheduleWithFixedDelay(
                () -> runAndReport(task), nanos, nanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
      }

      // An executor silently stops a repeated task after the first run that throws.
      private void runAndReport(Runnable task) {
        try {
          task.run();
        } catch (RuntimeException | Error e) {
          Thread thread = Thread.currentThread();
          thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
      }
    };
  }
}
