package dev.cairn.core.internal.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** An executor that runs nothing until a test says so: what is submitted meanwhile is a group. */
final class HeldTasks implements Executor {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private RuntimeException refusal;
  private Error breakdown;

  @Override
  public void execute(Runnable task) {
    if (refusal != null) {
      throw refusal;
    }
    if (breakdown != null) {
      throw breakdown;
    }
    waiting.add(task);
  }

  /** From now on tasks are refused with this; null takes them again. */
  void refuseWith(RuntimeException e) {
    refusal = e;
  }

  /** The same for what no executor should throw, but does if it gets no more threads. */
  void breakWith(Error e) {
    breakdown = e;
  }

  int size() {
    return waiting.size();
  }

  void runOne() {
    waiting.remove().run();
  }

  /** Runs all tasks, and those that they add. */
  void run() {
    while (!waiting.isEmpty()) {
      runOne();
    }
  }
}
