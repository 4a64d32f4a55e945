package dev.cairn.core;

import dev.cairn.api.CairnException;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.idempotency.EngineIdempotencyStore;
import dev.cairn.core.idempotency.EngineIdempotentExecutor;
import dev.cairn.core.idempotency.RecordPurge;
import dev.cairn.core.idempotency.RecordScan;
import dev.cairn.core.metrics.IdempotencyMeters;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.LeaseHolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A connection's requests with idempotency keys: records, executors, and the cleaning up. */
public final class Idempotency implements AutoCloseable {
  private static final int PURGE_BATCH = 500;
  private static final System.Logger LOG = System.getLogger(Idempotency.class.getName());

  private final EngineIdempotencyStore.Services services;
  private final EngineRuntime runtime;
  private final List<IdempotentExecutor> executors = new ArrayList<>();
  private final Optional<IdScheduler.Repeated> cleanup;

  Idempotency(
      Backend backend,
      Codec codec,
      Configuration configuration,
      LeaseHolder holder,
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
    boolean isCleaning =
        services.settings().enabled() && configuration.get(IdempotencyConfiguration.CLEANUP);
    this.cleanup =
        isCleaning
            ? Optional.of(
                runtime
                    .scheduler()
                    .every(
                        configuration.get(IdempotencyConfiguration.CLEANUP_PERIOD),
                        () -> runtime.executor().execute(this::cleanUp)))
            : Optional.empty();
  }

  /** How requests are treated, as configured. */
  public IdempotencySettings settings() {
    return services.settings();
  }

  /** The records of {@code scope}. */
  public IdempotencyStore store(Scope scope) {
    return services.open(scope);
  }

  /** A look at the records of all scopes, for operators. */
  public RecordScan records() {
    return new RecordScan(services);
  }

  /** Executes requests of {@code scope} once. Share it: requests meet in it. */
  public IdempotentExecutor executor(Scope scope) {
    return executor(scope, FinalizationPolicy.DEFAULT);
  }

  /** The same with another policy of which outcomes are final. */
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

  /** A purge of the records of {@code scope}, or of all, for operators. */
  public RecordPurge purge(Optional<Scope> scope) {
    return new RecordPurge(services, scope);
  }

  /** Deletes records of all scopes that are past their time. */
  void cleanUp() {
    RecordPurge purge = purge(Optional.empty());
    try {
      while (!purge.run(PURGE_BATCH).isComplete()) {
        // The next batch goes on where this one stopped.
      }
    } catch (CairnException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "idempotency records were not all cleaned up; the next run begins anew",
          e);
    }
  }

  @Override
  public synchronized void close() {
    cleanup.ifPresent(IdScheduler.Repeated::cancel);
    executors.forEach(IdempotentExecutor::close);
    executors.clear();
  }
}
