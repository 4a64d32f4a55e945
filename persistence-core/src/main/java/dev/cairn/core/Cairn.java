package dev.cairn.core;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.LifeState;
import dev.cairn.api.check.Checks;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.idempotency.Idempotency;
import dev.cairn.api.maintenance.Maintenance;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.Tasks;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.core.internal.catalog.DirectoryEntry;
import dev.cairn.core.internal.catalog.EngineCatalogs;
import dev.cairn.core.internal.catalog.Purge;
import dev.cairn.core.internal.check.EngineChecks;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.RetainedHeads;
import dev.cairn.core.internal.metrics.ClockMeters;
import dev.cairn.core.internal.metrics.CommitMeters;
import dev.cairn.core.internal.metrics.MeteredBackend;
import dev.cairn.core.internal.metrics.StatisticsMeters;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.core.internal.store.EngineStore;
import dev.cairn.core.internal.store.SharedStores;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.core.internal.task.EngineTasks;
import dev.cairn.core.internal.task.TaskSettings;
import dev.cairn.core.internal.transfer.EngineTransfers;
import dev.cairn.core.internal.transfer.TransferLimits;
import dev.cairn.snowflake.LeaseHolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A connection to one database, and the entry point to its stores.
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
 * <p>Opening checks the schema and the format level, and leases a node for IDs. Each scope has one
 * store, however often it is opened, and all stores share one cache. There is no static state: a
 * process may open several connections.
 */
public final class Cairn implements AutoCloseable {
  /** The reference of the system scope that holds tenants and catalogs. */
  static final String SYSTEM_REFERENCE = Catalogs.MAIN;

  private static final System.Logger LOG = System.getLogger(Cairn.class.getName());

  private final Backend backend;
  private final ClockGuard clock;
  private final EngineIds ids;
  private final EngineTasks tasks;
  private final EngineCatalogs catalogs;
  private final EngineIdempotency idempotency;
  private final GarbageCollection collection;
  private final EngineChecks checks;
  private final EngineTransfers transfers;
  private final EngineRuntime runtime;
  private final SharedStores shared;
  private final EngineStore system;
  private boolean closed;

  private Cairn(
      Backend backend,
      ClockGuard clock,
      EngineIds ids,
      Stores stores,
      EngineTasks tasks,
      EngineIdempotency idempotency,
      Configuration configuration,
      EngineRuntime runtime) {
    this.backend = backend;
    this.clock = clock;
    this.ids = ids;
    this.tasks = tasks;
    this.idempotency = idempotency;
    this.shared = new SharedStores(stores);
    this.system = stores.with(ObjectTypes.of(List.of(DirectoryEntry.TYPE))).open(Scope.SYSTEM);
    Purge purge = new Purge(tasks, backend, this::store, runtime.environment());
    this.catalogs =
        new EngineCatalogs(system, this::store, stores.ids(), runtime.environment(), purge);
    this.collection = new GarbageCollection(stores, tasks, catalogs, purge, configuration, runtime);
    this.checks =
        new EngineChecks(
            backend,
            stores.codec(),
            stores.types().and(List.of(DirectoryEntry.TYPE)),
            new RetainedHeads(backend, stores.codec(), runtime.environment())::oldestVersion,
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
            stores.types(),
            runtime.environment());
    this.runtime = runtime;
  }

