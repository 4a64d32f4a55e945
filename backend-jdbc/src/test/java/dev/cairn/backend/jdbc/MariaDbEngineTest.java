package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;

/** Stores on MariaDB. */
class MariaDbEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return TestServers.mariaDb(run).database().ready();
  }
}
