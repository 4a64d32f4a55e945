package dev.cairn.cli.command;

import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Connection;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Phases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings a database from a file. */
@Command(
    name = "import",
    description = {
      "Imports a file that export wrote, into a database whose scopes of the same IDs are empty:",
      "for a whole database, one that schema create just made. Everything is checked before",
      "it becomes visible. If it is interrupted, repeat it with the same file."
    },
    footer = {
      "  cairn -c new.properties import all.cairn",
      "  cairn -c new.properties import sales.cairn --into @acme/sales-copy",
      "  cairn import all.cairn --dry-run"
    })
final class ImportCommand implements Runnable {
  private final Tool tool;

  @Parameters(paramLabel = "FILE", description = "The file.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--into",
      paramLabel = "@TENANT/CATALOG",
      description = "Another scope than that of the file, which must be an export of one scope.")
  private Optional<CatalogAddress> into = Optional.empty();

  @Option(names = "--dry-run", description = "Only reads the file and says what is in it.")
  private boolean dryRun;

  ImportCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    if (!Files.isRegularFile(file)) {
      throw CommandException.notFound("there is no file %s".formatted(file));
    }
    try (Connection connection = tool.open();
        Phases phases = new Phases(tool)) {
      if (dryRun) {
        ExportContents contents =
            connection.cairn().transfers().inspect(file, TransferCommands.progress(phases));
        phases.done();
        tool.output().print(TransferCommands.describe(contents));
        return;
      }
      TransferReport report =
          connection
              .cairn()
              .transfers()
              .importFrom(
                  file,
                  TransferCommands.scope(into, connection),
                  TransferCommands.progress(phases));
      phases.done();
      TransferCommands.print(tool, report);
    }
  }
}
