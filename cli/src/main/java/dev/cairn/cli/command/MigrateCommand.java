package dev.cairn.cli.command;

import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.migrate.Migration;
import dev.cairn.cli.migrate.MigrationReport;
import dev.cairn.cli.migrate.MigrationReport.Count;
import dev.cairn.cli.migrate.MigrationReport.Skipped;
import dev.cairn.cli.migrate.SkipReason;
import dev.cairn.cli.migrate.SourceCatalog;
import dev.cairn.cli.migrate.SourceException;
import dev.cairn.cli.migrate.SourceProperties;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.ProgressBar;
import dev.cairn.cli.output.TextTable;
import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings the tables of another catalog. */
@Command(
    name = "migrate",
    description = {
      "Registers the namespaces, tables and views of another Iceberg REST catalog in a warehouse.",
      "Files stay where they are: a table is registered with its current metadata file, which has to lie"
          + " below the allowed locations of the warehouse. What is there already and equal is left"
          + " alone, so an interrupted command continues if it is repeated. What cannot be registered is named with the reason, and the command ends with 7. Stop writers of the source first: later commits are not seen here."
    },
    footer = {
      "  cairn migrate --from https://old.example.org/catalog --to sales --dry-run",
      "  cairn migrate --from https://old.example.org/catalog --to sales --from-properties old.properties"
    })
final class MigrateCommand implements Runnable {
  private static final int MAX_PARALLEL = 256;

  private final Tool tool;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URI",
      description = "The address of the other catalog, as its clients have it.")
  @SuppressWarnings("NullAway.Init")
  private String from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "WAREHOUSE",
      description = "The warehouse that gets everything; it has to be there.")
  @SuppressWarnings("NullAway.Init")
  private String to;

  @Option(
      names = "--from-property",
      paramLabel = "KEY=VALUE",
      description =
          "A property of a client of the other catalog, such as warehouse=sales. Every user of the"
              + " machine can read a command line: put secrets into a file.")
  private Map<String, String> given = new LinkedHashMap<>();

  @Option(
      names = "--from-properties",
      paramLabel = "FILE",
      description =
          "A properties file with such properties, such as token or credential; --from-property overrides it.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many tables are registered at a time (${DEFAULT-VALUE}).")
  private int parallel;

  @Mixin private WarehouseCommands.DryRun dryRun = new WarehouseCommands.DryRun();

  MigrateCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    SourceProperties properties = new SourceProperties(from, properties());
    if (parallel < 1 || parallel > MAX_PARALLEL) {
      throw CommandException.usage(
          "--parallel has to be between 1 and %d, not %d".formatted(MAX_PARALLEL, parallel));
    }
    try (ToolConnection connection = dryRun.open(tool);
        OpenWarehouse warehouse =
            WarehouseAccess.open(connection, new WarehouseAddress(to, List.of()));
        SourceCatalog source = SourceCatalog.open(properties)) {
      boolean isDryRun = !dryRun.allows(tool);
      long begin = System.nanoTime();
      MigrationReport report =
          migrate(source, warehouse.catalog(), new Migration.Options(isDryRun, parallel));
      if (!source.hasViews()) {
        tool.console().say("the source says that it has no views, so none were looked for");
      }
      print(properties, isDryRun, report, Duration.ofNanos(System.nanoTime() - begin));
      failIfSkipped(report);
    } catch (SourceException e) {
      throw new CommandException(
          e.isUnavailable() ? ExitCode.UNAVAILABLE : ExitCode.FAILED,
          e.getMessage() + "; what was registered stays, and the same command continues",
          e);
    }
  }

  private MigrationReport migrate(
      SourceCatalog source, IcebergCatalog target, Migration.Options options) {
    try (ProgressBar bar = new ProgressBar(tool.console(), "namespaces, tables and views", 0)) {
      return new Migration(
              source,
              target,
              options,
              seen -> {
                tool.interruption().check();
                bar.at(seen);
              })
          .run();
    }
  }

  private Map<String, String> properties() {
    Map<String, String> all = new LinkedHashMap<>();
    file.ifPresent(path -> read(path).forEach((key, value) -> all.put("" + key, "" + value)));
    all.putAll(given);
    return all;
  }

  private static java.util.Properties read(Path path) {
    java.util.Properties read = new java.util.Properties();
    if (!Files.isRegularFile(path)) {
      throw CommandException.notFound("there is no file %s".formatted(path));
    }
    try (Reader reader = Files.newBufferedReader(path)) {
      read.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }

  private void print(
      SourceProperties properties, boolean isDryRun, MigrationReport report, Duration took) {
    TextTable counts = new TextTable("kind", "registered", "present", "skipped");
    Map<EntityKind, Count> found = report.counts();
    found.forEach(
        (kind, count) -> counts.row(kind, count.registered(), count.present(), count.skipped()));
    TextTable skipped = new TextTable("kind", "address", "reason", "detail");
    for (Skipped each : report.named()) {
      skipped.row(each.kind(), address(each), each.reason(), each.detail());
    }
    tool.output()
        .print(
            new CommandReport()
                .with("from", properties.uri().toString())
                .with("to", to)
                .with("dryRun", isDryRun)
                .with("took", took)
                .with("contents", counts)
                .with("skipped", skipped)
                .with("furtherSkipped", report.skipped() - skipped.size()));
  }

  private String address(Skipped skipped) {
    WarehouseAddress warehouse = new WarehouseAddress(to, List.of());
    return skipped.kind() == EntityKind.NAMESPACE
        ? warehouse.of(skipped.namespace())
        : warehouse.of(TableIdentifier.of(skipped.namespace(), skipped.name()));
  }

  /** Ends the command with a code of its own if not all is here as the source has it. */
  private void failIfSkipped(MigrationReport report) {
    if (report.skipped() == 0) {
      return;
    }
    List<String> reasons = new ArrayList<>();
    for (SkipReason reason : SkipReason.values()) {
      Long count = report.reasons().get(reason);
      if (count != null) {
        reasons.add(String.format(Locale.ROOT, "%,d %s", count, reason.words()));
      }
    }
    throw new CommandException(
        ExitCode.INCOMPLETE,
        "%s skipped (%s); the result names what and why. Correct that, and run the same command again"
            .formatted(
                report.skipped() == 1 ? "1 was" : "%d were".formatted(report.skipped()),
                String.join(", ", reasons)));
  }
}
