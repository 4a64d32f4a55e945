package dev.cairn.engines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.cli.Main;
import dev.cairn.testkit.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command {@code serve} with the store and the warehouse that it creates by itself. */
final class CairnServer implements AutoCloseable {
  private final ChildProcess process;
  private final String uri;
  private final String warehouse;
  private final Path files;

  /** Starts it, and waits until it is ready. What it logs goes to a file in {@code target}. */
  CairnServer(Path directory) {
    process =
        new ChildProcess(
            Path.of(System.getProperty("java.home")),
            List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC"),
            log("server"),
            Main.class.getName(),
            "-D",
            "cairn.server.port=0",
            "-D",
            "cairn.server.management-port=0",
            "serve",
            "--json",
            "--directory",
            directory.toString());
    JsonNode shown = firstReport();
    uri = shown.path("uri").asText();
    warehouse = shown.path("warehouse").asText();
    files = directory.resolve("warehouse").resolve(warehouse);
  }

  private JsonNode firstReport() {
    StringBuilder text = new StringBuilder();
    String line;
    do {
      line = process.readLine();
      if (line == null) {
        throw new AssertionError(
            "the server ended before it was ready; see target/logs/server.log");
      }
      text.append(line);
    } while (!line.equals("}"));
    try {
      return new ObjectMapper().readTree(text.toString());
    } catch (JsonProcessingException e) {
      throw new AssertionError(text.toString(), e);
    }
  }

  /** Where a process of this test logs to; what earlier ones logged stays. */
  static Redirect log(String name) {
    try {
      Path logs = Files.createDirectories(Path.of("target", "logs"));
      return Redirect.appendTo(logs.resolve(name + ".log").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String uri() {
    return uri;
  }

  String warehouse() {
    return warehouse;
  }

  /** The directory of the warehouse. */
  Path files() {
    return files;
  }

  @Override
  public void close() {
    process.close();
  }
}
