package dev.cairn.backend.rocksdb;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;
import java.time.InstantSource;

/** The contract, with a write buffer so small that rows are read from files too. */
class RocksDbBackendTest extends BackendContract {
  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    Stores stores = run.once(Stores.class, Stores::new);
    return TestSettings.of(stores.next()).withWriteBuffer(256 << 10).open();
  }

  /** Expiry hints are not acted on, so time need not pass. */
  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Waiter waiter() {
    return clock.waiter();
  }
}
