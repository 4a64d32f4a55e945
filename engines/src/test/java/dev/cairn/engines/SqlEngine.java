package dev.cairn.engines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An engine in a JVM of its own that runs SQL. Its class path is what {@code NAME/pom.xml} resolves
 * to, its program a single file in that directory, which Java compiles when it starts it.
 */
final class SqlEngine implements AutoCloseable {
  /** What Spark and Flink use of the JDK by reflection. */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final String name;
  private final Process process;
  private final Writer statements;
  private final BufferedReader answers;

  private SqlEngine(String name, String program, List<String> settings) {
    this.name = name;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms768m", "-Xmx768m", "-XX:+UseSerialGC"));
    OPENED.forEach(each -> command.add("--add-opens=java.base/" + each + "=ALL-UNNAMED"));
    // Times in SQL are the same on every machine.
    command.addAll(List.of("-Duser.timezone=UTC", "-Dfile.encoding=UTF-8"));
    try {
      command.addAll(List.of("-cp", Files.readString(Path.of(name, "target", "class-path"))));
      command.add(Path.of(name, program).toString());
      command.addAll(settings);
      process = new ProcessBuilder(command).redirectError(CairnServer.log(name)).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A run that is broken off leaves no engine behind.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    statements = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Spark with the catalog {@code cairn}, which is the default; its own files are below {@code
   * directory}.
   */
  static SqlEngine spark(CairnServer server, Path directory) {
    String catalog = "spark.sql.catalog.cairn";
    return new SqlEngine(
        "spark",
        "SqlOnSpark.java",
        List.of(
            "spark.master=local[2]",
            "spark.driver.host=127.0.0.1",
            "spark.driver.bindAddress=127.0.0.1",
            "spark.ui.enabled=false",
            "spark.log.level=WARN",
            "spark.sql.shuffle.partitions=2",
            "spark.sql.warehouse.dir=" + directory.resolve("spark"),
            "spark.sql.extensions="
                + "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
            catalog + "=org.apache.iceberg.spark.SparkCatalog",
            catalog + ".type=rest",
            catalog + ".uri=" + server.uri(),
            catalog + ".warehouse=" + server.warehouse(),
            // What a test sees is what the server has.
            catalog + ".cache-enabled=false",
            "spark.sql.defaultCatalog=cairn",
            // A catalog that is a directory, where the warehouse allows tables to be.
            "spark.sql.catalog.elsewhere=org.apache.iceberg.spark.SparkCatalog",
            "spark.sql.catalog.elsewhere.type=hadoop",
            "spark.sql.catalog.elsewhere.warehouse=" + server.files().resolve("elsewhere")));
  }

  /** Flink with the catalog {@code cairn} in use. */
  static SqlEngine flink(CairnServer server) {
    SqlEngine flink =
        new SqlEngine(
            "flink",
            "SqlOnFlink.java",
            List.of(
                "parallelism.default=1",
                "rest.address=127.0.0.1",
                "rest.bind-address=127.0.0.1",
                "rest.bind-port=0",
                "jobmanager.rpc.address=127.0.0.1",
                "jobmanager.bind-host=127.0.0.1",
                "taskmanager.host=127.0.0.1",
                "taskmanager.bind-host=127.0.0.1"));
    flink.run(
        """
        CREATE CATALOG cairn WITH
          ('type'='iceberg', 'catalog-type'='rest', 'uri'='%s', 'warehouse'='%s',
           'cache-enabled'='false')
        """
            .formatted(server.uri(), server.warehouse()));
    flink.run("USE CATALOG cairn");
    return flink;
  }

  /** The rows that {@code statement} gives, each with its values separated by {@code |}. */
  List<String> rows(String statement) {
    List<String> answer = answer(statement);
    if (!answer.get(0).equals("rows")) {
      throw new AssertionError(
          "%s: %s (see target/logs/%s.log)".formatted(statement, answer.get(1), name));
    }
    return answer.subList(1, answer.size());
  }

  /** The only row of {@code statement}. */
  String row(String statement) {
    List<String> rows = rows(statement);
    if (rows.size() != 1) {
      throw new AssertionError("%s: %s".formatted(statement, rows));
    }
    return rows.get(0);
  }

  /** Runs statements whose rows do not matter. */
  void run(String... each) {
    for (String statement : each) {
      var unused = rows(statement);
    }
  }

  /** Fails unless the engine refuses {@code statement} with a message that has {@code reason}. */
  void refuses(String statement, String reason) {
    List<String> answer = answer(statement);
    if (!answer.get(0).equals("error") || !answer.get(1).contains(reason)) {
      throw new AssertionError(
          "%s: %s was to be refused with '%s': %s".formatted(name, statement, reason, answer));
    }
  }

  /** Whether the engine did {@code statement}, which it may refuse. */
  boolean isApplied(String statement) {
    return answer(statement).get(0).equals("rows");
  }

  private List<String> answer(String statement) {
    try {
      statements.write(statement.strip().replaceAll("\\s*\\R\\s*", " ") + "\n");
      statements.flush();
      String line = answers.readLine();
      if (line == null) {
        throw new AssertionError(
            "%s ended at: %s (see target/logs/%s.log)".formatted(name, statement, name));
      }
      return Arrays.asList(line.split("\t", -1));
    } catch (IOException e) {
      throw new AssertionError(name + " ended at: " + statement, e);
    }
  }

  @Override
  public void close() {
    var unused = process.destroyForcibly();
  }
}
