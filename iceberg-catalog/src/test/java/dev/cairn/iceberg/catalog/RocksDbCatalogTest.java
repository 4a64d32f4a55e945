package dev.cairn.iceberg.catalog;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The catalog's suite on RocksDB; its processes share the one that may have it open. */
class RocksDbCatalogTest extends CatalogSuite {
  @TempDir private Path files;
  private Backend database;

  @Override
  protected Backend connect() {
    if (database == null) {
      Configuration configuration =
          Configuration.builder()
              .set("cairn.backend", "rocksdb")
              .set("cairn.rocksdb.path", files.resolve("db").toString())
              .build(Cairn.settings());
      database = Backends.discover().open(configuration);
      database.createSchema();
    }
    return new SharedBackend(database);
  }

  @Override
  protected void disconnect() {
    database.close();
  }
}
