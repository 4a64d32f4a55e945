package dev.cairn.testkit.idempotency;

import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A scheduler whose time comes when a test says so. */
final class Ticks implements IdScheduler {
  private final List<Runnable> repeated = new ArrayList<>();

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public synchronized Repeated every(Duration period, Runnable task) {
    repeated.add(task);
    return () -> cancel(task);
  }

  private synchronized void cancel(Runnable task) {
    repeated.remove(task);
  }

  /** Runs what is due every now and then, once. */
  void tick() {
    List<Runnable> due;
    synchronized (this) {
      due = List.copyOf(repeated);
    }
    due.forEach(Runnable::run);
  }
}
