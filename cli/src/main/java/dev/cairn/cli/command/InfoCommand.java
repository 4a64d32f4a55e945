package dev.cairn.cli.command;

import dev.cairn.api.CairnException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.SizeEstimate;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.Version;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.Size;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.core.internal.runtime.Environment;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Tells what there is to know of the database without looking into catalogs. */
@Command(
    name = "info",
    description = {
      "Shows the backend, versions, format level, schema, clock, size, health and settings.",
      "Changes nothing. Secrets are not shown."
    },
    footer = {"  cairn --config cairn.properties info", "  cairn -c cairn.properties info --json"})
final class InfoCommand implements Runnable {
  private final Tool tool;

  InfoCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (ToolConnection connection = tool.store().openBackendToRead()) {
      Backend backend = connection.backend();
      Health health = backend.health();
      Optional<String> schemaProblem = problem(backend::verifySchema);
      boolean isUsable = health.healthy() && schemaProblem.isEmpty();
      CommandReport report =
          new CommandReport()
              .with("cairn", Version.release())
              .with("java", Runtime.version().toString())
              .with("backend", backend.name())
              .with("healthy", health.healthy())
              .with("health", health.detail())
              .with("schema", schemaProblem.isEmpty() ? "complete" : "not as needed");
      ClockGuard clock = clock(connection);
      boolean isCompared = isUsable && problem(clock::compare).isEmpty();
      report.with("clock", isCompared ? clock(clock) : "not compared");
      addLevel(report, backend, isUsable);
      addSize(report, isUsable ? Optional.of(backend.estimateSize()) : Optional.empty());
      addLimits(report, backend);
      report.with("settings", settings(connection.configuration()));
      tool.output().print(report);
      schemaProblem.ifPresent(
          problem -> {
            throw CommandException.notFound(problem);
          });
      if (!health.healthy()) {
        throw new CommandException(ExitCode.UNAVAILABLE, health.detail());
      }
      clock
          .problem()
          .ifPresent(
              problem -> {
                throw new CommandException(ExitCode.UNAVAILABLE, problem);
              });
    }
  }

  /** The comparison of this machine's clock with the database's. */
  static ClockGuard clock(ToolConnection connection) {
    return new ClockGuard(
        connection.backend(),
        InstantSource.system(),
        connection.configuration().get(CairnSettings.MAX_CLOCK_SKEW));
  }

  /** What it came to. */
  static String clock(ClockGuard compared) {
    if (compared.problem().isPresent()) {
      return "off: processes on this machine neither commit nor collect";
    }
    return compared.offset().isPresent()
        ? "agrees with the database's"
        : "the only one: the database has none of its own";
  }

  private static Optional<String> problem(Runnable check) {
    try {
      check.run();
      return Optional.empty();
    } catch (CairnException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static void addLevel(CommandReport report, Backend backend, boolean isUsable) {
    Optional<Integer> level =
        isUsable ? new FormatLevel(backend, Environment.system()).read() : Optional.empty();
    report
        .with("formatLevel", level.map(Serial::new))
        .with("oldestLevelRead", new Serial(FormatLevel.OLDEST))
        .with("newestLevelWritten", new Serial(FormatLevel.NEWEST));
  }

  private static void addSize(CommandReport report, Optional<SizeEstimate> size) {
    report
        .with("objects", size.map(SizeEstimate::objects).orElse(OptionalLong.empty()))
        .with("references", size.map(SizeEstimate::references).orElse(OptionalLong.empty()))
        .with(
            "size",
            size.map(SizeEstimate::bytes)
                .filter(OptionalLong::isPresent)
                .map(bytes -> new Size(bytes.getAsLong())));
  }

  private static void addLimits(CommandReport report, Backend backend) {
    report.with("largestRow", new Size(backend.limits().maxValueBytes()));
  }

  /** Those of the engine and of this backend; the others do not matter. */
  private static CommandReport settings(Configuration configuration) {
    CommandReport report = new CommandReport();
    ofThis(configuration).forEach(report::with);
    return report;
  }

  /** The settings of the engine and of the configured backend, with secrets hidden. */
  static Map<String, String> ofThis(Configuration configuration) {
    String backend = configuration.find(Backends.BACKEND).orElse("");
    Set<String> own =
        CairnSettings.ALL.stream().map(setting -> setting.key()).collect(Collectors.toSet());
    Map<String, String> shown = new TreeMap<>(configuration.describe());
    shown
        .keySet()
        .removeIf(
            key ->
                !own.contains(key)
                    && !key.equals(Backends.BACKEND.key())
                    && !key.startsWith("cairn." + backend + "."));
    return shown;
  }
}
