package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SharedStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What holds between backends, each with connections of its own, on one database of MariaDB. */
class SharedMariaDbTest implements SharedStoreContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  @Override
  public TestRun run() {
    return run;
  }

  @Override
  public Seed seed() {
    return seed;
  }

  @Override
  public Backend open(TestRun run) {
    return TestServers.mariaDb(run).database().ready();
  }
}
