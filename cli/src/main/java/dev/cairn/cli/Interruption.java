package dev.cairn.cli;

import dev.cairn.api.internal.Durations;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Ctrl-C. The command ends what it is at and closes the database, so that nothing stays behind: no
 * lease, no half of a file. If it takes too long, the database is closed under it, which is as safe
 * as a crash.
 */
public final class Interruption {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration PATIENCE_WITH_READERS = Duration.ofMillis(500);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean idle;
  private volatile boolean isWorking;
  private volatile Duration patience = PATIENCE;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Whether the operator asked to stop. */
  public boolean isRequested() {
    return asked.getCount() == 0;
  }

  /** To be called wherever it is good to stop. */
  public void check() {
    if (isRequested()) {
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted");
    }
  }

  /**
   * Waits for {@code time}, or until the operator asks to stop.
   *
   * @throws CommandException if the operator asked to stop
   */
  public void pause(Duration time) {
    try {
      boolean unused = asked.await(Durations.nanos(time), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted");
    }
    check();
  }

  /**
   * Waits for something that may never come, such as an answer; an interruption does not wait for
   * it.
   */
  public <T> T whileIdle(Supplier<T> wait) {
    idle = true;
    try {
      return wait.get();
    } finally {
      idle = false;
    }
  }

  /**
   * Says that the command leaves something behind if it is cut off, such as a lease or a part of a
   * file. One that only reads is not waited for, since its database may never answer.
   */
  public void beginWork() {
    isWorking = true;
  }

  /** The same for a command that ends by itself within {@code time} once it is asked to stop. */
  public void beginWork(Duration time) {
    patience = time;
    beginWork();
  }

  /** Asks the command to stop, and does not wait. */
  public void ask() {
    asked.countDown();
  }

  /** Waits until the operator asks to stop. */
  public void awaitRequest() {
    try {
      asked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted");
    }
  }

  /** Remembers what is to be closed in any case. */
  public synchronized void opened(AutoCloseable connection) {
    open.push(connection);
  }

  /** The opposite: {@code connection} is closed. */
  public synchronized void closed(AutoCloseable connection) {
    open.remove(connection);
  }

  /** The command is over. */
  void end() {
    ended.countDown();
  }

  /** Asks the command to stop and waits until it has. */
  void request() {
    asked.countDown();
    long begin = System.nanoTime();
    try {
      while (!idle && !ended.await(LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
        Duration waited = Duration.ofNanos(System.nanoTime() - begin);
        if (!isWorking && waited.compareTo(PATIENCE_WITH_READERS) >= 0) {
          return;
        }
        if (waited.compareTo(patience) >= 0) {
          closeNow();
          return;
        }
      }
      if (idle) {
        closeNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeNow() {
    List<AutoCloseable> left;
    synchronized (this) {
      left = List.copyOf(open);
    }
    for (AutoCloseable each : left) {
      try {
        each.close();
      } catch (Exception e) {
        // The process ends anyway, and the database survives that.
      }
    }
  }
}
