package dev.cairn.backend.rocksdb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.idempotency.IdempotencyContract;

/** Requests with idempotency keys on this backend. */
class RocksDbIdempotencyTest extends IdempotencyContract {
  @Override
  public Backend open(TestRun run) {
    Stores stores = run.once(Stores.class, Stores::new);
    return TestSettings.of(stores.next()).withWriteBuffer(256 << 10).open();
  }
}
