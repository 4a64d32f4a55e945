package dev.cairn.benchmarks.http;

import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.server.IcebergServer;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** A Cairn server on RocksDB that ends with its standard input. */
final class CairnHttpServer {
  static final String WAREHOUSE = "measured";

  private CairnHttpServer() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "rocksdb")
            .set("cairn.rocksdb.path", directory.resolve("store").toString())
            .set("cairn.rocksdb.durability", "sync")
            .set("cairn.server.port", "0")
            .set("cairn.server.management-port", "0")
            .set("cairn.server.access-log", "false")
            .build(IcebergServer.settings());
    try (Cairn cairn = Cairn.open(configuration)) {
      var unused = cairn.catalogs().createTenant("default", Map.of());
      Warehouses warehouses =
          new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC());
      var unusedToo =
          warehouses.create(WAREHOUSE, Map.of("location", "file:" + directory.resolve("files")));
      try (IcebergServer server = IcebergServer.start(cairn, configuration)) {
        MeasuredServer.serveUntilEnd(server.port());
      }
    }
  }
}
