package dev.cairn.cli.command;

import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Console;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.ExitReasons;
import dev.cairn.cli.StoreOptions;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that can look again and again. */
final class WatchOptions {
  private static final Duration LEAST = Duration.ofMillis(100);
  private static final Duration USUAL = Duration.ofSeconds(2);

  @Option(names = "--watch", description = "Repeats until Ctrl-C; with --json, one line each time.")
  private boolean watch;

  @Option(names = "--every", paramLabel = "DURATION", description = "The period of --watch (2s).")
  private Optional<Duration> every = Optional.empty();

  /** Looks at the database with the engine open, once or again and again. */
  void look(Tool tool, Consumer<ToolConnection> look) {
    look(tool, StoreOptions::openToRead, look);
  }

  /**
   * Looks at the database, once or again and again.
   *
   * @param open opens the database
   * @param look reads it and prints what it finds
   */
  void look(Tool tool, Function<StoreOptions, ToolConnection> open, Consumer<ToolConnection> look) {
    check();
    if (!watch) {
      try (ToolConnection connection = open.apply(tool.store())) {
        look.accept(connection);
      }
      return;
    }
    tool.beginWatch();
    Duration pause = every.orElse(USUAL);
    @Nullable ToolConnection connection = null;
    try {
      for (boolean isFirst = true; ; isFirst = false) {
        try {
          connection = connection == null ? open.apply(tool.store()) : connection;
          begin(tool, pause, isFirst);
          look.accept(connection);
        } catch (RuntimeException e) {
          goOnAfter(tool, e, isFirst);
          connection = close(connection);
        }
        if (connection != null && isStandingStill(connection)) {
          connection = close(connection);
        }
        tool.interruption().pause(pause);
      }
    } finally {
      close(connection);
    }
  }

  private void check() {
    if (every.isPresent() && !watch) {
      throw CommandException.usage("--every goes with --watch");
    }
    if (every.isPresent() && every.get().compareTo(LEAST) < 0) {
      throw CommandException.usage("--every has to be 100ms or more, not " + Text.of(every.get()));
    }
  }

  // RocksDB that is opened to read shows one state forever; opening it is quick.
  private static boolean isStandingStill(ToolConnection connection) {
    return connection.backend().name().equals(RocksDbBackendFactory.NAME);
  }

  private static @Nullable ToolConnection close(@Nullable ToolConnection connection) {
    if (connection != null) {
      connection.close();
    }
    return null;
  }

  private static void begin(Tool tool, Duration pause, boolean isFirst) {
    if (tool.output().isJson()) {
      return;
    }
    Console console = tool.console();
    boolean isRedrawn = console.isOutDrawable();
    console
        .out()
        .print(
            (isRedrawn ? "\u001b[H\u001b[2J" : isFirst ? "" : "\n")
                + "%s, every %s until Ctrl-C\n".formatted(Text.of(Instant.now()), Text.of(pause)));
  }

  // A database that comes and goes is what people watch; what is wrong from the beginning, or is
  // not there any more, is not.
  private static void goOnAfter(Tool tool, RuntimeException failure, boolean isFirst) {
    tool.interruption().check();
    if (isFirst || ExitReasons.code(failure) != ExitCode.UNAVAILABLE) {
      throw failure;
    }
    tool.console().complain("cairn:", ExitReasons.sentence(failure));
  }
}
