package dev.cairn.benchmarks.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.jspecify.annotations.Nullable;

/**
 * Measures in a separate process. A process that fails or does not answer is ended, and the next
 * order to open a cell starts another.
 */
final class ChildSide implements Side {
  private static final long OPEN_SECONDS = 420;
  private static final long OTHER_SECONDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Name name;
  private final List<String> options;
  private @Nullable Process process;
  private @Nullable BufferedReader answers;
  private @Nullable BufferedWriter orders;

  ChildSide(Name name, List<String> options) {
    this.name = name;
    this.options = options;
  }

  @Override
  public void open(Cell cell) {
    if (process == null) {
      start();
    }
    var unused = order(new Worker.Order(Worker.Verb.OPEN, cell, 0), OPEN_SECONDS);
  }

  @Override
  public Figures run(double seconds) {
    Figures figures = order(new Worker.Order(Worker.Verb.RUN, null, seconds), patience(seconds));
    if (figures == null) {
      throw new IllegalStateException(name + " measured nothing");
    }
    return figures;
  }

  @Override
  public void warmUp(double mostSeconds) {
    var unused =
        order(new Worker.Order(Worker.Verb.WARM_UP, null, mostSeconds), patience(mostSeconds));
  }

  private static long patience(double seconds) {
    return OTHER_SECONDS + (long) (20 * seconds);
  }

  @Override
  public void drop() {
    if (process != null) {
      var unused = order(new Worker.Order(Worker.Verb.DROP, null, 0), OTHER_SECONDS);
    }
  }

  private void start() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Worker.class.getName(), name.name()));
    try {
      Process started =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      process = started;
      answers = started.inputReader(StandardCharsets.UTF_8);
      orders = started.outputWriter(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable Figures order(Worker.Order order, long seconds) {
    BufferedReader in = answers;
    BufferedWriter out = orders;
    if (in == null || out == null) {
      throw new IllegalStateException(name + " has no process");
    }
    try {
      out.write(JSON.writeValueAsString(order));
      out.newLine();
      out.flush();
      String line =
          CompletableFuture.supplyAsync(() -> readLine(in)).get(seconds, TimeUnit.SECONDS);
      Worker.Answer answer = JSON.readValue(line, Worker.Answer.class);
      if (answer.error() != null) {
        throw new IllegalStateException(answer.error());
      }
      return answer.figures();
    } catch (IOException
        | ExecutionException
        | TimeoutException
        | InterruptedException
        | IllegalStateException e) {
      kill();
      throw new IllegalStateException(
          "%s did not do %s: %s".formatted(name, order.verb(), e.getMessage()), e);
    }
  }

  private static String readLine(BufferedReader in) {
    try {
      String line = in.readLine();
      while (line != null && !line.startsWith("{")) {
        line = in.readLine(); // output of the JVM itself
      }
      if (line == null) {
        throw new IOException("the process has ended");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the input of the process, which then deletes its files, and waits a little. */
  @Override
  public void close() {
    Process running = process;
    try {
      if (running != null && orders != null) {
        orders.close();
        var unused = running.waitFor(OTHER_SECONDS, TimeUnit.SECONDS);
      }
    } catch (IOException | InterruptedException e) {
      System.err.println(name + " does not end: " + e);
    }
    kill();
  }

  private void kill() {
    if (process != null) {
      var unused = process.destroyForcibly();
    }
    process = null;
    answers = null;
    orders = null;
  }
}
