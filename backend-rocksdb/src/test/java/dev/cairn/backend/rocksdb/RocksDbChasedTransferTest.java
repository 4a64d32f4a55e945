package dev.cairn.backend.rocksdb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.maintenance.ChasedTransferSuite;
import org.junit.jupiter.api.extension.RegisterExtension;

class RocksDbChasedTransferTest extends ChasedTransferSuite {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  protected Backend newBackend() {
    return TestSettings.of(run.once(Stores.class, Stores::new).next()).open();
  }
}
