package dev.cairn.api;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The one way in which the engine waits, so that a test can make time pass without waiting.
 *
 * <p>The engine starts no threads and calls no clock of its own: this, the clock, the scheduler and
 * the executor are given to it.
 */
@FunctionalInterface
public interface Waiter {
  /**
   * Returns after {@code duration}, or at once if the thread is or becomes interrupted; the
   * thread's interrupt flag stays as it is.
   */
  void await(Duration duration);

  /** Waits in real time. */
  static Waiter system() {
    return duration -> {
      long end = System.nanoTime() + duration.toNanos();
      for (long left = duration.toNanos();
          left > 0 && !Thread.currentThread().isInterrupted();
          left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    };
  }
}
