package dev.cairn.backend.mongodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SharedStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guarantees between backends with separate connections on one database. */
class SharedMongoDbTest implements SharedStoreContract {
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
    return MongoDbServer.of(run).settings().ready();
  }
}
