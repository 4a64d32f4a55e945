package dev.cairn.core;

import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * The injected runtime of an engine: environment, threads and metrics.
 *
 * <p>The engine starts no threads itself, except through {@link
 * Cairn#open(dev.cairn.api.config.Configuration)}, which creates a default runtime.
 *
 * @param environment clock, waits and randomness
 * @param executor runs asynchronous commits, their dependent stages, and all work that the
 *     scheduler triggers: lease renewals, heartbeats, collections. Each may wait for the database,
 *     so work must not queue behind other work: if all threads of a bounded pool wait, leases
 *     expire. Its threads must not be interrupted from outside
 * @param scheduler triggers periodic work and never waits for it, so one thread is enough
 * @param meters the registry for metrics
 * @param onClose shuts down the resources of this runtime
 */
public record EngineRuntime(
    Environment environment,
    Executor executor,
    IdScheduler scheduler,
    MeterRegistry meters,
    Runnable onClose) {
  /** The system clock and waiter, with daemon threads that end with the engine. */
  public static EngineRuntime system() {
    ExecutorService workers = Executors.newCachedThreadPool(daemons("cairn-worker"));
    ScheduledExecutorService ticks =
        Executors.newSingleThreadScheduledExecutor(daemons("cairn-lease"));
    return new EngineRuntime(
        Environment.system(),
        workers,
        IdScheduler.of(ticks),
        new CompositeMeterRegistry(),
        () -> {
          ticks.shutdown();
          workers.shutdown();
        });
  }

  /** This runtime with another environment. */
  EngineRuntime with(Environment other) {
    return new EngineRuntime(other, executor, scheduler, meters, onClose);
  }

  /** This runtime without periodic work. */
  EngineRuntime unscheduled() {
    IdScheduler none =
        new IdScheduler() {
          @Override
          public void execute(Runnable task) {}

          @Override
          public Repeated every(Duration period, Runnable task) {
            return () -> {};
          }
        };
    return new EngineRuntime(environment, executor, none, meters, onClose);
  }

  private static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
