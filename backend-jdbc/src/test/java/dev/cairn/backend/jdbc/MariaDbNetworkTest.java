package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.NetworkContract;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is made of the errors of MariaDB's driver. */
class MariaDbNetworkTest implements NetworkContract {
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

  @Override
  public InetSocketAddress serverAddress() {
    return TestServers.mariaDb(run).address();
  }

  @Override
  public Backend openThrough(InetSocketAddress address, Duration patience) {
    TestDatabase database = TestServers.mariaDb(run).database();
    String proxy = "//127.0.0.1:" + address.getPort() + "/";
    return database
        .withUrl(database.settings().url().replaceFirst("//[^/]*/", proxy))
        .withPoolSize(1)
        .withTimeouts(Duration.ofSeconds(30), patience)
        .open();
  }
}
