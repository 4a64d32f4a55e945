package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.ServerKind;
import dev.cairn.testkit.server.Servers;
import dev.cairn.testkit.server.TestServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * The server of a test run, with a keyspace for it.
 *
 * @param settings how to open that keyspace
 * @param session an operator's session, shared because connecting takes longer than a statement
 * @param daemon if the tests started it
 * @param container if it is in one that the tests started
 */
record CassandraServer(
    TestSettings settings,
    CqlSession session,
    Optional<Daemon> daemon,
    Optional<GenericContainer<?>> container)
    implements TestServer {
  static CassandraServer of(TestRun run) {
    return Servers.get(run, CassandraServer.class, new Kind());
  }

  /** Connects to a server and creates the keyspace, so that concurrent tests do not. */
  private static CassandraServer connect(
      TestSettings node, Optional<Daemon> daemon, Optional<GenericContainer<?>> container) {
    TestSettings settings = node.keyspace(newKeyspace("cairn"));
    CqlSession session = new Connector(settings.settings()).connect();
    CassandraServer server = new CassandraServer(settings, session, daemon, container);
    server.backend(settings).createSchema();
    return server;
  }

  @Override
  public String address() {
    return String.join(",", settings.settings().contactPoints()) + "/" + datacenter();
  }

  /** One of its nodes. */
  InetSocketAddress node() {
    String[] parts = settings.settings().contactPoints().get(0).split(":", -1);
    return new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
  }

  String datacenter() {
    return settings.settings().datacenter();
  }

  String keyspace() {
    return settings.settings().keyspace();
  }

  /** A keyspace name that no other run uses. */
  static String newKeyspace(String prefix) {
    return prefix + "_" + UUID.randomUUID().toString().replace("-", "");
  }

  /** A backend on the operator's session, not to be closed. */
  CassandraBackend backend(TestSettings of) {
    return CassandraBackend.on(session, of.settings(), InstantSource.system());
  }

  /** Changes the schema. */
  void define(String cql) {
    new CassandraSchema(new CassandraSession(settings.settings(), session)).define(cql);
  }

  /** Executes a statement that may take long. */
  ResultSet apply(String cql, Object... values) {
    return session.execute(
        SimpleStatement.newInstance(cql, values).setTimeout(Duration.ofMinutes(1)));
  }

  @Override
  public void close() {
    try (session) {
      // A server that the tests started is removed as a whole.
      if (daemon.isEmpty()) {
        define("DROP KEYSPACE IF EXISTS " + keyspace());
      }
    } finally {
      daemon.ifPresent(Daemon::close);
      container.ifPresent(GenericContainer::stop);
    }
  }

  /**
   * A given server is in the form of {@link TestSettings#given}; otherwise Cassandra's daemon is
   * started, or a container where no JDK fits the daemon.
   */
  private static final class Kind implements ServerKind<CassandraServer> {
    private static final String IMAGE = "cassandra:5.0";
    private static final int PORT = 9042;

    @Override
    public String backend() {
      return "cassandra";
    }

    @Override
    public CassandraServer given(String uri) {
      return connect(TestSettings.given(uri), Optional.empty(), Optional.empty());
    }

    @Override
    public List<Way<CassandraServer>> ways() {
      return List.of(
          new Way<>("the daemon of Cassandra 5 in a JVM of its own", Daemon::obstacle, this::start),
          Way.container(
              "Cassandra in a container (" + IMAGE + ")",
              () -> DockerClientFactory.instance().isDockerAvailable(),
              Kind::startContainer));
    }

    /** Untried: no machine with a Docker engine has run it. */
    private static CassandraServer startContainer() {
      GenericContainer<?> container =
          new GenericContainer<>(IMAGE)
              .withExposedPorts(PORT)
              .waitingFor(Wait.forLogMessage(".*Created default superuser role.*\\n", 1))
              .withStartupTimeout(Duration.ofMinutes(3));
      container.start();
      InetSocketAddress address =
          new InetSocketAddress(container.getHost(), container.getMappedPort(PORT));
      return connect(
          TestSettings.of(address).datacenter("datacenter1"),
          Optional.empty(),
          Optional.of(container));
    }

    // If the daemon does not start, later tests do not try again.
    private static final AtomicReference<RuntimeException> FAILURE = new AtomicReference<>();

    private CassandraServer start() {
      if (FAILURE.get() != null) {
        throw new IllegalStateException("it did not start before", FAILURE.get());
      }
      try {
        // If it cannot be used, it is closed after the tests.
        Daemon daemon = Daemon.startBrief();
        TestSettings node = TestSettings.of(daemon.address()).datacenter(Daemon.DATACENTER);
        return connect(node, Optional.of(daemon), Optional.empty());
      } catch (RuntimeException e) {
        FAILURE.set(e);
        throw e;
      }
    }
  }
}
