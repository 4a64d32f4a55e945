package dev.cairn.core;

import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * The threads an engine works on and where it counts. The engine starts none itself, except for
 * callers who leave it to {@link Cairn#open(dev.cairn.api.config.Configuration)}.
 *
 * @param environment clock, waits and randomness
 * @param executor runs commits for callers that do not wait, and code that depends on their
 *     results; its threads must not be interrupted by others
 * @param scheduler keeps leases
 * @param meters where metrics go
 * @param onClose ends what belongs to this runtime alone
 */
public record EngineRuntime(
    Environment environment,
    Executor executor,
    IdScheduler scheduler,
    MeterRegistry meters,
    Runnable onClose) {
  /** The real world, with daemon threads of its own that end with the engine. */
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

  private static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
