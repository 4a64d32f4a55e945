package dev.cairn.backend.dynamodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.idempotency.IdempotencyContract;

/** Requests with idempotency keys on this backend. */
class DynamoDbIdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    return TestSettings.of(run, "idempotency-").with("scan-segments", "1").create();
  }
}
