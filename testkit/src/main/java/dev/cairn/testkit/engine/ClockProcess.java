package dev.cairn.testkit.engine;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A process with a clock of its own, whose scheduler ticks when a test says so. */
final class ClockProcess implements IdScheduler, AutoCloseable {
  // A process whose clock is off warns of it, which is no news in these tests.
  private static final Logger WARNINGS = Logger.getLogger(ClockGuard.class.getName());

  private static final Duration LEASE_TICK = Duration.ofSeconds(10);
  private static final int TICKS_PER_RENEWAL = 10;

  private final List<Runnable> ticks = new ArrayList<>();
  private final Cairn cairn;

  /**
   * @param shared stays open
   * @param time what the database's clock shows
   */
  ClockProcess(Backend shared, Supplier<Optional<DatabaseTime>> time, Environment environment) {
    WARNINGS.setLevel(Level.OFF);
    cairn =
        Cairn.open(
            new Connection(shared, time),
            Configuration.builder().build(CairnSettings.ALL),
            Item.TYPES,
            new EngineRuntime(
                environment, Runnable::run, this, new SimpleMeterRegistry(), () -> {}));
  }

  private static final class Connection extends ForwardingBackend {
    private final Supplier<Optional<DatabaseTime>> time;

    Connection(Backend shared, Supplier<Optional<DatabaseTime>> time) {
      super(shared);
      this.time = time;
    }

    @Override
    public Optional<DatabaseTime> time() {
      return time.get();
    }

    @Override
    public void close() {}
  }

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public Repeated every(Duration period, Runnable task) {
    if (period.equals(LEASE_TICK)) {
      ticks.add(task);
    }
    return () -> ticks.remove(task);
  }

  /** Lets the scheduler tick until the lease is to be renewed. */
  void renew() {
    for (int i = 0; i < TICKS_PER_RENEWAL; i++) {
      List.copyOf(ticks).forEach(Runnable::run);
    }
  }

  Cairn cairn() {
    return cairn;
  }

  @Override
  public void close() {
    cairn.close();
    WARNINGS.setLevel(null);
  }
}
