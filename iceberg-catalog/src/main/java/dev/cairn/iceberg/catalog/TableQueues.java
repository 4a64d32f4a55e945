package dev.cairn.iceberg.catalog;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.iceberg.exceptions.ServiceUnavailableException;

/**
 * Queues the commits of this process to one table, first come, first served.
 *
 * <p>Without queues, N writers of one table would each write a metadata file whenever one of them
 * commits. A commit to several tables enters their queues in one order, so no two commits wait for
 * each other.
 */
final class TableQueues {
  private final Map<String, Turnstile> turnstiles = new HashMap<>();

  private static final class Turnstile {
    private final ReentrantLock lock = new ReentrantLock(true);
    private int users;
  }

  /** Leaves the queues. */
  @FunctionalInterface
  interface Held {
    /** Lets the next commit in. */
    void close();
  }

  /**
   * Waits for the turn of a commit to {@code names}.
   *
   * @throws ServiceUnavailableException if it does not come within {@code limit}, or the thread is
   *     interrupted; nothing was done
   */
  Held enter(Collection<String> names, Duration limit) {
    Deque<String> entered = new ArrayDeque<>();
    Held held = () -> entered.forEach(this::leave);
    long deadline = System.nanoTime() + limit.toNanos();
    boolean isComplete = false;
    try {
      for (String name : new TreeSet<>(names)) {
        if (!isIn(name, deadline)) {
          throw new ServiceUnavailableException(
              "Too many commits are waiting for %s; try again later", name);
        }
        entered.push(name);
      }
      isComplete = true;
      return held;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceUnavailableException(e, "Interrupted while waiting for %s", names);
    } finally {
      if (!isComplete) {
        held.close();
      }
    }
  }

  private boolean isIn(String name, long deadline) throws InterruptedException {
    boolean isIn = false;
    try {
      isIn = use(name).lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      return isIn;
    } finally {
      if (!isIn) {
        release(name);
      }
    }
  }

  private synchronized Turnstile use(String name) {
    Turnstile turnstile = turnstiles.computeIfAbsent(name, none -> new Turnstile());
    turnstile.users++;
    return turnstile;
  }

  private synchronized void release(String name) {
    Turnstile turnstile = turnstiles.get(name);
    if (turnstile != null && --turnstile.users == 0) {
      turnstiles.remove(name);
    }
  }

  private synchronized void leave(String name) {
    Turnstile turnstile = turnstiles.get(name);
    if (turnstile != null) {
      turnstile.lock.unlock();
    }
    release(name);
  }

  synchronized int size() {
    return turnstiles.size();
  }
}
