package dev.cairn.backend.jdbc;

import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.EmptyStoreSource;
import dev.cairn.testkit.suite.SchemaSource;
import dev.cairn.testkit.suite.SharedStoreSource;

/** All suites on H2 but that of networks: it runs in this process. */
class H2BackendTest extends BackendSuites
    implements JdbcSuiteSource, SharedStoreSource, SchemaSource, EmptyStoreSource {
  @Override
  public TestServers server(TestRun run) {
    return TestServers.h2(run);
  }

  @Override
  public String changeOfType() {
    return "ALTER TABLE cairn_references ALTER COLUMN content SET DATA TYPE VARCHAR(100)";
  }
}
