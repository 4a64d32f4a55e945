package dev.cairn.benchmarks;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.iceberg.catalog.CatalogTables.NewTable;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.TableCommit;
import dev.cairn.iceberg.catalog.WarehouseSettings;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.location.AllowedLocations;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** An Iceberg catalog in a new store. */
final class CatalogWorkload implements AutoCloseable {
  private static final String IN_MEMORY = "s3://benchmark/warehouse";

  private final Optional<Scratch> scratch;
  private final Cairn cairn;
  private final WrittenRows rows;
  private final MetadataFileTimer files;
  private final LongAdder commitNanos = new LongAdder();
  private final IcebergCatalog catalog;
  private final String base;

  /** With metadata files whose content is dropped, and which take {@code delayMillis} each. */
  CatalogWorkload(StoreWorkload.Settings settings, int delayMillis) {
    this(settings, MetadataFileTimer.dropping(delayMillis), IN_MEMORY);
  }

  /** With metadata files below {@code directory}. */
  static CatalogWorkload onDisk(StoreWorkload.Settings settings, Path directory) {
    LocalFileIO files = new LocalFileIO();
    String base = "file:" + directory.toAbsolutePath();
    files.initialize(Map.of(LocalFileIO.ROOT, base));
    return new CatalogWorkload(settings, MetadataFileTimer.of(files), base);
  }

  private CatalogWorkload(StoreWorkload.Settings settings, MetadataFileTimer files, String base) {
    this.scratch = settings.scratch();
    Configuration configuration = scratch.map(settings::in).orElse(settings).configuration();
    this.rows = new WrittenRows(Backends.discover().open(configuration));
    this.cairn = Cairn.open(rows, configuration, ObjectTypes.discover(), EngineRuntime.system());
    this.files = files;
    this.base = base;
    Store store = cairn.store(new Scope("benchmark", "warehouse"));
    store.createReference("main");
    WarehouseSettings warehouse =
        new WarehouseSettings(
            base, AllowedLocations.of(List.of(base)), true, Duration.ofMinutes(1));
    this.catalog = new IcebergCatalog(timed(store), files, warehouse, Clock.systemUTC());
  }

  /** A store whose commits are timed. */
  private Store timed(Store store) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              long begun = System.nanoTime();
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (method.getName().equals("commit")) {
                  commitNanos.add(System.nanoTime() - begun);
                }
              }
            });
  }

  IcebergCatalog catalog() {
    return catalog;
  }

  WrittenRows rows() {
    return rows;
  }

  MetadataFileTimer files() {
    return files;
  }

  /** How long all threads together waited for commits of the store. */
  long commitNanos() {
    return commitNanos.sum();
  }

  void createNamespace(Namespace namespace) {
    catalog.namespaces().create(namespace, Map.of());
  }

  void createTable(TableIdentifier name) {
    var unused =
        catalog
            .tables()
            .create(
                name,
                new NewTable(
                    SnapshotHistory.schema(),
                    PartitionSpec.unpartitioned(),
                    SortOrder.unsorted(),
                    null,
                    Map.of("owner", "benchmark")));
  }

  /** Registers a table with a history. */
  SnapshotHistory register(TableIdentifier name, int snapshots) {
    SnapshotHistory history = new SnapshotHistory(base + "/" + name.name());
    String location = history.location() + "/metadata/00000-registered.metadata.json";
    files.add(location, history.file(snapshots).getBytes(StandardCharsets.UTF_8));
    var unused = catalog.tables().register(name, location, false);
    return history;
  }

  void setProperty(TableIdentifier table, String value) {
    var unused =
        catalog
            .tables()
            .commit(
                new TableCommit(
                    table,
                    List.of(),
                    List.of(new MetadataUpdate.SetProperties(Map.of("changed", value)))));
  }

  @Override
  public void close() {
    cairn.close();
    scratch.ifPresent(Scratch::close);
  }
}
