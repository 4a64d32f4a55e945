package dev.cairn.backend.jdbc;

import dev.cairn.testkit.Details;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.server.Servers;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * The servers of a run, started when the first test needs them: PostgreSQL and MariaDB as their
 * jars carry them, H2 in this process. A server that the user gave with {@code cairn.test.jdbc.url}
 * takes the place of the one of its kind; the value {@code container} takes PostgreSQL in one.
 */
abstract class TestServers implements AutoCloseable {
  static final String GIVEN = "cairn.test.jdbc.url";
  // A limit for what a server does at its start, on a machine that is busy with other work.
  static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String url;
  private final List<String> created = new CopyOnWriteArrayList<>();
  private final TestDatabase main;

  /**
   * @param url of a database that is there, with the user among its options
   */
  TestServers(String url) {
    this.url = url;
    Details.print("jdbc tests run on " + JdbcUrl.withoutSecrets(url));
    main = fresh();
  }

  static TestServers postgreSql(TestRun run) {
    return run.once(
        PostgreSqlServer.class,
        TestServers.class,
        () ->
            reported(
                run, given(run, "jdbc:postgresql:").orElseGet(() -> TestServers.started(run))));
  }

  static TestServers mariaDb(TestRun run) {
    return run.once(
        MariaDbServer.class,
        TestServers.class,
        () -> reported(run, given(run, "jdbc:mariadb:").orElseGet(MariaDbServer::start)));
  }

  static TestServers h2(TestRun run) {
    return run.once(H2Server.class, TestServers.class, H2Server::new);
  }

  private static TestServers reported(TestRun run, TestServers server) {
    run.report(
        "server",
        "jdbc tests run on %s (%s)"
            .formatted(JdbcUrl.withoutSecrets(server.url), server.getClass().getSimpleName()));
    return server;
  }

  private static Optional<TestServers> given(TestRun run, String scheme) {
    return run.parameter(GIVEN).filter(url -> url.startsWith(scheme)).map(GivenServer::new);
  }

  private static TestServers started(TestRun run) {
    if (run.parameter(GIVEN).filter(Servers.CONTAINER::equals).isEmpty()) {
      return PostgreSqlServer.start();
    }
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new IllegalStateException(
          "no Docker engine answers; without -D%s=%s the tests start PostgreSQL by themselves"
              .formatted(GIVEN, Servers.CONTAINER));
    }
    return PostgreSqlContainer.start();
  }

  /** The database that most tests of the run share. */
  TestDatabase database() {
    return main;
  }

  /**
   * A new and empty schema, which MariaDB calls a database. Another database of PostgreSQL would
   * take a second to make.
   */
  TestDatabase fresh() {
    String name = "cairn_test_" + UUID.randomUUID().toString().replace('-', '_');
    TestDatabase.of(url, Optional.empty(), Optional.empty()).execute("CREATE SCHEMA " + name);
    created.add(name);
    String inside =
        isPostgreSql()
            ? url + "&currentSchema=" + name
            : url.replaceFirst("(//[^/]*/)[^?]*", "$1" + name);
    return TestDatabase.of(inside, Optional.empty(), Optional.empty());
  }

  private boolean isPostgreSql() {
    return url.startsWith("jdbc:postgresql:");
  }

  /** Where it listens. */
  InetSocketAddress address() {
    URI uri = URI.create(JdbcUrl.withoutSecrets(url).substring("jdbc:".length()));
    return new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  /** Leaves nothing behind on a server that goes on. */
  @Override
  public void close() {
    for (String name : created) {
      TestDatabase.of(url, Optional.empty(), Optional.empty())
          .execute("DROP SCHEMA IF EXISTS " + name + (isPostgreSql() ? " CASCADE" : ""));
    }
  }

  private static final class GivenServer extends TestServers {
    GivenServer(String url) {
      super(url);
    }
  }

  private static final class PostgreSqlServer extends TestServers {
    private final PostgreSqlProcess process;

    private PostgreSqlServer(PostgreSqlProcess process) {
      super(process.url());
      this.process = process;
    }

    static PostgreSqlServer start() {
      return new PostgreSqlServer(PostgreSqlProcess.start());
    }

    @Override
    public void close() {
      process.close();
    }
  }

  /** Untried: no machine with a Docker engine has run it. */
  private static final class PostgreSqlContainer extends TestServers {
    private static final int PORT = 5432;

    private final GenericContainer<?> container;

    private PostgreSqlContainer(GenericContainer<?> container) {
      super(
          "jdbc:postgresql://%s:%d/postgres?user=postgres&password=secret"
              .formatted(container.getHost(), container.getMappedPort(PORT)));
      this.container = container;
    }

    static PostgreSqlContainer start() {
      // It starts once to prepare itself, and then again.
      GenericContainer<?> container =
          new GenericContainer<>("postgres:18")
              .withEnv("POSTGRES_PASSWORD", "secret")
              .withExposedPorts(PORT)
              .waitingFor(
                  Wait.forLogMessage(".*ready to accept connections.*\\n", 2)
                      .withStartupTimeout(PATIENCE));
      container.start();
      return new PostgreSqlContainer(container);
    }

    @Override
    public void close() {
      container.stop();
    }
  }

  private static final class MariaDbServer extends TestServers {
    private final MariaDbProcess process;

    private MariaDbServer(MariaDbProcess process) {
      super(process.url());
      this.process = process;
    }

    static MariaDbServer start() {
      return new MariaDbServer(MariaDbProcess.start());
    }

    @Override
    public void close() {
      process.close();
    }
  }

  private static final class H2Server extends TestServers {
    H2Server() {
      super("jdbc:h2:mem:");
    }

    @Override
    TestDatabase fresh() {
      return TestDatabase.of(
          "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()),
          Optional.of("cairn"),
          Optional.of("secret-of-h2"));
    }

    @Override
    public void close() {
      // Gone with the process.
    }
  }
}
