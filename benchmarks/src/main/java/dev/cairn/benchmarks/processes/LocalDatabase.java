package dev.cairn.benchmarks.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The databases whose servers the tests of a backend can start. */
enum LocalDatabase {
  DYNAMODB("backend-dynamodb", "dev.cairn.backend.dynamodb.DynamoDbLocalProgram"),
  CASSANDRA("backend-cassandra", "dev.cairn.backend.cassandra.CassandraProgram"),
  POSTGRESQL("backend-jdbc", "dev.cairn.backend.jdbc.PostgreSqlProgram");

  private final String module;
  private final String program;

  LocalDatabase(String module, String program) {
    this.module = module;
    this.program = program;
  }

  static LocalDatabase named(String name) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no database '%s'; there are %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(LocalDatabase::toString)
                                .collect(Collectors.joining(", ")))));
  }

  /** The class that starts a server and prints its settings. */
  String program() {
    return program;
  }

  /** The class path of the module's tests, as the profile {@code servers} writes it. */
  String classPath() {
    Path target = Path.of(module, "target");
    Path list = target.resolve("server.classpath");
    try {
      return String.join(
          System.getProperty("path.separator"),
          target.resolve("test-classes").toString(),
          target.resolve("classes").toString(),
          Files.readString(list).strip());
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          "%s is missing; run: mvn -B -ntp -DskipTests -Pservers package".formatted(list), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
