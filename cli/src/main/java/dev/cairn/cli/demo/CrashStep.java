package dev.cairn.cli.demo;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.Key;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Main;
import dev.cairn.cli.sample.SampleTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Another process writes and is killed in the middle; then the store is opened again. */
final class CrashStep {
  private static final int BEFORE_KILL = 300;

  private final Story story;
  private final Path directory;

  CrashStep(Story story, Path directory) {
    this.story = story;
    this.directory = directory;
  }

  /**
   * To be called while no process has the store open; answers how many commits were acknowledged.
   */
  int run() {
    story.chapter("crash", "Another process commits pairs of tables, and is killed in the middle");
    int acknowledged = writeAndKill();
    story.figure("acknowledged", acknowledged, "commits it had acknowledged when it was killed");
    return acknowledged;
  }

  /**
   * Looks for the commits.
   *
   * @param begin when the opening of the store began
   */
  void check(DemoStore demo, int acknowledged, long begin) {
    IndexView<ObjectRef> tables = demo.store().current(DemoStore.MAIN).index(SampleTable.INDEX);
    long left = tables.count(IndexRange.prefix(Key.of(CrashWriter.LEFT)));
    long right = tables.count(IndexRange.prefix(Key.of(CrashWriter.RIGHT)));
    story.figure(
        "recovery",
        Duration.ofNanos(System.nanoTime() - begin),
        "from opening the store to the first answer");
    story.figure("found", left, "commits are there: none lost");
    story.figure("halves", Math.abs(left - right), "of them half");
    // The last one may have been done without its acknowledgement having come through.
    story.require(
        left >= acknowledged && left <= acknowledged + 1 && left == right,
        "%s commits were acknowledged, and %s and %s halves are there"
            .formatted(acknowledged, left, right));
  }

  private int writeAndKill() {
    Process child = start();
    // The pipe outlives the process, so what it acknowledged before its end is still read.
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      int acknowledged = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        acknowledged = Integer.parseInt(line);
        if (acknowledged == BEFORE_KILL || story.tool().interruption().isRequested()) {
          var unused = child.toHandle().destroyForcibly();
        }
      }
      int code = child.waitFor();
      story.tool().interruption().check();
      if (acknowledged < BEFORE_KILL) {
        throw new CommandException(
            ExitCode.FAILED,
            "the other process ended by itself with %d after %d commits; what it said is above"
                .formatted(code, acknowledged));
      }
      return acknowledged;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.INTERRUPTED, "interrupted");
    } finally {
      var unused = child.destroyForcibly();
    }
  }

  private Process start() {
    try {
      return new ProcessBuilder(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Main.class.getName(),
                  CrashWriter.NAME,
                  directory.toString()))
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("no other process could be started", e);
    }
  }
}
