package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.maintenance.ChasedTransferSuite;
import org.junit.jupiter.api.extension.RegisterExtension;

class H2ChasedTransferTest extends ChasedTransferSuite {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  protected Backend newBackend() {
    return TestServers.h2(run).fresh().ready();
  }
}
