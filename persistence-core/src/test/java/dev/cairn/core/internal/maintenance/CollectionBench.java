package dev.cairn.core.internal.maintenance;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestTypes;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.core.internal.store.CommitMetrics;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A database, processes that commit to it, a collector, and a clock that the test moves. */
final class CollectionBench {
  static final Scope SCOPE = new Scope("tenant", "catalog");
  static final String MAIN = "main";
  static final Duration GRACE = Duration.ofHours(24);
  static final Duration RETENTION = Duration.ofDays(7);
  static final CollectionSettings SETTINGS =
      new CollectionSettings(GRACE, RETENTION, false, 0, 1 << 24, 4);

  private static final CommitLimits LIMITS =
      new CommitLimits(
          Duration.ofSeconds(30),
          1000,
          128,
          1 << 20,
          Duration.ofSeconds(10),
          4096,
          GRACE.dividedBy(2),
          RETENTION.minus(GRACE));

  final TestEnvironment time = new TestEnvironment();
  final Environment environment = time.environment(7);
  final Codec codec = new Codec(FormatLevel.NEWEST);
  final Backend database;
  final Store store;
  final Set<Scope> purged = new HashSet<>();
  final Set<Scope> catalogs = new HashSet<>();
  private final AtomicInteger nodes = new AtomicInteger();
  private int tables;

  CollectionBench() {
    this(new InMemoryBackend());
  }

  CollectionBench(Backend database) {
    this.database = database;
    store = open(database);
    var unused = store.createReference(MAIN);
  }

  /** The store of a process of its own. */
  Store open(Backend connection) {
    return open(connection, LIMITS, SCOPE);
  }

  Store open(Scope scope) {
    return open(database, LIMITS, scope);
  }

  Store open(Backend connection, CommitLimits limits, Scope scope) {
    return new Stores(
            connection,
            codec,
            TestTypes.ALL,
            ids(nodes.incrementAndGet()),
            new ObjectCache(0, Runnable::run),
            Duration.ofSeconds(1),
            limits,
            CommitMetrics.NONE,
            environment,
            Runnable::run)
        .open(scope);
  }

  private LongSupplier ids(int node) {
    AtomicLong last = new AtomicLong();
    return () -> {
      long first = SnowflakeId.of(SnowflakeId.toTimestamp(time.now()), node, 0);
      return last.updateAndGet(id -> Math.max(first, id + 1));
    };
  }

  Collector collector(Backend connection, ObjectTypes types) {
    return collector(connection, types, SETTINGS);
  }

  Collector collector(Backend connection, ObjectTypes types, CollectionSettings settings) {
    return collector(connection, types, settings, Runnable::run);
  }

  Collector collector(
      Backend connection, ObjectTypes types, CollectionSettings settings, Executor executor) {
    return new Collector(
        connection,
        codec,
        types,
        settings,
        () -> new KnownScopes(catalogs, purged),
        (scope, goesOn) -> goesOn.run(),
        environment,
        executor);
  }

  CollectionReport collect() {
    return collect(database);
  }

  CollectionReport collect(Backend connection) {
    return collector(connection, TestTypes.ALL)
        .collect(Optional.empty(), 10_000, text -> {}, name -> rows -> {});
  }

  CollectionReport preview() {
    return collector(database, TestTypes.ALL).preview(10_000, name -> rows -> {});
  }

  /** Commits a new object under {@code key}, or in place of the one there. */
  ObjectRef put(String key) {
    return put(store, MAIN, key);
  }

  ObjectRef put(Store by, String reference, String key) {
    TestTypes.Snapshot value = new TestTypes.Snapshot("value " + ++tables + " of " + key);
    return by.commit(
            reference,
            workspace -> {
              ObjectRef ref = workspace.put(value);
              workspace.index("tables").put(Key.of(key), ref);
              return ref;
            })
        .value();
  }

  static String get(View view, String key) {
    return view.find(TestTypes.Snapshot.class, "tables", Key.of(key)).orElseThrow().name();
  }

  /** All that a state has, read page by page and object by object. */
  static List<String> all(View view) {
    List<String> found = new ArrayList<>();
    view.index("tables")
        .list(IndexRange.all())
        .forEachRemaining(
            entry -> found.add(view.get(TestTypes.Snapshot.class, entry.value()).name()));
    return found;
  }

  /** The immutable rows of a type. */
  List<ObjectRow> rows(String type) {
    List<ObjectRow> rows = new ArrayList<>();
    var unused =
        database.scanObjects(
            Optional.empty(),
            Optional.of(type),
            ScanBound.NONE,
            Optional.empty(),
            row -> {
              rows.add(row);
              return true;
            });
    return rows;
  }
}
