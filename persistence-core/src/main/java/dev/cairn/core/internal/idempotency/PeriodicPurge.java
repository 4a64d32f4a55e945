package dev.cairn.core.internal.idempotency;

import dev.cairn.api.idempotency.IdempotencyStore.Purged;
import dev.cairn.api.task.TaskCancelledException;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.Tasks;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Periodic purge of expired records, as a task: one process at a time runs it, once in a period.
 */
public final class PeriodicPurge {
  /** The task's name. */
  public static final String TASK = "cairn.idempotency.purge";

  private static final int BATCH = 500;
  private static final Duration BEAT = Duration.ofSeconds(5);

  private final EngineIdempotencyStore.Services services;
  private final Tasks tasks;
  private final Duration period;
  private final IdScheduler scheduler;
  private final Executor executor;

  /**
   * @param period how long after a run the next one begins
   * @param scheduler ticks during a run
   * @param executor sends the heartbeats of a run
   */
  public PeriodicPurge(
      EngineIdempotencyStore.Services services,
      Tasks tasks,
      Duration period,
      IdScheduler scheduler,
      Executor executor) {
    this.services = services;
    this.tasks = tasks;
    this.period = period;
    this.scheduler = scheduler;
    this.executor = executor;
  }

  /**
   * Purges if a period has passed since the last run and no other process is purging.
   *
   * @throws RuntimeException if the purge failed in this process; it is tried again later
   */
  public void runIfDue() {
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    Tasks.Offer offer = tasks.runEvery(period, TASK, "", context -> work(context, failure));
    RuntimeException failed = failure.get();
    boolean isForOthers = offer == Tasks.Offer.LOST || failed instanceof TaskCancelledException;
    if (failed != null && !isForOthers) {
      throw failed;
    }
  }

  private String work(TaskContext context, AtomicReference<@Nullable RuntimeException> failure) {
    try {
      return purge(context);
    } catch (RuntimeException e) {
      failure.set(e);
      throw e;
    }
  }

  // A scan may pass millions of other rows before it finds a record, which takes longer than a
  // lease. Another thread therefore renews the lease meanwhile.
  private String purge(TaskContext context) {
    AtomicReference<@Nullable RuntimeException> stopped = new AtomicReference<>();
    IdScheduler.Repeated beats = scheduler.every(BEAT, () -> beatElsewhere(context, stopped));
    try {
      RecordPurge purge = new RecordPurge(services, Optional.empty());
      long examined = 0;
      long deleted = 0;
      Purged batch;
      do {
        batch = purge.run(BATCH);
        examined += batch.examined();
        deleted += batch.deleted();
        context.heartbeat();
        RuntimeException stop = stopped.get();
        if (stop != null) {
          throw stop;
        }
      } while (!batch.isComplete());
      return "%s rows examined, %s deleted".formatted(examined, deleted);
    } finally {
      beats.cancel();
    }
  }

  private void beatElsewhere(
      TaskContext context, AtomicReference<@Nullable RuntimeException> stopped) {
    try {
      executor.execute(() -> beat(context, stopped));
    } catch (RejectedExecutionException e) {
      return; // the process ends
    }
  }

  private static void beat(
      TaskContext context, AtomicReference<@Nullable RuntimeException> stopped) {
    try {
      context.heartbeat();
    } catch (RuntimeException e) {
      stopped.compareAndSet(null, e); // for the thread that purges
    }
  }
}
