package dev.cairn.iceberg.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * New and empty stores for tests: of RocksDB, and with {@code -Pcatalog} of every other backend in
 * turn. Databases run in JVMs of their own with the class path of the tests of their backend, which
 * the build writes to a file.
 */
final class TestStores {
  /** The system property that names the backend. */
  static final String PROPERTY = "cairn.test.catalog.backend";

  private static final Map<String, String> PROGRAMS =
      Map.of(
          "cassandra", "dev.cairn.backend.cassandra.DaemonProgram",
          "dynamodb", "dev.cairn.backend.dynamodb.LocalServerProgram",
          "mongodb", "dev.cairn.backend.mongodb.StandInProgram");

  private static final Map<String, Map<String, String>> STARTED = new HashMap<>();

  private TestStores() {}

  /** The settings of a new store, which may use {@code directory}. */
  static Map<String, String> fresh(Path directory) {
    String fresh = UUID.randomUUID().toString().replace("-", "");
    String backend = System.getProperty(PROPERTY, "rocksdb");
    return switch (backend) {
      case "rocksdb" ->
          Map.of(
              "cairn.backend", "rocksdb", "cairn.rocksdb.path", directory.resolve("db").toString());
      case "inmemory" -> Map.of("cairn.backend", "inmemory");
      case "h2" ->
          Map.of(
              "cairn.backend", "jdbc",
              "cairn.jdbc.url", "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(fresh),
              "cairn.jdbc.user", "cairn",
              "cairn.jdbc.password", "secret");
      case "postgresql" -> {
        Map<String, String> settings = new HashMap<>(PostgreSqlServer.PATIENT);
        settings.put("cairn.backend", "jdbc");
        settings.put("cairn.jdbc.url", PostgreSqlServer.shared().freshUrl());
        yield settings;
      }
      default -> {
        Map<String, String> settings = new HashMap<>(started(backend));
        settings.replaceAll((key, value) -> value.replace("{fresh}", fresh));
        yield settings;
      }
    };
  }

  private static synchronized Map<String, String> started(String backend) {
    String program = PROGRAMS.get(backend);
    if (program == null) {
      throw new IllegalArgumentException(
          "%s is '%s'; give rocksdb, inmemory, h2, postgresql or one of %s"
              .formatted(PROPERTY, backend, PROGRAMS.keySet()));
    }
    return STARTED.computeIfAbsent(backend, each -> start(classPath(each), program));
  }

  // Not to be killed: when the pipe to it is closed, at the latest with this JVM, it ends what it
  // has started.
  private static Map<String, String> start(String classPath, String program) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String logging = "java.util.logging.config.file";
    ProcessBuilder builder =
        new ProcessBuilder(
            java,
            "-D%s=%s".formatted(logging, System.getProperty(logging)),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            program);
    try {
      Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
      return settings(process.inputReader(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> settings(BufferedReader said) throws IOException {
    Map<String, String> settings = new HashMap<>();
    String line = said.readLine();
    while (line != null && !line.isEmpty()) {
      int equals = line.indexOf('=');
      settings.put(line.substring(0, equals), line.substring(equals + 1));
      line = said.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("the database ended");
    }
    return settings;
  }

  private static String classPath(String backend) {
    Path target = Path.of("..", "backend-" + backend, "target").toAbsolutePath().normalize();
    try {
      return String.join(
          File.pathSeparator,
          target.resolve("test-classes").toString(),
          target.resolve("classes").toString(),
          Files.readString(target.resolve("test.classpath")).strip());
    } catch (IOException e) {
      throw new UncheckedIOException("build with -Pcatalog, which writes this file", e);
    }
  }
}
