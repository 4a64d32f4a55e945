package dev.cairn.backend.rocksdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the tests in a JVM of its own, to be talked to line by line, and to be killed. */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  ChildProcess(Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  long pid() {
    return process.pid();
  }

  /** The next line it wrote, or null if it ended. A line it did not finish is left out. */
  String readLine() {
    try {
      StringBuilder line = new StringBuilder();
      for (int c = output.read(); c >= 0; c = output.read()) {
        if (c == '\n') {
          return line.toString();
        }
        line.append((char) c);
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends it a line and reads the one it answers with. */
  String ask(String line) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the child ended before: " + line, e);
    }
    String answer = readLine();
    if (answer == null) {
      throw new IllegalStateException("the child ended at: " + line);
    }
    return answer;
  }

  /** Kills it as kill -9 does. What it had written can still be read. */
  void kill() {
    // Unlike that of the process, this leaves the pipe open to be read to its end.
    boolean unused = process.toHandle().destroyForcibly();
  }

  /** Its exit code, once it has ended. */
  int await() {
    boolean interrupted = false;
    while (true) {
      try {
        int code = process.waitFor();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return code;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  @Override
  public void close() {
    kill();
    int unused = await();
  }
}
