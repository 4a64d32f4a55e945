package dev.cairn.backend.mongodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.idempotency.IdempotencyContract;

/** Requests with idempotency keys on this backend. */
class MongoDbIdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    return MongoDbServer.of(run).settings().ready();
  }
}
