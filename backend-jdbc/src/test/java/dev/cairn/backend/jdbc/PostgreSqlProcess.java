package dev.cairn.backend.jdbc;

import dev.cairn.testkit.server.ServerPort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server, which can be killed and started again on its files. */
final class PostgreSqlProcess implements KillableServer {
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
    server = launch(ServerPort.free());
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
            .setPort(port)
            .setPGStartupWait(TestServers.PATIENCE);
    SYNCED.forEach(builder::setServerConfig);
    options.forEach(builder::setServerConfig);
    return builder.start();
  }

  /**
   * Starts a standby of this server, on a copy of its files: the package has no {@code
   * pg_basebackup}. This server is stopped while they are copied.
   */
  PostgreSqlProcess startStandby() {
    try {
      Path copy = Files.createTempDirectory("cairn-postgresql-standby");
      server.close();
      copy(data, copy);
      server = launch(server.getPort());
      Files.createFile(copy.resolve("standby.signal"));
      Files.writeString(
          copy.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'%n".formatted(server.getPort()),
          StandardOpenOption.APPEND);
      return new PostgreSqlProcess(copy, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(
            file,
            to.resolve(from.relativize(file).toString()),
            StandardCopyOption.COPY_ATTRIBUTES,
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** The address for a URL. */
  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public String url() {
    return "jdbc:postgresql://%s/postgres?user=postgres".formatted(address());
  }

  @Override
  public void kill() {
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

  @Override
  public void restart() {
    try {
      server = launch(server.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops the server and deletes its files. */
  @Override
  public void close() {
    try {
      server.close();
      Files.walkFileTree(data, new Deletion());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a directory; files that the server itself deletes meanwhile are no error. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      boolean unused = Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      boolean unused = Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
