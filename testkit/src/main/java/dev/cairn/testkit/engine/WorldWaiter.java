package dev.cairn.testkit.engine;

import dev.cairn.api.Waiter;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TimeLimit;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets time pass on a test's clock. A caller that waits for a commit really waits for it; one with
 * {@link #SHORT} patience gives up when the test says so, never because the machine is slow.
 */
final class WorldWaiter implements Waiter {
  /** The patience of callers that give up; all others wait for as long as it takes. */
  static final Duration SHORT = Duration.ofSeconds(1);

  private final TestClock clock;
  private volatile boolean timedOut;
  private int waiting;

  WorldWaiter(TestClock clock) {
    this.clock = clock;
  }

  @Override
  public void await(Duration duration) {
    clock.waiter().await(duration);
  }

  @Override
  public void awaitDone(Future<?> event, Duration atMost) {
    boolean isShort = atMost.compareTo(SHORT) <= 0;
    change(1);
    try {
      Duration patience = TimeLimit.patience();
      long end = System.nanoTime() + patience.toNanos();
      while (!event.isDone() && !(isShort && timedOut) && !isDoneSoon(event)) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        if (System.nanoTime() > end) {
          throw new IllegalStateException(
              "a commit has no outcome after %d s%s"
                  .formatted(patience.toSeconds(), TimeLimit.othersWaiting()));
        }
      }
    } finally {
      change(-1);
    }
  }

  private static boolean isDoneSoon(Future<?> event) {
    try {
      Object unused = event.get(1, TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true; // how it ended is for the caller to see
    }
  }

  /** Ends the patience of those who are short of it. */
  void timeOut() {
    timedOut = true;
  }

  private synchronized void change(int by) {
    waiting += by;
    notifyAll();
  }

  /** Returns when {@code callers} wait for the outcome of their commits. */
  synchronized void awaitWaiting(int callers) {
    long end = System.nanoTime() + TimeLimit.patience().toNanos();
    try {
      while (waiting < callers) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          throw new IllegalStateException(
              "%d callers wait, not %d%s".formatted(waiting, callers, TimeLimit.othersWaiting()));
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
