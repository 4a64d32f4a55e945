package dev.cairn.core;

import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.Idempotency;
import dev.cairn.api.idempotency.IdempotencyRecords;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.idempotency.EngineIdempotencyStore;
import dev.cairn.core.internal.idempotency.EngineIdempotentExecutor;
import dev.cairn.core.internal.idempotency.PeriodicPurge;
import dev.cairn.core.internal.idempotency.RecordScan;
import dev.cairn.core.internal.metrics.IdempotencyMeters;
import dev.cairn.snowflake.LeaseHolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creates stores and executors for idempotent requests, and purges expired records. */
final class EngineIdempotency implements Idempotency, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(EngineIdempotency.class.getName());

  private final EngineIdempotencyStore.Services services;
  private final EngineRuntime runtime;
  private final List<IdempotentExecutor> executors = new ArrayList<>();
  private final PeriodicPurge purge;
  private final Optional<PeriodicTask> cleanup;

  EngineIdempotency(
      Backend backend,
      Codec codec,
      Configuration configuration,
      LeaseHolder holder,
      Tasks tasks,
      EngineRuntime runtime) {
    this.runtime = runtime;
    this.services =
        new EngineIdempotencyStore.Services(
            backend,
            codec,
            runtime.environment(),
            IdempotencyConfiguration.read(configuration),
            configuration.get(CairnSettings.MAX_CLOCK_SKEW),
            configuration.get(CairnSettings.COMMIT_TIME_LIMIT),
            holder,
            new IdempotencyMeters(runtime.meters(), backend.name()));
    Duration period = configuration.get(IdempotencyConfiguration.CLEANUP_PERIOD);
    this.purge =
        new PeriodicPurge(services, tasks, period, runtime.scheduler(), runtime.executor());
    boolean isCleaning =
        services.settings().enabled()
            && configuration.get(IdempotencyConfiguration.CLEANUP)
            && !backend.expiresRows();
    this.cleanup =
        isCleaning
            ? Optional.of(
                new PeriodicTask(period, purge::runIfDue, EngineIdempotency::notPurged, runtime))
            : Optional.empty();
  }

  @Override
  public IdempotencySettings settings() {
    return services.settings();
  }

  @Override
  public IdempotencyStore store(Scope scope) {
    return services.open(scope);
  }

  @Override
  public IdempotencyRecords records() {
    return new RecordScan(services);
  }

  @Override
  public synchronized IdempotentExecutor executor(Scope scope, FinalizationPolicy policy) {
    IdempotentExecutor executor =
        new EngineIdempotentExecutor(
            store(scope),
            settings(),
            policy,
            runtime.environment(),
            services.metrics(),
            runtime.scheduler(),
            runtime.executor());
    executors.add(executor);
    return executor;
  }

  private static void notPurged(RuntimeException e) {
    LOG.log(
        System.Logger.Level.WARNING,
        "purging idempotency records failed; the next period tries again",
        e);
  }

  @Override
  public synchronized void close() {
    cleanup.ifPresent(PeriodicTask::close);
    executors.forEach(IdempotentExecutor::close);
    executors.clear();
  }
}
