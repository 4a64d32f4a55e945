package dev.cairn.testkit.maintenance;

import dev.cairn.api.spi.Backend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.testkit.TestClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Processes that share a clock, which stands still unless a process waits. */
final class TestProcess {
  private TestProcess() {}

  /** What a process runs on. */
  static EngineRuntime runtime(TestClock clock, Random random) {
    ScheduledExecutorService ticks =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "lease");
              thread.setDaemon(true);
              return thread;
            });
    return new EngineRuntime(
        new Environment(clock, clock.waiter(), new Random(random.nextLong())),
        Runnable::run,
        new AtOnce(IdScheduler.of(ticks)),
        new SimpleMeterRegistry(),
        ticks::shutdown);
  }

  // A call that finds its lease run out waits for a new one in the time of the clock, which is over
  // before another thread has done anything.
  private record AtOnce(IdScheduler ticks) implements IdScheduler {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      return ticks.every(period, task);
    }
  }

  /** A process on {@code backend}, which it leaves open. */
  static Cairn open(Backend backend, TestClock clock, Random random) {
    return FilledStore.open(backend, runtime(clock, random));
  }
}
