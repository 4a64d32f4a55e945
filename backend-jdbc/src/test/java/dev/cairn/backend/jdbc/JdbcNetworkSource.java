package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.suite.NetworkSource;
import java.net.InetSocketAddress;
import java.time.Duration;

/** What the suites take from SQL databases that listen on a socket. */
interface JdbcNetworkSource extends JdbcSuiteSource, NetworkSource {
  @Override
  default InetSocketAddress serverAddress(TestRun run) {
    return server(run).address();
  }

  @Override
  default Backend openDirect(TestRun run) {
    return open(run);
  }

  // Connecting may take longer than calls are given.
  @Override
  default Backend openThrough(TestRun run, InetSocketAddress address, Duration patience) {
    TestDatabase database = server(run).database();
    String proxy = "//127.0.0.1:" + address.getPort() + "/";
    return database
        .withUrl(database.settings().url().replaceFirst("//[^/]*/", proxy))
        .withPoolSize(1)
        .withTimeouts(Duration.ofSeconds(30), patience)
        .open();
  }
}
