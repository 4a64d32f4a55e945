package dev.cairn.backend.jdbc;

import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.EmptyStoreSource;
import dev.cairn.testkit.suite.NetworkSource;
import dev.cairn.testkit.suite.SchemaSource;
import dev.cairn.testkit.suite.SharedStoreSource;

/** All suites on MariaDB. */
class MariaDbBackendTest extends BackendSuites
    implements JdbcNetworkSource, SharedStoreSource, NetworkSource, SchemaSource, EmptyStoreSource {
  @Override
  public TestServers server(TestRun run) {
    return TestServers.mariaDb(run);
  }

  @Override
  public String changeOfType() {
    return "ALTER TABLE cairn_references MODIFY COLUMN content TEXT NOT NULL";
  }
}
