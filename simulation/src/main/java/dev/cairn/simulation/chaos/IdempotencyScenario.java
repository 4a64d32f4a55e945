package dev.cairn.simulation.chaos;

import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.idempotency.EngineIdempotencyStore;
import dev.cairn.core.internal.idempotency.EngineIdempotentExecutor;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.snowflake.LeaseHolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Servers execute requests that clients repeat, and pause, crash and start again while they do;
 * replies get lost and writes land late. Each request takes effect at most once, all its clients
 * that hear an outcome hear the same, and it is the true one.
 *
 * <p>In most schedules keys live longer than the schedule, and clocks may jump. In every fourth,
 * time passes quickly and clocks are exact: heads forget keys, and owners come back too late.
 */
public class IdempotencyScenario extends SimulatedScenario {
  static final Scope SCOPE = new Scope("simulated", "idempotency");
  static final String MAIN = "main";

  private static final int SERVERS = 3;
  private static final int THREADS = 2;
  private static final int TIMES = 8;
  private static final Duration SKEW = Duration.ofMillis(100);
  private static final Duration COMMIT_LIMIT = Duration.ofSeconds(20);
  private static final Codec CODEC = new Codec(FormatLevel.NEWEST);

  @Override
  public String name() {
    return "idempotent requests";
  }

  /** The connection of a server to the store; a mutant may do worse. */
  Backend connection(Backend reached) {
    return reached;
  }

  /** The store of a server; a mutant may do worse. */
  Store store(Store sound) {
    return sound;
  }

  /** The records of a server; a mutant may do worse. */
  IdempotencyStore records(IdempotencyStore sound) {
    return sound;
  }

  /** Whether all requests are of the kind that may fail for good. */
  boolean isAboutFailures() {
    return false;
  }

  private static boolean isQuick(Simulation sim) {
    return sim.seed() % 4 == 0;
  }

  @Override
  protected Duration farthestJump(Simulation sim) {
    return isQuick(sim) ? Duration.ZERO : super.farthestJump(sim);
  }

  private static IdempotencySettings settings(boolean isQuick) {
    return new IdempotencySettings(
        true,
        KeyRule.PATTERN,
        isQuick ? Duration.ofSeconds(2) : Duration.ofMinutes(10),
        COMMIT_LIMIT.plusSeconds(1),
        Duration.ofMillis(300),
        Duration.ofMillis(500),
        IdempotencySettings.WhenUnreachable.FAIL,
        1 << 20);
  }

  static LeaseHolder holder(Actor self) {
    return new LeaseHolder("simulated", self.name());
  }

  /** The records of a server. */
  static IdempotencyStore records(Actor self, Backend backend, boolean isQuick) {
    return new EngineIdempotencyStore.Services(
            backend,
            CODEC,
            self.environment(),
            settings(isQuick),
            SKEW,
            COMMIT_LIMIT,
            holder(self),
            IdempotencyMetrics.NONE)
        .open(SCOPE);
  }

  @Override
  protected List<Actor> build(World world) {
    SimulatedProcesses processes = new SimulatedProcesses(world.tally());
    var unused = processes.outside(SCOPE, world.bare()).createReference(MAIN);
    Simulation sim = world.sim();
    boolean isQuick = isQuick(sim);
    ScheduledRequests requests =
        new ScheduledRequests(
            sim::elapsed,
            settings(isQuick).lifetime(),
            isQuick,
            isAboutFailures(),
            sim.random("requests"));
    List<Actor> servers = new ArrayList<>();
    for (int i = 1; i <= SERVERS; i++) {
      servers.add(
          sim.actor("server " + i, self -> serve(self, world, processes, requests, isQuick)));
    }
    sim.afterwards(
        () -> {
          world.settle();
          requests.check(processes.simulated(servers.get(0), SCOPE, world.store()));
          world.tally().addOperations(requests.attempts(), 0, 0);
        });
    return servers;
  }

  private void serve(
      Actor self,
      World world,
      SimulatedProcesses processes,
      ScheduledRequests requests,
      boolean isQuick) {
    Backend backend = connection(world.reachedBy(self));
    Store store = store(processes.simulated(self, SCOPE, backend));
    IdempotencySettings settings = settings(isQuick);
    IdempotencyStore records = records(records(self, backend, isQuick));
    AtomicInteger underWay = new AtomicInteger();
    EngineIdempotentExecutor executor =
        new EngineIdempotentExecutor(
            records,
            settings,
            FinalizationPolicy.DEFAULT,
            self.environment(),
            IdempotencyMetrics.NONE,
            self.idScheduler(() -> underWay.get() > 0),
            self.executor());
    ScheduledRequests.Server server = new ScheduledRequests.Server(self, store, executor, underWay);
    for (int i = 1; i < THREADS; i++) {
      self.spawn("thread " + i, () -> requests.serve(server, TIMES));
    }
    requests.serve(server, TIMES);
  }
}
