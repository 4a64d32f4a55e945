package dev.cairn.backend.mongodb;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaTrial;
import dev.cairn.testkit.suite.BackendSuites;
import dev.cairn.testkit.suite.NetworkSource;
import dev.cairn.testkit.suite.SchemaSource;
import dev.cairn.testkit.suite.SharedStoreSource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All suites but those that need stores of their own. */
class MongoDbBackendTest extends BackendSuites
    implements SharedStoreSource, NetworkSource, SchemaSource {
  // So few that reads and scans have to ask again.
  private static final int REPLY_ROWS = 7;

  @RegisterExtension final TestRun run = new TestRun();

  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    MongoDbSettings settings = MongoDbServer.of(run).settings().settings();
    Backend backend = new MongoDbBackend(MongoDbConnection.of(settings), REPLY_ROWS);
    backend.createSchema();
    return backend;
  }

  @Override
  protected Backend openForEngine(TestRun run) {
    return MongoDbServer.of(run).settings().ready();
  }

  /** Each has connections of its own. */
  @Override
  public Backend openShared(TestRun run) {
    return MongoDbServer.of(run).settings().ready();
  }

  // A given server may want encryption, through which no proxy sees a request.
  private static MongoDbServer plainServer(TestRun run) {
    return run.once(StandIn.class, MongoDbServer.class, MongoDbServer::standIn);
  }

  @Override
  public InetSocketAddress serverAddress(TestRun run) {
    return plainServer(run).socketAddress();
  }

  @Override
  public Backend openDirect(TestRun run) {
    return plainServer(run).settings().ready();
  }

  @Override
  public Backend openThrough(TestRun run, InetSocketAddress address, Duration patience) {
    return plainServer(run)
        .settings()
        .withUri(
            "mongodb://127.0.0.1:%d/?socketTimeoutMS=%d"
                .formatted(address.getPort(), patience.toMillis()))
        .open();
  }

  @Override
  public SchemaTrial storeWithoutSchema(TestRun run) {
    return new MongoDbSchemaTrial(MongoDbServer.of(run));
  }

  /** The stand-in does not act on expiry hints, so time need not pass there. */
  @Override
  public InstantSource clock() {
    return MongoDbServer.of(run).isReal() ? InstantSource.system() : clock;
  }

  @Override
  public Waiter waiter() {
    return MongoDbServer.of(run).isReal() ? Waiter.system() : clock.waiter();
  }
}
