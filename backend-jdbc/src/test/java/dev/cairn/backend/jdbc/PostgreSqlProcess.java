package dev.cairn.backend.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A PostgreSQL server, which can be killed and started again on its files. */
final class PostgreSqlProcess implements AutoCloseable {
  // Commits are synced as they are by default; the package turns both off.
  private static final Map<String, String> SYNCED =
      Map.of(
          "listen_addresses", "127.0.0.1",
          "synchronous_commit", "on",
          "fsync", "on");

  private final Path data;
  private final Map<String, String> options;
  private EmbeddedPostgres server;

  private PostgreSqlProcess(Path data, Map<String, String> options) throws IOException {
    this.data = data;
    this.options = options;
    server = launch(0);
  }

  static PostgreSqlProcess start() {
    return start(Map.of());
  }

  /** Starts a server with options of its own. */
  static PostgreSqlProcess start(Map<String, String> options) {
    try {
      return new PostgreSqlProcess(Files.createTempDirectory("cairn-postgresql"), options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EmbeddedPostgres launch(int port) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setPGStartupWait(TestServers.PATIENCE);
    SYNCED.forEach(builder::setServerConfig);
    options.forEach(builder::setServerConfig);
    if (port != 0) {
      builder.setPort(port);
    }
    return builder.start();
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres".formatted(server.getPort());
  }

  /** Kills all processes of the server, as kill -9 does, and returns when they are gone. */
  void kill() {
    try {
      long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
      ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
      List<ProcessHandle> all = new ArrayList<>(postmaster.descendants().toList());
      all.add(0, postmaster);
      all.forEach(ProcessHandle::destroyForcibly);
      all.forEach(process -> process.onExit().join());
      server.close(); // gives its lock on the files back
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server again on the same files and port. */
  void restart() {
    try {
      server = launch(server.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
