package dev.cairn.backend.rocksdb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;

/** Stores on this backend, with a write buffer so small that rows are read from files too. */
class RocksDbEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    Stores stores = run.once(Stores.class, Stores::new);
    return TestSettings.of(stores.next()).withWriteBuffer(256 << 10).open();
  }
}
