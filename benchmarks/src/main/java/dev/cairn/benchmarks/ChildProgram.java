package dev.cairn.benchmarks;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program in a JVM of its own that answers lines with lines of JSON, and ends when its input
 * does: also when this process is killed.
 */
public final class ChildProgram implements AutoCloseable {
  private static final long SECONDS_TO_END = 60;

  private final String name;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;

  private ChildProgram(String name, Process process) {
    this.name = name;
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Starts a program on the JDK of this process.
   *
   * @param name for messages
   * @param options of the virtual machine
   */
  public static ChildProgram start(
      String name, List<String> options, String classPath, String mainClass, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(List.of(arguments));
    try {
      return new ChildProgram(
          name, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a line. */
  public void send(String line) {
    try {
      orders.write(line);
      orders.newLine();
      orders.flush();
    } catch (IOException e) {
      throw new IllegalStateException("%s ended before: %s".formatted(name, line), e);
    }
  }

  /**
   * The next answer.
   *
   * @throws IllegalStateException if there is none within so many seconds
   */
  public String answer(long seconds) {
    try {
      return CompletableFuture.supplyAsync(this::read).get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException | InterruptedException e) {
      throw new IllegalStateException("%s does not answer: %s".formatted(name, e), e);
    }
  }

  private String read() {
    try {
      String line = answers.readLine();
      while (line != null && !line.startsWith("{")) {
        line = answers.readLine(); // output of the JVM itself
      }
      if (line == null) {
        throw new IOException("the process has ended");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the input of the process, and kills it if it does not end then. */
  @Override
  public void close() {
    try {
      orders.close();
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        System.err.println(name + " does not end");
      }
    } catch (IOException | InterruptedException e) {
      System.err.println(name + " does not end: " + e);
    }
    kill();
  }

  /** Ends the process at once. */
  public void kill() {
    var unused = process.destroyForcibly();
  }
}
