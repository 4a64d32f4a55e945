package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.iceberg.catalog.CatalogSuite;
import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Iceberg catalog's suite on H2. */
class H2CatalogTest extends CatalogSuite {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  protected Backend connect() {
    return TestServers.h2(run).database().ready();
  }
}
