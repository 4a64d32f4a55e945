package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.idempotency.IdempotencyContract;

/** Requests with idempotency keys on MariaDB. */
class MariaDbIdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    return TestServers.mariaDb(run).database().ready();
  }
}
