package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;

/** Stores on H2. */
class H2EngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return TestServers.h2(run).database().ready();
  }
}
