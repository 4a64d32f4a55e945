package dev.cairn.iceberg.server;

import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.rest.RESTCatalog;

/** A server in this process with one warehouse, and clients for it. */
final class ServerFixture implements AutoCloseable {
  static final String WAREHOUSE = TestWarehouse.NAME;

  final Configuration configuration;
  final Cairn cairn;
  final IcebergServer server;
  final String base;
  private final TestWarehouse warehouse;

  /**
   * A server whose warehouse allows locations below {@code root}.
   *
   * @param settings settings of the server
   * @param properties properties of the warehouse
   */
  ServerFixture(
      Path directory, Path root, Map<String, String> settings, Map<String, String> properties) {
    this.warehouse = new TestWarehouse(directory, root, settings, properties);
    this.configuration = warehouse.configuration;
    this.base = warehouse.base;
    this.cairn = warehouse.cairn;
    this.server = IcebergServer.start(cairn, configuration, warehouse.meters, Optional.empty());
  }

  ServerFixture(Path directory) {
    this(directory, directory, Map.of(), Map.of());
  }

  String uri() {
    return "http://127.0.0.1:" + server.port();
  }

  /** A client with further properties. */
  RESTCatalog client(Map<String, String> properties) {
    return warehouse.client(uri(), properties);
  }

  /** What {@code /metrics} shows. */
  String metrics() {
    return warehouse.meters.scrape();
  }

  @Override
  public void close() {
    server.close();
    warehouse.close();
  }
}
