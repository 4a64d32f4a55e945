package dev.cairn.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C. The command is told, ends what it is at and closes the database, so that nothing stays
 * behind: no lease, no half of a file. If it takes too long, the database is closed under it, which
 * is as safe as a crash.
 */
public final class Interruption {
  private static final long PATIENCE_SECONDS = 5;

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean requested;
  private @Nullable AutoCloseable open;

  /** Whether somebody asked to stop. */
  public boolean isRequested() {
    return requested;
  }

  /** To be called wherever it is good to stop. */
  public void check() {
    if (requested) {
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted");
    }
  }

  /** Remembers what is to be closed in any case. */
  synchronized void opened(AutoCloseable connection) {
    open = connection;
  }

  synchronized void closed() {
    open = null;
  }

  /** The command is over. */
  void end() {
    ended.countDown();
  }

  /** Asks the command to stop and waits until it has. */
  void request() {
    requested = true;
    try {
      if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        closeNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeNow() {
    AutoCloseable left;
    synchronized (this) {
      left = open;
    }
    if (left != null) {
      try {
        left.close();
      } catch (Exception e) {
        // The process ends anyway, and the database survives that.
        return;
      }
    }
  }
}
