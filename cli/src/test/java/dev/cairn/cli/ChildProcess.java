package dev.cairn.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The tool, or whatever starts it, as a process of its own. */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final Path out;
  private final BufferedReader errors;
  private final StringBuilder err = new StringBuilder();

  private ChildProcess(Process process, Path out) {
    this.process = process;
    this.out = out;
    this.errors = process.errorReader(StandardCharsets.UTF_8);
  }

  /** Starts {@code command}; its results go to a file in {@code directory}. */
  static ChildProcess start(Path directory, Map<String, String> environment, List<String> command) {
    try {
      Path out = Files.createTempFile(directory, "child", ".out");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(out.toFile());
      builder.environment().putAll(environment);
      return new ChildProcess(builder.start(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the tool on the class path of the tests. */
  static ChildProcess tool(Path directory, String... arguments) {
    List<String> command = new ArrayList<>();
    // Who starts tests in the background makes children ignore Ctrl-C.
    if (run(directory, Map.of(), List.of("env", "--default-signal=INT", "true")).code() == 0) {
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.addAll(command(arguments));
    return start(directory, Map.of(), command);
  }

  /** What starts the tool on the class path of the tests. */
  static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  static Cli.Result run(Path directory, Map<String, String> environment, List<String> command) {
    try (ChildProcess child = start(directory, environment, command)) {
      return child.await();
    }
  }

  /** Waits until it has written a line to its standard error that has {@code part}. */
  void awaitError(String part) {
    for (String line = readError(); line != null; line = readError()) {
      if (line.contains(part)) {
        return;
      }
    }
    throw new AssertionError("the child never wrote '%s': %s".formatted(part, err));
  }

  private @Nullable String readError() {
    try {
      String line = errors.readLine();
      if (line != null) {
        err.append(line).append('\n');
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until its standard output has {@code end}; answers with all of it. */
  String awaitOutput(String end) throws IOException {
    while (process.isAlive()) {
      String text = Files.readString(out);
      if (text.contains(end)) {
        return text;
      }
      LockSupport.parkNanos(10_000_000);
    }
    throw new AssertionError("the child ended: " + await());
  }

  /** Fails if it has ended. */
  void checkRunning() {
    if (!process.isAlive()) {
      throw new AssertionError("the child ended: " + await());
    }
  }

  /** Asks it to end, as service managers do. */
  void terminate() throws IOException, InterruptedException {
    kill("-TERM");
  }

  /** Sends it what Ctrl-C sends. */
  void interrupt() throws IOException, InterruptedException {
    kill("-INT");
  }

  /** Ends it at once. */
  void killNow() throws IOException, InterruptedException {
    kill("-KILL");
  }

  // Process.destroy would close the streams, too.
  private void kill(String signal) throws IOException, InterruptedException {
    int unused = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }

  Cli.Result await() {
    while (readError() != null) {
      // It says more until it ends.
    }
    try {
      return new Cli.Result(process.waitFor(), Files.readString(out), err.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it, and what it started, and returns when all are gone: their locks are free then. */
  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : all) {
      var unused = each.onExit().join();
    }
  }
}
