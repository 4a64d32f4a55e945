package dev.cairn.api;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  /**
   * Returns when {@code event} is done, however it ended; after {@code atMost}; or at once if the
   * thread is or becomes interrupted. Looks again and again unless it is overridden.
   */
  default void awaitDone(Future<?> event, Duration atMost) {
    Duration step = Duration.ofMillis(1);
    for (Duration left = atMost;
        !event.isDone() && left.compareTo(Duration.ZERO) > 0;
        left = left.minus(step)) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      await(step);
    }
  }

  /**
   * Returns when {@code event} is done, however it ended; after {@code atMost}, which is far less
   * than a millisecond; or at once if the thread is or becomes interrupted. The thread looks again
   * and again instead of being woken, which takes longer than what it waits for. Does not wait
   * unless it is overridden.
   */
  default void awaitSoon(Future<?> event, Duration atMost) {}

  /**
   * Lets threads run that could and have no core; returns at once if there are none. Does nothing
   * unless it is overridden.
   */
  default void giveWay() {}

  /** Waits in real time. */
  static Waiter system() {
    return new Waiter() {
      @Override
      public void await(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos();
            left > 0 && !Thread.currentThread().isInterrupted();
            left = end - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }

      @Override
      public void awaitDone(Future<?> event, Duration atMost) {
        try {
          Object unused = event.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException | TimeoutException e) {
          // How it ended is for the caller to see.
        }
      }

      @Override
      public void awaitSoon(Future<?> event, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!event.isDone()
            && System.nanoTime() - end < 0
            && !Thread.currentThread().isInterrupted()) {
          giveWay(); // whoever makes it done may need this core
        }
      }

      @Override
      @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how long things take
      public void giveWay() {
        Thread.yield();
      }
    };
  }
}
