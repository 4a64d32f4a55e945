package dev.cairn.iceberg.server;

import dev.cairn.testkit.server.ServerPort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** The PostgreSQL of a run, as its jar carries it: the database that several servers share. */
final class PostgreSqlServer {
  // A limit for what a server does at its start, on a machine that is busy with other work.
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** On a busy machine a connection may take longer than the default; no test is about that. */
  static final Map<String, String> PATIENT = Map.of("cairn.jdbc.connect-timeout", "10m");

  private static PostgreSqlServer shared;

  private final EmbeddedPostgres server;

  private PostgreSqlServer() {
    try {
      // Commits are synced as they are by default; the package turns that off.
      server =
          EmbeddedPostgres.builder()
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("fsync", "on")
              .setPort(ServerPort.free())
              .setPGStartupWait(PATIENCE)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server of this run, which stops when the JVM ends. */
  static synchronized PostgreSqlServer shared() {
    if (shared == null) {
      shared = new PostgreSqlServer();
    }
    return shared;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
  }

  /** The URL of a new and empty schema. */
  String freshUrl() {
    String name = "cairn_" + UUID.randomUUID().toString().replace('-', '_');
    String url =
        "jdbc:postgresql://127.0.0.1:%s/postgres?user=postgres"
            .formatted(Integer.toString(server.getPort()));
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + name);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return url + "&currentSchema=" + name;
  }
}
