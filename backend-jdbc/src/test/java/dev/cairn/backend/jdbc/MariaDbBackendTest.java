package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;

/** The contract on MariaDB. */
class MariaDbBackendTest extends BackendContract {
  @Override
  public Backend open(TestRun run) {
    return TestServers.mariaDb(run).database().ready();
  }
}
