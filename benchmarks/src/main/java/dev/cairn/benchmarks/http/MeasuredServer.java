package dev.cairn.benchmarks.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A server in a process of its own, and what that process has used. */
final class MeasuredServer implements AutoCloseable {
  /** The unit of processor time in {@code /proc}. */
  private static final long TICK_NANOS = 10_000_000;

  private static final String READY = "ready at ";

  private final String name;
  private final Process process;
  private final int port;
  private final String prefix;

  /**
   * Starts a server and waits until it is ready.
   *
   * @param flags for the JVM
   * @param path what is asked for the prefix of requests; the reference server has none
   */
  private MeasuredServer(
      String name, Class<?> program, Path directory, List<String> flags, String path) {
    this.name = name;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(program.getName(), directory.toString()));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      String line = lines.readLine();
      // The JVM may have written something, too.
      while (line != null && !line.startsWith(READY)) {
        line = lines.readLine();
      }
      if (line == null) {
        throw new IllegalStateException(name + " ended before it was ready");
      }
      port = Integer.parseInt(line.substring(READY.length()));
      try (HttpConnection connection = new HttpConnection(port)) {
        String config = connection.get(path);
        String found = new ObjectMapper().readTree(config).at("/overrides/prefix").asText();
        prefix = found.isEmpty() ? "/v1" : "/v1/" + found;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static MeasuredServer cairn(Path directory, List<String> flags) {
    String path = "/v1/config?warehouse=" + CairnHttpServer.WAREHOUSE;
    return new MeasuredServer("Cairn", CairnHttpServer.class, directory, flags, path);
  }

  static MeasuredServer reference(Path directory, List<String> flags) {
    return new MeasuredServer(
        "reference", ReferenceHttpServer.class, directory, flags, "/v1/config");
  }

  /** For the process of a server: says the port, and waits until the benchmark ends. */
  static void serveUntilEnd(int port) throws IOException {
    System.out.println(READY + port);
    int end = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).read();
    if (end >= 0) {
      throw new IllegalStateException("the standard input of a server only ends");
    }
  }

  String name() {
    return name;
  }

  int port() {
    return port;
  }

  /** What paths begin with. */
  String prefix() {
    return prefix;
  }

  /** The processor time of the process since it began. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /**
   * The processor time of its threads since they began, by what they do; those that ended are
   * missing.
   */
  Map<String, Duration> cpuByThreads() {
    Map<String, Duration> found = new TreeMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat;
        try {
          stat = Files.readString(thread.resolve("stat"));
        } catch (NoSuchFileException e) {
          continue; // it has just ended
        }
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        found.merge(kind(name), Duration.ofNanos(ticks * TICK_NANOS), Duration::plus);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  // The operating system has the first 15 characters of a name.
  private static String kind(String thread) {
    if (thread.startsWith("G1 ") || thread.startsWith("GC ") || thread.startsWith("VM ")) {
      return "garbage collector";
    }
    if (thread.startsWith("C1 ") || thread.startsWith("C2 ")) {
      return "compilers";
    }
    return thread.replaceAll("[-#_ ]*[0-9].*$", "");
  }

  /** Writes what its profile has to {@code file}. */
  void dumpProfile(Path file) {
    try {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  "" + process.pid(),
                  "JFR.dump",
                  "filename=" + file)
              .redirectErrorStream(true)
              .start();
      byte[] printed = jcmd.getInputStream().readAllBytes();
      if (jcmd.waitFor() != 0) {
        throw new IllegalStateException(new String(printed, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    var unused = process.destroyForcibly();
    try {
      int unusedToo = process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
