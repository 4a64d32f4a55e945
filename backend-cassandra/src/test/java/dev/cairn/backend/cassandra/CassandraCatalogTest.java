package dev.cairn.backend.cassandra;

import dev.cairn.api.spi.Backend;
import dev.cairn.iceberg.catalog.CatalogSuite;
import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Iceberg catalog's suite on Cassandra. */
class CassandraCatalogTest extends CatalogSuite {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  protected Backend connect() {
    return CassandraServer.of(run).settings().open();
  }
}
