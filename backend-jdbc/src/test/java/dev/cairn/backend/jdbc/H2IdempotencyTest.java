package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.idempotency.IdempotencyContract;

/** Requests with idempotency keys on H2. */
class H2IdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    return TestServers.h2(run).database().ready();
  }
}