  /** All settings of the engine and of the backends on the class path. */
  public static List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>(CairnSettings.ALL);
    settings.addAll(Backends.discover().settings());
    return settings;
  }

  /**
   * Opens the configured backend with the object types on the class path and a default runtime.
   *
   * @throws dev.cairn.api.ConfigurationException if the configuration is invalid
   * @throws dev.cairn.api.SchemaMismatchException if the schema is missing or differs
   * @throws dev.cairn.api.UnsupportedFormatException if a newer release wrote it
   * @throws dev.cairn.snowflake.NoNodeAvailableException if no node is free
   * @throws dev.cairn.api.BackendUnavailableException if the database does not answer
   * @throws dev.cairn.api.ClockOffException if the clock is off and the database is empty; one that
   *     is not empty is opened, and can be read, see {@link #clockProblem}
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
   * Opens the configured backend with the given types and runtime. Closing the connection runs the
   * runtime's {@code onClose}; if opening fails, the caller closes the runtime.
   */
  public static Cairn open(Configuration configuration, ObjectTypes types, EngineRuntime runtime) {
    configuration.warnings().forEach(each -> LOG.log(System.Logger.Level.WARNING, each));
    Backend backend = Backends.discover().open(configuration);
    try {
      return open(backend, configuration, types, runtime);
    } catch (RuntimeException | Error e) {
      backend.close();
      throw e;
    }
  }

  /** Opens a connection on an open backend; closing the connection closes the backend. */
  public static Cairn open(
      Backend plain, Configuration configuration, ObjectTypes types, EngineRuntime given) {
    CommitLimits limits =
        CairnSettings.commitLimits(configuration); // fails before anything is written
    var unused = IdempotencyConfiguration.read(configuration);
    var unusedToo = CairnSettings.collection(configuration);
    Backend backend = new MeteredBackend(plain, given.meters());
    backend.verifySchema();
    ClockGuard clock = guard(backend, configuration, given);
    Environment environment = given.environment().with(clock);
    EngineRuntime runtime = given.with(environment);
    FormatLevel level = new FormatLevel(backend, environment);
    Codec codec = new Codec(level.establish());
    Duration skew = configuration.get(CairnSettings.MAX_CLOCK_SKEW);
    EngineIds ids = EngineIds.open(backend, codec, level, clock, thisProcess(), skew, runtime);
    try {
      return open(backend, clock, codec, ids, limits, configuration, types, runtime);
    } catch (RuntimeException | Error e) {
      ids.close();
      throw e;
    }
  }

  // Without a first reading of the database clock, opening fails.
  private static ClockGuard guard(
      Backend backend, Configuration configuration, EngineRuntime runtime) {
    ClockGuard clock = unreadGuard(backend, configuration, runtime);
    Optional<String> unused = Backoff.BRIEF.retrying(runtime.environment(), clock::compare);
    return clock;
  }

  private static ClockGuard unreadGuard(
      Backend backend, Configuration configuration, EngineRuntime runtime) {
    return new ClockGuard(
        backend, runtime.environment().clock(), configuration.get(CairnSettings.MAX_CLOCK_SKEW));
  }

  /**
   * Opens a read-only connection: leases no node, starts no background work, and writes nothing. A
   * call that would write throws {@link IllegalStateException}.
   */
  public static Cairn openToRead(
      Backend plain, Configuration configuration, ObjectTypes types, EngineRuntime runtime) {
    CommitLimits limits = CairnSettings.commitLimits(configuration);
    plain.verifySchema();
    ClockGuard clock = unreadGuard(plain, configuration, runtime);
    try {
      Optional<String> unused = clock.compare();
    } catch (BackendUnavailableException e) {
      LOG.log(System.Logger.Level.DEBUG, "the database clock could not be read", e);
    }
    Environment environment = runtime.environment().with(clock);
    Backend backend =
        new MeteredBackend(
            new ReadOnlyBackend(
                plain, new ReferenceKey(Scope.SYSTEM, SYSTEM_REFERENCE), environment.newToken()),
            runtime.meters());
    int level = new FormatLevel(backend, environment).read().orElse(FormatLevel.NEWEST);
    EngineRuntime idle = runtime.with(environment).unscheduled();
    EngineIds none = EngineIds.none();
    return open(backend, clock, new Codec(level), none, limits, configuration, types, idle);
  }

  private static Cairn open(
      Backend backend,
      ClockGuard clock,
      Codec codec,
      EngineIds ids,
      CommitLimits limits,
      Configuration configuration,
      ObjectTypes types,
      EngineRuntime runtime) {
    Environment environment = runtime.environment();
    Stores stores =
        new Stores(
            backend,
            codec,
            types,
            ids,
            // Waking a thread for the cache's housekeeping costs more than doing it.
            new ObjectCache(configuration.get(CairnSettings.CACHE_SIZE), Runnable::run),
            configuration.get(CairnSettings.REFERENCE_AGE),
            limits,
            new CommitMeters(runtime.meters(), backend.name()),
            environment,
            runtime.executor());
    createSystemReference(stores);
    StatisticsMeters.register(runtime.meters(), backend);
    ClockMeters.register(runtime.meters(), backend.name(), clock);
    EngineTasks tasks =
        new EngineTasks(
            new UpdateableObjects(backend, codec, Scope.SYSTEM, environment),
            thisProcess(),
            TaskSettings.of(configuration.get(CairnSettings.MAX_CLOCK_SKEW)),
            environment);
    EngineIdempotency idempotency =
        new EngineIdempotency(backend, codec, configuration, thisProcess(), tasks, runtime);
    return new Cairn(backend, clock, ids, stores, tasks, idempotency, configuration, runtime);
  }

  // Only for operators to read.
  private static LeaseHolder thisProcess() {
    return new LeaseHolder(HostName.read(), Long.toString(ProcessHandle.current().pid()));
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
   * Opens the store of {@code scope}, or another handle on it if it is open, so that commits of all
   * callers form groups. The caller closes its handle, which does not affect the others.
   *
   * @throws ClosedException if this connection is closed
   */
  public synchronized Store store(Scope scope) {
    if (closed) {
      throw new ClosedException(
          "the connection to the database is closed; open a new one for %s".formatted(scope));
    }
    return shared.open(scope);
  }

  /** The tenants of the database and their catalogs. */
  public Catalogs catalogs() {
    return catalogs;
  }

  /** Tasks that one process at a time runs for all processes of the database. */
  public Tasks tasks() {
    return tasks;
  }

  /** Idempotent requests. */
  public Idempotency idempotency() {
    return idempotency;
  }

  /** Garbage collection. */
  public Maintenance maintenance() {
    return collection.maintenance();
  }

  /** Integrity checks. */
  public Checks checks() {
    return checks;
  }

  /** Export and import. */
  public Transfers transfers() {
    return transfers;
  }

  /**
   * The reason why this process neither commits nor collects: its clock is too far from the
   * database's. Empty if the clock was within limits at the last comparison, at most some minutes
   * ago.
   */
  public Optional<String> clockProblem() {
    return clock.problem();
  }

  /**
   * The reason why this process makes no IDs, and so cannot commit. Its lease on a node number was
   * lost, or has lapsed. Empty if it holds one, or was opened only to read.
   */
  public Optional<String> leaseProblem() {
    return ids.leaseProblem();
  }

  /** The name under which this process holds leases, for operators. */
  public LeaseHolder holder() {
    return thisProcess();
  }

  /** The backend, for operators. */
  public Backend backend() {
    return backend;
  }

  /** Closes all stores, releases the node, closes the backend and the runtime. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    idempotency.close();
    collection.close();
    shared.close();
    system.close();
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
