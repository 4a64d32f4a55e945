package dev.cairn.backend.mongodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.iceberg.catalog.CatalogSuite;
import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Iceberg catalog's suite on MongoDB, or its stand-in. */
class MongoDbCatalogTest extends CatalogSuite {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  protected Backend connect() {
    return MongoDbServer.of(run).settings().ready();
  }
}
