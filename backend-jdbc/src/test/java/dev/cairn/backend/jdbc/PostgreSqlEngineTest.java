package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;

/** Stores on PostgreSQL. */
class PostgreSqlEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return TestServers.postgreSql(run).database().ready();
  }
}
