package dev.cairn.cli.command;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.spi.Health;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.ExitReasons;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.Version;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.Size;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.output.TextTable;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.maintenance.EngineMaintenance;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.core.internal.runtime.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Tells in one page what a report of a problem needs, also where little works. */
@Command(
    name = "doctor",
    description = {
      "Shows versions, settings with their origins, connection, schema, clock, leases, disk and the"
          + " last collection, and what is wrong with them.",
      "For a bug report: it also works when the database does not answer, changes nothing, and leaves"
          + " secrets out. Ends with the code of the first problem."
    },
    footer = {"  cairn -c cairn.properties doctor", "  cairn doctor --json"})
final class DoctorCommand implements Runnable {
  private static final String UNKNOWN = "unknown";
  // More than RocksDB needs to open a store with full logs again.
  private static final long LEAST_FREE = 256L << 20;

  private final Tool tool;
  private final CommandReport report = new CommandReport();
  private final List<Problem> problems = new ArrayList<>();
  private Optional<Configuration> configuration = Optional.empty();

  /** Something that is wrong. */
  private record Problem(String subject, ExitCode code, String text) {}

  DoctorCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    report
        .with("cairn", Version.release())
        .with("java", Runtime.version() + " of " + System.getProperty("java.vendor"))
        .with(
            "system",
            "%s %s, %s, %s processors, %s"
                .formatted(
                    System.getProperty("os.name"),
                    System.getProperty("os.version"),
                    System.getProperty("os.arch"),
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("native.encoding")))
        .with("time", Instant.now());
    configuration = attempt("configuration", tool.store()::configuration);
    report.with(
        "backend", configuration.flatMap(its -> its.find(Backends.BACKEND)).orElse(UNKNOWN));
    examineDatabase();
    examineDisk();
    TextTable found = new TextTable("subject", "problem");
    problems.forEach(each -> found.row(each.subject, each.text));
    tool.output().print(report.with("problems", found).with("settings", settings()));
    if (!problems.isEmpty()) {
      Problem first = problems.get(0);
      throw new CommandException(first.code, "%s: %s".formatted(first.subject, first.text));
    }
  }

  private void examineDatabase() {
    Optional<ToolConnection> opened =
        configuration.isEmpty()
            ? Optional.empty()
            : attempt("connection", tool.store()::openBackendToRead);
    try {
      Optional<ToolConnection> healthy = opened.filter(this::isHealthy);
      report.with("reachable", healthy.isPresent());
      Optional<ToolConnection> usable = healthy.filter(this::hasSchema);
      report.with("schema", usable.isPresent() ? "complete" : UNKNOWN);
      Optional<Backend> backend = usable.map(ToolConnection::backend);
      report
          .with(
              "formatLevel",
              backend
                  .flatMap(its -> attempt("format level", () -> level(its)))
                  .flatMap(level -> level))
          .with("clock", usable.flatMap(this::clock).orElse("not compared"));
      addLeases(backend);
    } finally {
      opened.ifPresent(ToolConnection::close);
    }
    addCollection(opened.isPresent() && problems.isEmpty());
  }

  private static Optional<Serial> level(Backend backend) {
    return new FormatLevel(backend, Environment.system()).read().map(Serial::new);
  }

  private boolean isHealthy(ToolConnection connection) {
    Optional<Health> health = attempt("connection", connection.backend()::health);
    health
        .filter(its -> !its.healthy())
        .ifPresent(its -> add("connection", ExitCode.UNAVAILABLE, its.detail()));
    return health.filter(Health::healthy).isPresent();
  }

  private boolean hasSchema(ToolConnection connection) {
    return attempt(
            "schema",
            () -> {
              connection.backend().verifySchema();
              return true;
            })
        .isPresent();
  }

  private Optional<String> clock(ToolConnection connection) {
    return attempt(
        "clock",
        () -> {
          ClockGuard clock = InfoCommand.clock(connection);
          clock.compare().ifPresent(problem -> add("clock", ExitCode.UNAVAILABLE, problem));
          return InfoCommand.clock(clock);
        });
  }

  private void addLeases(Optional<Backend> backend) {
    Instant now = Instant.now();
    Optional<List<String>> states =
        backend.flatMap(
            its ->
                attempt(
                    "leases",
                    () ->
                        LeaseCommands.all(its).stream()
                            .map(each -> LeaseCommands.state(each, now))
                            .toList()));
    report
        .with("heldLeases", states.map(all -> count(all, "held")))
        .with("lapsedLeases", states.map(all -> count(all, "lapsed")));
  }

  private static long count(List<String> states, String state) {
    return states.stream().filter(state::equals).count();
  }

  private void addCollection(boolean isUsable) {
    List<TaskStatus> tasks = isUsable ? attempt("tasks", this::tasks).orElse(List.of()) : List.of();
    Optional<TaskStatus> last = find(tasks, EngineMaintenance.TASK);
    Optional<TaskStatus> check = find(tasks, CheckCommand.TASK);
    report
        .with("lastCollection", last.map(TaskStatus::state))
        .with("lastCollectionEnded", last.flatMap(TaskStatus::endedAt))
        .with("lastCheck", check.flatMap(TaskStatus::result).orElse("none with --record"))
        .with("lastCheckEnded", check.flatMap(TaskStatus::endedAt));
    last.flatMap(TaskStatus::failure)
        .ifPresent(failure -> add("last collection", ExitCode.FAILED, failure));
  }

  private List<TaskStatus> tasks() {
    try (ToolConnection connection = tool.store().openToRead()) {
      return connection.cairn().tasks().list();
    }
  }

  private static Optional<TaskStatus> find(List<TaskStatus> tasks, String name) {
    return tasks.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  private void examineDisk() {
    Optional<Path> path =
        configuration
            .filter(
                its -> its.find(Backends.BACKEND).equals(Optional.of(RocksDbBackendFactory.NAME)))
            .flatMap(its -> its.find(RocksDbBackendFactory.PATH))
            .filter(Files::isDirectory);
    Optional<FileStore> disk = path.flatMap(its -> attempt("disk", () -> disk(its)));
    Optional<Long> free = disk.flatMap(its -> attempt("disk", () -> free(its)));
    report
        .with("diskFree", free.map(Size::new))
        .with("diskReadOnly", disk.map(FileStore::isReadOnly));
    free.filter(bytes -> bytes < LEAST_FREE)
        .ifPresent(
            bytes ->
                add(
                    "disk",
                    ExitCode.FAILED,
                    "%s are free under %s; make space before writes stop"
                        .formatted(Text.of(new Size(bytes)), path.orElseThrow())));
  }

  private static FileStore disk(Path path) {
    try {
      return Files.getFileStore(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long free(FileStore disk) {
    try {
      return disk.getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TextTable settings() {
    TextTable table = new TextTable("key", "value", "origin");
    if (configuration.isPresent()) {
      Map<String, String> origins = configuration.get().origins();
      InfoCommand.ofThis(configuration.get())
          .forEach((key, value) -> table.row(key, value, origins.getOrDefault(key, UNKNOWN)));
    }
    return table;
  }

  // Whatever fails is a line of the page, and the rest of it is still of use.
  private <T> Optional<T> attempt(String subject, Supplier<T> step) {
    try {
      return Optional.of(step.get());
    } catch (RuntimeException e) {
      add(subject, ExitReasons.code(e), ExitReasons.sentence(e));
      return Optional.empty();
    }
  }

  private void add(String subject, ExitCode code, String text) {
    String line = text.lines().findFirst().orElse("");
    String shown = configuration.map(its -> its.withoutSecrets(line)).orElse(line);
    problems.add(new Problem(subject, code, shown));
  }
}
