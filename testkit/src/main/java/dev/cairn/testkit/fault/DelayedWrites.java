package dev.cairn.testkit.fault;

import dev.cairn.api.CairnException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Writes that are on their way: their callers have given up, and they are done when they are let
 * go, or when a certain call begins.
 */
final class DelayedWrites {
  private static final long WHEN_LET_GO = Long.MAX_VALUE;

  private final List<Delayed> waiting = new ArrayList<>();
  private long landed;

  private record Delayed(Runnable write, long dueCall) {}

  /** Keeps {@code write} until {@code dueCall} begins. */
  synchronized void add(Runnable write, long dueCall) {
    waiting.add(new Delayed(write, dueCall));
  }

  /** Keeps {@code write} until it is let go. */
  void add(Runnable write) {
    add(write, WHEN_LET_GO);
  }

  /** Does, in the order in which they were prepared, what is due when {@code call} begins. */
  void landDue(long call) {
    land(takeDue(call));
  }

  private synchronized List<Delayed> takeDue(long call) {
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<Delayed> due = new ArrayList<>();
    for (Iterator<Delayed> each = waiting.iterator(); each.hasNext(); ) {
      Delayed delayed = each.next();
      if (delayed.dueCall() <= call) {
        due.add(delayed);
        each.remove();
      }
    }
    return due;
  }

  void landAll() {
    landDue(WHEN_LET_GO);
  }

  /** Does one of them, if there is one. */
  boolean landOne(RandomGenerator random) {
    List<Delayed> chosen;
    synchronized (this) {
      if (waiting.isEmpty()) {
        return false;
      }
      chosen = List.of(waiting.remove(random.nextInt(waiting.size())));
    }
    land(chosen);
    return true;
  }

  synchronized int dropAll() {
    int dropped = waiting.size();
    waiting.clear();
    return dropped;
  }

  synchronized long landed() {
    return landed;
  }

  synchronized long count() {
    return waiting.size();
  }

  // Outside the lock: a write may take its time.
  private void land(List<Delayed> due) {
    for (Delayed delayed : due) {
      try {
        delayed.write().run();
      } catch (CairnException e) {
        continue; // The database refuses it in its turn, and its caller is gone.
      }
      synchronized (this) {
        landed++;
      }
    }
  }
}
