package dev.cairn.iceberg.server;

import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.rest.RESTCatalog;

/** A server on RocksDB with one warehouse, and clients for it. */
final class ServerFixture implements AutoCloseable {
  static final String WAREHOUSE = "main";

  final Configuration configuration;
  final Cairn cairn;
  final IcebergServer server;
  final String base;
  private final String root;

  /**
   * A server whose warehouse allows locations below {@code root}.
   *
   * @param settings settings of the server
   * @param properties properties of the warehouse
   */
  ServerFixture(
      Path directory, Path root, Map<String, String> settings, Map<String, String> properties) {
    this(open(directory, settings), directory, root, properties);
  }

  ServerFixture(Path directory) {
    this(directory, directory, Map.of(), Map.of());
  }

  private ServerFixture(
      Configuration configuration, Path directory, Path root, Map<String, String> properties) {
    this.configuration = configuration;
    this.base = "file:" + directory.resolve("warehouse");
    this.root = "file:" + root;
    this.cairn = Cairn.open(configuration);
    cairn.catalogs().createTenant("default", Map.of());
    Map<String, String> all = new HashMap<>(properties);
    all.put("location", base);
    all.put("allowed-locations", this.root);
    all.put(LocalFileIO.ROOT, this.root);
    new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC()).create(WAREHOUSE, all);
    this.server = IcebergServer.start(cairn, configuration);
  }

  private static Configuration open(Path directory, Map<String, String> settings) {
    Configuration.Builder builder =
        Configuration.builder()
            .set("cairn.backend", "rocksdb")
            .set("cairn.rocksdb.path", directory.resolve("db").toString())
            .set("cairn.server.port", "0")
            .set("cairn.server.management-port", "0");
    settings.forEach(builder::set);
    return builder.build(IcebergServer.settings());
  }

  String uri() {
    return "http://127.0.0.1:" + server.port();
  }

  /** A client with further properties. */
  RESTCatalog client(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>();
    all.put(CatalogProperties.URI, uri());
    all.put(CatalogProperties.WAREHOUSE_LOCATION, WAREHOUSE);
    all.put(CatalogProperties.FILE_IO_IMPL, LocalFileIO.class.getName());
    all.put(LocalFileIO.ROOT, root);
    all.putAll(properties);
    RESTCatalog catalog = new RESTCatalog();
    catalog.initialize("cairn", all);
    return catalog;
  }

  @Override
  public void close() {
    server.close();
    cairn.close();
  }
}
