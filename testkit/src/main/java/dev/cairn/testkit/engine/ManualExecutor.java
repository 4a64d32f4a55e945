package dev.cairn.testkit.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** Runs nothing until a test says so: what was submitted before then goes together. */
final class ManualExecutor implements Executor {
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  @Override
  public synchronized void execute(Runnable task) {
    tasks.add(task);
  }

  private synchronized Runnable next() {
    return tasks.isEmpty() ? () -> {} : tasks.remove();
  }

  private synchronized boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Runs everything, and what comes of it. */
  void runAll() {
    while (!isEmpty()) {
      next().run();
    }
  }
}
