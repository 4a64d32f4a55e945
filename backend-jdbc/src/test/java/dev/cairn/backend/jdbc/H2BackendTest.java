package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;

/** The contract on H2. */
class H2BackendTest extends BackendContract {
  @Override
  public Backend open(TestRun run) {
    return TestServers.h2(run).database().ready();
  }
}
