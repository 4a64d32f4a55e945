package dev.cairn.api;

import dev.cairn.api.internal.Durations;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * All waiting of the engine goes through this, so that tests can advance time without waiting.
 *
 * <p>The engine starts no threads and reads no system clock: waiter, clock, scheduler and executor
 * are injected.
 */
@FunctionalInterface
public interface Waiter {
  /**
   * Returns after {@code duration}, or at once if the thread is or becomes interrupted; the
   * thread's interrupt flag stays set.
   */
  void await(Duration duration);

  /**
   * Returns when {@code event} is done, however it ended; after {@code atMost}; or at once if the
   * thread is or becomes interrupted. The default polls.
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
   * Returns as {@link #awaitDone} does, for an {@code atMost} far below a millisecond.
   * Implementations spin, because waking a thread takes longer than the event. The default does not
   * wait.
   */
  default void awaitSoon(Future<?> event, Duration atMost) {}

  /**
   * Yields to runnable threads that have no core; returns at once if there are none. The default
   * does nothing.
   */
  default void giveWay() {}

  /** Waits in real time. */
  static Waiter system() {
    return new Waiter() {
      @Override
      public void await(Duration duration) {
        // The sum may overflow; differences stay correct.
        long end = System.nanoTime() + Durations.nanos(duration);
        for (long left = Durations.nanos(duration);
            left > 0 && !Thread.currentThread().isInterrupted();
            left = end - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }

      @Override
      public void awaitDone(Future<?> event, Duration atMost) {
        try {
          Object unused = event.get(Durations.nanos(atMost), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException | TimeoutException e) {
          // The caller inspects the result.
        }
      }

      @Override
      public void awaitSoon(Future<?> event, Duration atMost) {
        long end = System.nanoTime() + Durations.nanos(atMost);
        while (!event.isDone()
            && System.nanoTime() - end < 0
            && !Thread.currentThread().isInterrupted()) {
          giveWay(); // the completing thread may need this core
        }
      }

      @Override
      @SuppressWarnings("ThreadPriorityCheck") // affects only performance
      public void giveWay() {
        Thread.yield();
      }
    };
  }
}
