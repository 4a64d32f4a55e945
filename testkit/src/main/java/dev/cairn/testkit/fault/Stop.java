package dev.cairn.testkit.fault;

import dev.cairn.testkit.TimeLimit;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A point at which a thread stands until a test lets it go on. */
public final class Stop {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch passed = new CountDownLatch(1);

  /** Stands here until {@link #proceed}, whether the thread is interrupted or not. */
  public void hold() {
    reached.countDown();
    awaitUninterruptibly(passed, "a stopped thread was not released");
  }

  /** Returns when a thread stands here. */
  public void awaitReached() {
    awaitUninterruptibly(reached, "no thread came to where it should be stopped");
  }

  /** Lets the thread go on, or not stop at all if it comes later. */
  public void proceed() {
    passed.countDown();
  }

  private static void awaitUninterruptibly(CountDownLatch latch, String problem) {
    // Far more than a slow machine needs; a test that forgets to go on must not hang forever.
    Duration patience = TimeLimit.patience();
    long end = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (!latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException(
                "%s for %d s%s"
                    .formatted(problem, patience.toSeconds(), TimeLimit.othersWaiting()));
          }
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
