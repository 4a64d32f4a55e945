package dev.cairn.core.internal.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs work that adds more work on several threads, last added first. A tree is walked down before
 * it is walked across, so little work is ever pending.
 *
 * <p>The caller's thread takes part, so all work is done even if the executor provides no thread.
 */
public final class WorkStack {
  private final Executor executor;
  private final int parallelism;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int running;
  private int helpers;
  private @Nullable Throwable failure;

  /** Uses threads of {@code executor}, at most {@code parallelism} including the caller's. */
  public WorkStack(Executor executor, int parallelism) {
    this.executor = executor;
    this.parallelism = parallelism;
  }

  /** Adds work, which may add more. */
  public void add(Runnable work) {
    boolean needsHelp;
    synchronized (this) {
      waiting.addFirst(work);
      needsHelp = running > 0 && helpers < parallelism - 1;
      helpers += needsHelp ? 1 : 0;
      notifyAll();
    }
    if (needsHelp) {
      help();
    }
  }

  private void help() {
    try {
      executor.execute(this::helpOut);
    } catch (RejectedExecutionException e) {
      synchronized (this) {
        helpers--; // the other threads do the work
      }
    }
  }

  private void helpOut() {
    try {
      @Nullable Runnable work = take(false);
      while (work != null) {
        run(work);
        work = take(false);
      }
    } finally {
      synchronized (this) {
        helpers--;
      }
    }
  }

  /** Runs all work; throws the exception of the first piece that failed. */
  public void finish() {
    @Nullable Runnable work = take(true);
    while (work != null) {
      run(work);
      work = take(true);
    }
    synchronized (this) {
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
    }
  }

  /** Whether a piece of work failed, so that running pieces can stop. */
  public synchronized boolean isFailed() {
    return failure != null;
  }

  private void run(Runnable work) {
    @Nullable Throwable thrown = null;
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    synchronized (this) {
      running--;
      if (thrown != null) {
        failure = failure == null ? thrown : failure;
        waiting.clear();
      }
      notifyAll();
    }
  }

  /** The next piece, or null at the end; helpers do not wait for more. */
  private synchronized @Nullable Runnable take(boolean awaitMore) {
    boolean interrupted = false;
    while (awaitMore && (waiting.isEmpty() || failure != null) && running > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Runnable work = failure == null ? waiting.pollFirst() : null;
    running += work == null ? 0 : 1;
    return work;
  }
}
