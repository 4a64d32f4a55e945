package dev.cairn.snowflake;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs the work that keeps a lease: this package has no threads of its own. Both methods may throw
 * {@link java.util.concurrent.RejectedExecutionException} if the scheduler is shut down.
 */
public interface IdScheduler {
  /** Runs {@code task} soon, on another thread. */
  void execute(Runnable task);

  /**
   * Runs {@code task} every {@code period} from one period from now on, until cancelled. A run that
   * throws does not end this: without its task a process would lose its node.
   */
  Repeated every(Duration period, Runnable task);

  /** A task that runs again and again. */
  @FunctionalInterface
  interface Repeated {
    /** Begins no further run; does not wait for one that has begun. */
    void cancel();
  }

  /**
   * Uses {@code executor}, which stays the caller's to shut down. What a repeated task throws goes
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

      // An executor ends a repeated task for good, and silently, with the first run that throws.
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
