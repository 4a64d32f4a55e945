package dev.cairn.testkit.engine;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Starts processes as applications do, with a leased node and in real time. */
final class RealProcess {
  private RealProcess() {}

  /** A new process on {@code backend}, which stays open. */
  static Cairn start(Backend backend) {
    ExecutorService workers = Executors.newCachedThreadPool();
    ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    EngineRuntime runtime =
        new EngineRuntime(
            Environment.system(),
            workers,
            IdScheduler.of(ticks),
            new SimpleMeterRegistry(),
            () -> {
              ticks.shutdown();
              workers.shutdown();
            });
    try {
      return Cairn.open(
          new Connection(backend),
          Configuration.builder().build(CairnSettings.ALL),
          Item.TYPES,
          runtime);
    } catch (RuntimeException | Error e) {
      runtime.onClose().run();
      throw e;
    }
  }

  /** The backend is the suite's to close. */
  private static final class Connection extends ForwardingBackend {
    private Connection(Backend shared) {
      super(shared);
    }

    @Override
    public void close() {}
  }
}
