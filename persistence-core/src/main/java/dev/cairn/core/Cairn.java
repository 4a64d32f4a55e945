package dev.cairn.core;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.check.Checks;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.maintenance.Maintenance;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreClosedException;
import dev.cairn.api.task.Tasks;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.core.catalog.EngineCatalogs;
import dev.cairn.core.catalog.Entry;
import dev.cairn.core.catalog.Purge;
import dev.cairn.core.check.EngineChecks;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.FormatLevel;
import dev.cairn.core.head.ObjectCache;
import dev.cairn.core.head.RetainedHead;
import dev.cairn.core.head.RetainedHeads;
import dev.cairn.core.lease.LeaseField;
import dev.cairn.core.lease.Leases;
import dev.cairn.core.lease.LevelWatch;
import dev.cairn.core.lease.NodeLeases;
import dev.cairn.core.metrics.CommitMeters;
import dev.cairn.core.metrics.IdMeters;
import dev.cairn.core.metrics.MeteredBackend;
import dev.cairn.core.metrics.StatisticsMeters;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.store.CommitLimits;
import dev.cairn.core.store.EngineStore;
import dev.cairn.core.store.Stores;
import dev.cairn.core.task.EngineTasks;
import dev.cairn.core.task.TaskSettings;
import dev.cairn.core.transfer.EngineTransfers;
import dev.cairn.core.transfer.TransferLimits;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A process's connection to one database, from which it gets the stores of scopes.
 *
 * <pre>{@code
 * Configuration configuration =
 *     Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings());
 * try (Cairn cairn = Cairn.open(configuration)) {
 *   Store store = cairn.store(new Scope("acme", "sales"));
 *   ...
 * }
 * }</pre>
 *
 * <p>Opening checks the schema and the format level, and leases a node number for IDs. Stores share
 * one cache. There is no static state: a process may open several.
 */
public final class Cairn implements AutoCloseable {
  /** The reference of the system scope, in which tenants and catalogs are kept. */
  static final String SYSTEM_REFERENCE = Catalogs.MAIN;

  private final Backend backend;
  private final SnowflakeIds ids;
  private final Stores stores;
  private final EngineTasks tasks;
  private final EngineCatalogs catalogs;
  private final Idempotency idempotency;
  private final GarbageCollection collection;
  private final EngineChecks checks;
  private final EngineTransfers transfers;
  private final EngineRuntime runtime;
  private final Collection<EngineStore> opened = new ArrayList<>();
  private boolean closed;

  private Cairn(
      Backend backend,
      SnowflakeIds ids,
      Stores stores,
      EngineTasks tasks,
      Idempotency idempotency,
      Configuration configuration,
      EngineRuntime runtime) {
    this.backend = backend;
    this.ids = ids;
    this.stores = stores;
    this.tasks = tasks;
    this.idempotency = idempotency;
    EngineStore system = stores.with(ObjectTypes.of(List.of(Entry.TYPE))).open(Scope.SYSTEM);
    opened.add(system);
    Purge purge = new Purge(tasks, backend, this::store);
    this.catalogs =
        new EngineCatalogs(system, this::store, ids::nextId, runtime.environment(), purge);
    this.collection = new GarbageCollection(stores, tasks, catalogs, purge, configuration, runtime);
    RetainedHeads retained = new RetainedHeads(backend, stores.codec(), runtime.environment());
    this.checks =
        new EngineChecks(
            backend,
            stores.codec(),
            stores.types().and(List.of(Entry.TYPE)),
            row ->
                retained
                    .find(row.key())
                    .filter(oldest -> oldest.life() <= row.createdAtMicros())
                    .map(RetainedHead::version)
                    .orElse(0L),
            runtime.environment(),
            runtime.executor());
    this.transfers =
        new EngineTransfers(
            backend,
            stores.codec(),
            checks,
            new TransferLimits(
                stores.limits().young(), configuration.get(CairnSettings.MAX_CLOCK_SKEW)),
            scope -> catalogs.scopes().get(scope) == LifeState.PURGED,
            runtime.environment());
    this.runtime = runtime;
  }

