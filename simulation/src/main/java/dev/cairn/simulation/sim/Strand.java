package dev.cairn.simulation.sim;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One simulated thread: a real one that runs only while it has the baton. All fields but the baton
 * belong to its holder.
 */
final class Strand {
  /** Never, as a time to wake up. */
  static final long NEVER = Long.MAX_VALUE;

  final int number;
  final Actor actor;
  final int incarnation;
  final String name;
  final boolean background;
  private final Runnable body;

  /** From when on it may run. */
  long wakeAt;

  /** What it waits for besides time, if anything. */
  @Nullable BooleanSupplier condition;

  /** When it goes on though what it waits for did not happen. */
  long giveUpAt = NEVER;

  /** The strand that waits for this one to end, and gets the baton then. */
  @Nullable Strand waitsForEnd;

  /** What the call in flight is about, for the trace. */
  String detail = "";

  boolean done;
  int refusals;
  private @Nullable Thread thread;
  private volatile boolean baton;

  Strand(int number, Actor actor, String name, boolean background, Runnable body) {
    this.number = number;
    this.actor = actor;
    this.incarnation = actor.incarnation();
    this.name = name;
    this.background = background;
    this.body = body;
  }

  boolean isStarted() {
    return thread != null;
  }

  @Nullable Thread thread() {
    return thread;
  }

  /** Whether its process crashed since it began. */
  boolean isDead() {
    return incarnation != actor.incarnation() || actor.isCrashed();
  }

  boolean isRunnable(long now) {
    return wakeAt <= now
        && !actor.isPausedAt(now)
        && (condition == null || giveUpAt <= now || condition.getAsBoolean());
  }

  /** When it becomes runnable if no other strand runs before. */
  long runnableAt() {
    boolean waitsForOthers = condition != null && !condition.getAsBoolean();
    long from = waitsForOthers ? giveUpAt : wakeAt;
    return Math.max(from, actor.pausedUntil());
  }

  /** Gives it the baton; the caller no longer has it. */
  void hand(Runnable atEnd) {
    baton = true;
    Thread started = thread;
    if (started == null) {
      Threads.run(
          () -> {
            thread = Thread.currentThread();
            awaitBaton();
            try {
              body.run();
            } finally {
              atEnd.run();
            }
          });
    } else {
      LockSupport.unpark(started);
    }
  }

  /** Returns when this strand, which is the calling one, gets the baton. */
  void awaitBaton() {
    boolean interrupted = false;
    // Spinning first was measured and is slower, the more so on a machine with other work.
    while (!baton) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    baton = false;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
