package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.maintenance.DamagedExportSuite;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgreSqlDamagedExportTest extends DamagedExportSuite {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  protected Backend newBackend() {
    return TestServers.postgreSql(run).fresh().ready();
  }
}