  /** All settings there are: those of the engine and of all backends on the class path. */
  public static List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>(CairnSettings.ALL);
    settings.addAll(Backends.discover().settings());
    return settings;
  }

  /**
   * Opens the configured backend, with the object types on the class path and threads of its own.
   *
   * @throws dev.cairn.api.ConfigurationException if the configuration makes no sense
   * @throws dev.cairn.api.SchemaMismatchException if the database is not prepared
   * @throws dev.cairn.api.UnsupportedFormatException if a newer release wrote it
   * @throws dev.cairn.snowflake.NoNodeAvailableException if no node number is free
   */
  public static Cairn open(Configuration configuration) {
    EngineRuntime runtime = EngineRuntime.system();
    try {
      return open(configuration, ObjectTypes.discover(), runtime);
    } catch (RuntimeException | Error e) {
      runtime.onClose().run();
      throw e;
    }
  }

  /**
   * The same with exactly these types and this runtime. Closing this runs its {@code onClose}; if
   * opening fails, the runtime is left to the caller.
   */
  public static Cairn open(Configuration configuration, ObjectTypes types, EngineRuntime runtime) {
    Backend backend = Backends.discover().open(configuration);
    try {
      return open(backend, configuration, types, runtime);
    } catch (RuntimeException | Error e) {
      backend.close();
      throw e;
    }
  }

  /** The same on a backend that is open; closing this closes it. */
  public static Cairn open(
      Backend plain, Configuration configuration, ObjectTypes types, EngineRuntime runtime) {
    CommitLimits limits = CairnSettings.commitLimits(configuration); // before anything is written
    var unused = IdempotencyConfiguration.read(configuration);
    Backend backend = new MeteredBackend(plain, runtime.meters());
    Environment environment = runtime.environment();
    backend.verifySchema();
    FormatLevel level = new FormatLevel(backend, environment);
    Codec codec = new Codec(level.establish());
    SnowflakeIds ids = openIds(backend, codec, level, configuration, runtime);
    try {
      Stores stores =
          new Stores(
              backend,
              codec,
              types,
              ids::nextId,
              // Waking a thread for the cache's housekeeping costs more than doing it.
              new ObjectCache(configuration.get(CairnSettings.CACHE_SIZE), Runnable::run),
              configuration.get(CairnSettings.REFERENCE_AGE),
              limits,
              new CommitMeters(runtime.meters(), backend.name()),
              environment,
              runtime.executor());
      createSystemReference(stores);
      StatisticsMeters.register(runtime.meters(), backend);
      EngineTasks tasks =
          new EngineTasks(
              new UpdateableObjects(backend, codec, Scope.SYSTEM, environment),
              thisProcess(),
              TaskSettings.of(configuration.get(CairnSettings.MAX_CLOCK_SKEW)),
              environment);
      Idempotency idempotency =
          new Idempotency(backend, codec, configuration, thisProcess(), runtime);
      return new Cairn(backend, ids, stores, tasks, idempotency, configuration, runtime);
    } catch (RuntimeException | Error e) {
      ids.close();
      throw e;
    }
  }

  private static SnowflakeIds openIds(
      Backend backend,
      Codec codec,
      FormatLevel level,
      Configuration configuration,
      EngineRuntime runtime) {
    Environment environment = runtime.environment();
    UpdateableObjects system = new UpdateableObjects(backend, codec, Scope.SYSTEM, environment);
    Duration skew = configuration.get(CairnSettings.MAX_CLOCK_SKEW);
    NodeLeases nodes = new NodeLeases(new Leases<>(system, LeaseField.whole(), environment, skew));
    return SnowflakeIds.open(
        new LevelWatch(nodes, level),
        thisProcess(),
        IdSettings.DEFAULT,
        new IdRuntime(
            environment.clock(),
            environment.waiter()::await,
            runtime.scheduler(),
            environment.random(),
            new IdMeters(runtime.meters(), backend.name())));
  }

  // Only for operators to read; asking the network for the host could take long.
  private static LeaseHolder thisProcess() {
    String host = System.getenv("HOSTNAME");
    return new LeaseHolder(
        host == null || host.isEmpty() ? "unknown" : host,
        Long.toString(ProcessHandle.current().pid()));
  }

  // Of many processes that start at once, one creates it.
  private static void createSystemReference(Stores stores) {
    try (EngineStore system = stores.open(Scope.SYSTEM)) {
      if (system.findReference(SYSTEM_REFERENCE).isEmpty()) {
        try {
          var unused = system.createReference(SYSTEM_REFERENCE);
        } catch (ReferenceExistsException e) {
          return; // another process was faster
        }
      }
    }
  }

  /**
   * A store of {@code scope}. Share it: two of the same scope contend.
   *
   * @throws StoreClosedException if this is closed
   */
  public synchronized Store store(Scope scope) {
    if (closed) {
      throw new StoreClosedException(
          "the connection to the database is closed; open a new one for %s".formatted(scope));
    }
    EngineStore store = stores.open(scope);
    opened.removeIf(EngineStore::isClosed);
    opened.add(store);
    return store;
  }

  /** The tenants of the database and their catalogs. */
  public Catalogs catalogs() {
    return catalogs;
  }

  /** What one process at a time does for all that are connected to the database. */
  public Tasks tasks() {
    return tasks;
  }

  /** Requests that take effect once. */
  public Idempotency idempotency() {
    return idempotency;
  }

  /** Garbage collection. */
  public Maintenance maintenance() {
    return collection.maintenance();
  }

  /** Tells whether what is stored is whole. */
  public Checks checks() {
    return checks;
  }

  /** Takes what is stored elsewhere, and brings it from there. */
  public Transfers transfers() {
    return transfers;
  }

  /** The backend, for operators. */
  public Backend backend() {
    return backend;
  }

  /** Closes all stores, gives the node number back, closes the backend and ends the runtime. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    idempotency.close();
    collection.close();
    opened.forEach(EngineStore::close);
    opened.clear();
    try {
      ids.close();
    } finally {
      try {
        backend.close();
      } finally {
        runtime.onClose().run();
      }
    }
  }
}
