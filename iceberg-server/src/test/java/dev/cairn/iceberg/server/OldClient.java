package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Iceberg's client of the release before it repeated requests, in a JVM without any other. */
final class OldClient implements AutoCloseable {
  static final String VERSION = "1.11.0";

  /** Where the build copies the jars of that release. */
  private static final Path JARS = Path.of("target", "old-client");

  private static final String ICEBERG = "iceberg-(api|bundled-guava|common|core)-[0-9].*\\.jar";

  private final ChildProcess child;

  OldClient(String uri, String root) {
    child =
        ChildProcess.withClassPath(
            classPath(), OldClientProgram.class.getName(), uri, "file:" + root);
    assertEquals(VERSION, child.readLine());
  }

  private static String classPath() {
    List<String> entries = new ArrayList<>();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!Path.of(each).getFileName().toString().matches(ICEBERG)) {
        entries.add(each);
      }
    }
    assertTrue(Files.isDirectory(JARS), "Maven copies the jars of the old client: run its build");
    try (Stream<Path> jars = Files.list(JARS)) {
      List<String> old = jars.map(Path::toString).toList();
      assertEquals(4, old.size(), old::toString);
      old.forEach(each -> assertTrue(each.endsWith("-" + VERSION + ".jar"), each));
      entries.addAll(old);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return String.join(File.pathSeparator, entries);
  }

  /** Begins an append; {@link #result} says what became of it. */
  void beginAppend(String mark) {
    child.say(mark);
  }

  /** {@code applied}, or the class of the exception. */
  String result() {
    String result = child.readLine();
    if (result == null) {
      throw new AssertionError("the client ended");
    }
    return result;
  }

  String append(String mark) {
    beginAppend(mark);
    return result();
  }

  @Override
  public void close() {
    child.close();
  }
}
