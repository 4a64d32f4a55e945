package dev.cairn.backend.cassandra;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.idempotency.IdempotencyContract;
import org.junit.jupiter.api.Order;

/** Requests with idempotency keys on this backend. */
@Order(4)
class CassandraIdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    return CassandraServer.of(run).settings().open();
  }
}
