package dev.cairn.backend.cassandra;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SharedStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guarantees between sessions that share a keyspace. */
class SharedCassandraTest implements SharedStoreContract {
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
    return CassandraServer.of(run).settings().open();
  }
}
