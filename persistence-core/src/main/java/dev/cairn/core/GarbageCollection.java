package dev.cairn.core;

import dev.cairn.api.Scope;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.maintenance.Maintenance;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.internal.catalog.EngineCatalogs;
import dev.cairn.core.internal.catalog.Purge;
import dev.cairn.core.internal.maintenance.Collector;
import dev.cairn.core.internal.maintenance.EngineMaintenance;
import dev.cairn.core.internal.maintenance.KnownScopes;
import dev.cairn.core.internal.store.Stores;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Garbage collection of a connection, on request and periodically. */
final class GarbageCollection implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(GarbageCollection.class.getName());

  private final EngineMaintenance maintenance;
  private final Optional<PeriodicTask> looks;

  GarbageCollection(
      Stores stores,
      Tasks tasks,
      EngineCatalogs catalogs,
      Purge purge,
      Configuration configuration,
      EngineRuntime runtime) {
    Collector collector =
        new Collector(
            stores.backend(),
            stores.codec(),
            stores.types(),
            CairnSettings.collection(configuration),
            () -> known(catalogs.scopes()),
            purge::run,
            stores.environment(),
            runtime.executor());
    this.maintenance =
        new EngineMaintenance(collector, tasks, stores.backend(), stores.environment());
    Duration period = configuration.get(CairnSettings.COLLECT_PERIOD);
    this.looks =
        configuration.get(CairnSettings.COLLECT)
            ? Optional.of(
                new PeriodicTask(
                    period,
                    () -> maintenance.collectEvery(period),
                    GarbageCollection::notCollected,
                    runtime))
            : Optional.empty();
  }

  private static KnownScopes known(Map<Scope, LifeState> scopes) {
    Set<Scope> purged =
        scopes.entrySet().stream()
            .filter(scope -> scope.getValue() == LifeState.PURGED)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    return new KnownScopes(scopes.keySet(), purged);
  }

  Maintenance maintenance() {
    return maintenance;
  }

  private static void notCollected(RuntimeException e) {
    LOG.log(
        System.Logger.Level.WARNING, "garbage collection failed; the next period tries again", e);
  }

  @Override
  public void close() {
    looks.ifPresent(PeriodicTask::close);
  }
}
