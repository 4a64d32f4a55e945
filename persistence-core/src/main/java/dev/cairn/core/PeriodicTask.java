package dev.cairn.core;

import dev.cairn.api.ClockOffException;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Looks every few minutes whether a task of the database is due, and does it then. Of all processes
 * that look, one does it; and this process looks again only when its last look has ended.
 */
final class PeriodicTask implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMinutes(10);

  private final EngineRuntime runtime;
  private final Runnable runIfDue;
  private final Consumer<RuntimeException> onFailure;
  private final AtomicBoolean isLooking = new AtomicBoolean();
  private final IdScheduler.Repeated ticks;
  private volatile boolean isClosed;

  /**
   * @param period how often the task is done
   * @param runIfDue does it if it is due
   * @param onFailure receives what the work throws, if it is worth a report
   */
  PeriodicTask(
      Duration period,
      Runnable runIfDue,
      Consumer<RuntimeException> onFailure,
      EngineRuntime runtime) {
    this.runtime = runtime;
    this.runIfDue = runIfDue;
    this.onFailure = onFailure;
    this.ticks = runtime.scheduler().every(period.compareTo(LOOK) < 0 ? period : LOOK, this::tick);
  }

  private void tick() {
    if (!isLooking.compareAndSet(false, true)) {
      return;
    }
    try {
      runtime.executor().execute(this::look);
    } catch (RejectedExecutionException e) {
      isLooking.set(false); // the process ends
    }
  }

  private void look() {
    try {
      runIfDue.run();
    } catch (ClockOffException e) {
      // Logged when it was found out, and no news every few minutes.
    } catch (RuntimeException e) {
      if (!isClosed) { // what is closed under it fails
        onFailure.accept(e);
      }
    } finally {
      isLooking.set(false);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    ticks.cancel();
  }
}
