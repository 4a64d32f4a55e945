package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendSource;
import dev.cairn.testkit.contract.SchemaTrial;
import dev.cairn.testkit.suite.EmptyStoreSource;
import dev.cairn.testkit.suite.SchemaSource;
import dev.cairn.testkit.suite.SharedStoreSource;

/** What the suites take from every kind of SQL database. */
interface JdbcSuiteSource extends BackendSource, SharedStoreSource, EmptyStoreSource, SchemaSource {
  /** The server of a run. */
  TestServers server(TestRun run);

  /** The statement that gives the column {@code content} of references another type. */
  String changeOfType();

  @Override
  default Backend open(TestRun run) {
    return server(run).database().ready();
  }

  /** Each has connections of its own. */
  @Override
  default Backend openShared(TestRun run) {
    return open(run);
  }

  @Override
  default Backend openEmpty(TestRun run) {
    return server(run).fresh().ready();
  }

  @Override
  default SchemaTrial storeWithoutSchema(TestRun run) {
    return new JdbcSchemaTrial(server(run).fresh(), changeOfType());
  }
}
