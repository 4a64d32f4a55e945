package dev.cairn.backend.mongodb;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;
import java.time.InstantSource;

/** The contract, with replies of so few rows that reads and scans have to ask again. */
class MongoDbBackendTest extends BackendContract {
  private static final int REPLY_ROWS = 7;

  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    MongoDbSettings settings = MongoDbServer.of(run).settings().settings();
    Backend backend = new MongoDbBackend(MongoDbConnection.of(settings), REPLY_ROWS);
    backend.createSchema();
    return backend;
  }

  /** The stand-in does not act on expiry hints, so time need not pass there. */
  @Override
  public InstantSource clock() {
    return MongoDbServer.of(run()).isReal() ? InstantSource.system() : clock;
  }

  @Override
  public Waiter waiter() {
    return MongoDbServer.of(run()).isReal() ? Waiter.system() : clock.waiter();
  }
}
