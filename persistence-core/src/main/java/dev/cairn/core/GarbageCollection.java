package dev.cairn.core;

import dev.cairn.api.Scope;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.maintenance.Maintenance;
import dev.cairn.api.task.Tasks;
import dev.cairn.core.catalog.EngineCatalogs;
import dev.cairn.core.catalog.Purge;
import dev.cairn.core.maintenance.Collector;
import dev.cairn.core.maintenance.EngineMaintenance;
import dev.cairn.core.maintenance.KnownScopes;
import dev.cairn.core.store.Stores;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A connection's garbage collection, and its doing so by itself. */
final class GarbageCollection implements AutoCloseable {
  // How often a process looks whether it is time. Of all that look, one collects.
  private static final Duration LOOK = Duration.ofMinutes(10);
  private static final System.Logger LOG = System.getLogger(GarbageCollection.class.getName());

  private final EngineMaintenance maintenance;
  private final Duration period;
  private final Optional<IdScheduler.Repeated> looks;

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
    this.period = configuration.get(CairnSettings.COLLECT_PERIOD);
    this.looks =
        configuration.get(CairnSettings.COLLECT)
            ? Optional.of(
                runtime
                    .scheduler()
                    .every(
                        period.compareTo(LOOK) < 0 ? period : LOOK,
                        () -> runtime.executor().execute(this::collectIfDue)))
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

  void collectIfDue() {
    try {
      maintenance.collectEvery(period);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "garbage was not collected; it is tried again later", e);
    }
  }

  @Override
  public void close() {
    looks.ifPresent(IdScheduler.Repeated::cancel);
  }
}
