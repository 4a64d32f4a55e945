package dev.cairn.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program in a JVM of its own with the class path of the tests, to be talked to line by line, and
 * to be killed. What it writes to its standard error goes to that of the tests, and it logs as they
 * do.
 */
public final class ChildProcess implements AutoCloseable {
  /** For programs that live briefly: little memory, and no time spent on compiling well. */
  public static final List<String> BRIEF =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final String LOGGING = "java.util.logging.config.file";

  private final Process process;
  private final BufferedReader output;
  private final Thread killAtExit = new Thread(this::kill);

  /** Starts {@code program} with the flags of {@link #BRIEF}. */
  public ChildProcess(Class<?> program, String... arguments) {
    this(BRIEF, program.getName(), arguments);
  }

  /**
   * Starts a program on the JDK of the tests.
   *
   * @param flags for the JVM, all but the class path
   * @param mainClass the name of a class on the class path
   */
  public ChildProcess(List<String> flags, String mainClass, String... arguments) {
    this(Path.of(System.getProperty("java.home")), flags, Redirect.INHERIT, mainClass, arguments);
  }

  /**
   * Starts a program on a JDK of choice.
   *
   * @param javaHome the directory that has {@code bin/java}
   * @param errors where its standard error goes
   */
  public ChildProcess(
      Path javaHome, List<String> flags, Redirect errors, String mainClass, String... arguments) {
    this(
        javaHome,
        flags,
        System.getProperty("java.class.path"),
        errors,
        mainClass,
        List.of(arguments));
  }

  /** Starts a program with the flags of {@link #BRIEF} and a class path of its own. */
  public static ChildProcess withClassPath(
      String classPath, String mainClass, String... arguments) {
    return new ChildProcess(
        Path.of(System.getProperty("java.home")),
        BRIEF,
        classPath,
        Redirect.INHERIT,
        mainClass,
        List.of(arguments));
  }

  private ChildProcess(
      Path javaHome,
      List<String> flags,
      String classPath,
      Redirect errors,
      String mainClass,
      List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    String logging = System.getProperty(LOGGING);
    if (logging != null) {
      command.add("-D%s=%s".formatted(LOGGING, logging));
    }
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    try {
      process = new ProcessBuilder(command).redirectError(errors).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    // A run that is broken off leaves no servers behind.
    Runtime.getRuntime().addShutdownHook(killAtExit);
  }

  /** Its number in the operating system. */
  public long pid() {
    return process.pid();
  }

  /** Whether it has not ended yet. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The next line it wrote, or null if it ended. A line it did not finish is left out. */
  public @Nullable String readLine() {
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

  /** Sends it a line. */
  public void say(String line) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the child ended before: " + line, e);
    }
  }

  /** Sends it a line and reads the one it answers with. */
  public String ask(String line) {
    say(line);
    String answer = readLine();
    if (answer == null) {
      throw new IllegalStateException("the child ended at: " + line);
    }
    return answer;
  }

  /** Kills it as kill -9 does. What it had written can still be read. */
  public void kill() {
    // Unlike that of the process, this leaves the pipe open to be read to its end.
    boolean unused = process.toHandle().destroyForcibly();
  }

  /** Its exit code, once it has ended. */
  public int await() {
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

  /** Kills it and waits for its end. */
  @Override
  public void close() {
    kill();
    int unused = await();
    try {
      boolean unusedToo = Runtime.getRuntime().removeShutdownHook(killAtExit);
    } catch (IllegalStateException e) {
      // The JVM ends, and the hook finds nothing to kill.
    }
  }
}
