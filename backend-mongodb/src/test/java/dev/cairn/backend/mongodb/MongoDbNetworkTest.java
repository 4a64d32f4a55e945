package dev.cairn.backend.mongodb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.NetworkContract;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is made of the driver's errors. */
class MongoDbNetworkTest implements NetworkContract {
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

  // A given server may want encryption, through which no proxy sees a request.
  private MongoDbServer server() {
    return run.once(StandIn.class, MongoDbServer.class, MongoDbServer::standIn);
  }

  @Override
  public Backend open(TestRun run) {
    return server().settings().ready();
  }

  @Override
  public InetSocketAddress serverAddress() {
    return server().socketAddress();
  }

  @Override
  public Backend openThrough(InetSocketAddress address, Duration patience) {
    return server()
        .settings()
        .withUri(
            "mongodb://127.0.0.1:%d/?socketTimeoutMS=%d"
                .formatted(address.getPort(), patience.toMillis()))
        .open();
  }
}
