package dev.cairn.testkit;

import java.util.concurrent.Semaphore;

/**
 * How much a writer beside a test may still do. A writer without one does more the faster the
 * machine is, and what it leaves can fill the heap or outrun a reader.
 */
public final class Budget {
  private final Semaphore left = new Semaphore(0);
  private volatile boolean isOver;

  /** Allows {@code more} steps. */
  public void add(int more) {
    left.release(more);
  }

  /** Allows no more. */
  public void end() {
    isOver = true;
    left.release();
  }

  /** Takes a step, waiting until one is allowed; false if there will be no more. */
  public boolean take() {
    left.acquireUninterruptibly();
    return !isOver;
  }
}
