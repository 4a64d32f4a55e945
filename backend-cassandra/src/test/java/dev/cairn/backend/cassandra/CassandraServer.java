package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.ServerKind;
import dev.cairn.testkit.server.Servers;
import dev.cairn.testkit.server.TestServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The server of a run, with a keyspace for it.
 *
 * @param stop what ends it, if the tests started it
 */
record CassandraServer(InetSocketAddress node, String datacenter, String keyspace, Runnable stop)
    implements TestServer {
  static CassandraServer of(TestRun run) {
    return Servers.get(run, CassandraServer.class, new Kind());
  }

  @Override
  public String address() {
    return node.getHostString() + ":" + node.getPort() + "/" + datacenter;
  }

  /** How to open the keyspace of this run. */
  TestSettings settings() {
    return TestSettings.of(node).datacenter(datacenter).keyspace(keyspace);
  }

  @Override
  public void close() {
    stop.run();
  }

  /** A given one is {@code host:port/datacenter}; the rest is Cassandra's daemon. */
  private static final class Kind implements ServerKind<CassandraServer> {
    @Override
    public String backend() {
      return "cassandra";
    }

    @Override
    public CassandraServer given(String uri) {
      if (!uri.matches("[^:/]+:[0-9]{1,5}/[^/]+")) {
        throw new IllegalArgumentException(
            "'%s' in %s is not of the form host:port/datacenter"
                .formatted(uri, Servers.property(backend())));
      }
      String[] parts = uri.split("[:/]", -1);
      InetSocketAddress node = new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
      String keyspace = keyspaceOfRun();
      TestSettings settings = TestSettings.of(node).datacenter(parts[2]).keyspace(keyspace);
      return new CassandraServer(node, parts[2], keyspace, () -> drop(settings));
    }

    // One that was started goes as a whole.
    private static void drop(TestSettings settings) {
      CassandraSettings read = settings.settings();
      try (CqlSession session = new Connector(read).connect()) {
        var unused =
            session.execute(
                SimpleStatement.newInstance("DROP KEYSPACE IF EXISTS " + read.keyspace())
                    .setTimeout(Duration.ofMinutes(1)));
      }
    }

    @Override
    public List<Way<CassandraServer>> ways() {
      return List.of(
          new Way<>(
              "the daemon of Cassandra 5 in a JVM of its own", Daemon::obstacle, this::start));
    }

    // One that does not start is not tried again by every test.
    private static final AtomicReference<RuntimeException> FAILURE = new AtomicReference<>();

    private CassandraServer start() {
      if (FAILURE.get() != null) {
        throw new IllegalStateException("it did not start before", FAILURE.get());
      }
      Daemon daemon;
      try {
        daemon = Daemon.startBrief();
      } catch (RuntimeException e) {
        FAILURE.set(e);
        throw e;
      }
      return new CassandraServer(
          daemon.address(), Daemon.DATACENTER, keyspaceOfRun(), daemon::close);
    }

    // A server that was given may have those of other runs.
    private static String keyspaceOfRun() {
      return "cairn_" + UUID.randomUUID().toString().replace("-", "");
    }
  }
}
