package dev.cairn.iceberg.server;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.warehouse.Warehouses;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.rest.RESTCatalog;

/** A database with one warehouse in local files, and clients for the servers of it. */
final class TestWarehouse implements AutoCloseable {
  static final String NAME = "main";

  final Map<String, String> settings;
  final Configuration configuration;
  final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  final Cairn cairn;
  final String base;
  private final String root;
  private final String tenant;

  /**
   * A warehouse that allows locations below {@code root}.
   *
   * @param settings settings of servers; without a backend, it is that of {@link TestStores}
   * @param properties properties of the warehouse
   */
  TestWarehouse(
      Path directory, Path root, Map<String, String> settings, Map<String, String> properties) {
    this.settings = complete(directory, settings);
    this.configuration = configured(this.settings);
    this.base = "file:" + directory.resolve("warehouse");
    this.root = "file:" + root;
    createSchema();
    EngineRuntime system = EngineRuntime.system();
    EngineRuntime measured =
        new EngineRuntime(
            system.environment(), system.executor(), system.scheduler(), meters, system.onClose());
    this.cairn = Cairn.open(configuration, ObjectTypes.discover(), measured);
    this.tenant = configuration.get(ServerSettings.TENANT);
    cairn.catalogs().createTenant(tenant, Map.of());
    Map<String, String> all = new HashMap<>(properties);
    all.put("location", base);
    all.put("allowed-locations", this.root);
    all.put(LocalFileIO.ROOT, this.root);
    warehouses().create(NAME, all);
  }

  private Warehouses warehouses() {
    return new Warehouses(cairn.catalogs(), tenant, Map.of(), Clock.systemUTC());
  }

  private static Map<String, String> complete(Path directory, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("cairn.server.port", "0");
    all.put("cairn.server.management-port", "0");
    if (!settings.containsKey("cairn.backend")) {
      all.putAll(TestStores.fresh(directory));
    }
    all.putAll(settings);
    return Map.copyOf(all);
  }

  private static Configuration configured(Map<String, String> settings) {
    Configuration.Builder builder = Configuration.builder();
    settings.forEach(builder::set);
    return builder.build(IcebergServer.settings());
  }

  private void createSchema() {
    for (BackendFactory each : ServiceLoader.load(BackendFactory.class)) {
      if (each.name().equals(settings.get("cairn.backend"))) {
        try (Backend backend = each.open(configuration)) {
          backend.createSchema();
        }
      }
    }
  }

  /** A client of the server at {@code uri}, with further properties. */
  RESTCatalog client(String uri, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>();
    all.put(CatalogProperties.URI, uri);
    all.put(CatalogProperties.WAREHOUSE_LOCATION, NAME);
    all.put(CatalogProperties.FILE_IO_IMPL, LocalFileIO.class.getName());
    all.put(LocalFileIO.ROOT, root);
    all.putAll(properties);
    RESTCatalog catalog = new RESTCatalog();
    catalog.initialize("cairn", all);
    return catalog;
  }

  /** In a store that tests share, its locations become free for the next one. */
  @Override
  public void close() {
    if (settings.containsKey(ServerSettings.TENANT.key())) {
      Warehouses all = warehouses();
      all.purge(all.deactivate(all.get(NAME)));
    }
    cairn.close();
  }
}
