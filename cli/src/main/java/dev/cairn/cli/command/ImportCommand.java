package dev.cairn.cli.command;

import dev.cairn.api.Scope;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.PhaseBars;
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
      "Imports a file that export wrote.",
      "The database must be empty in the scopes of the file: for a whole database, one that schema"
          + " create just made. One catalog goes into an empty catalog with --into. Everything is"
          + " checked before it becomes visible. If it is interrupted, repeat it with the same file."
    },
    footer = {
      "  cairn -c new.properties import all.cairn",
      "  cairn catalog create acme/sales-copy",
      "  cairn import sales.cairn --into acme/sales-copy",
      "  cairn import all.cairn --dry-run",
      "  cairn import all.cairn --only @1vuszxlzqk8w/1vuszy3tih34 --into acme/sales-copy"
    })
final class ImportCommand implements Runnable {
  private final Tool tool;

  @Parameters(paramLabel = "FILE", description = "The file.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--into",
      paramLabel = CatalogAddress.LABEL,
      description =
          "An empty catalog to put it into, or @ and the IDs of a scope that is no catalog's. The file"
              + " must be an export of one catalog, or --only names one scope of it.")
  private Optional<CatalogAddress> into = Optional.empty();

  @Option(
      names = "--only",
      paramLabel = "@TENANT/CATALOG",
      description =
          "Imports one scope of the file, by its IDs; --dry-run lists them. Useful where the rest of the"
              + " file is damaged.")
  private Optional<CatalogAddress> only = Optional.empty();

  @Option(
      names = "--intact",
      description =
          "Leaves out references that miss something in the file, and names them; ends with 7 if there"
              + " are some. Otherwise they refuse the import.")
  private boolean intact;

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
    try (ToolConnection connection = dryRun ? tool.store().openToRead() : tool.store().open();
        PhaseBars phases = new PhaseBars(tool)) {
      if (dryRun) {
        ExportContents contents =
            connection.cairn().transfers().inspect(file, TransferCommands.progress(phases));
        phases.done();
        tool.output()
            .print(
                TransferCommands.describe(contents)
                    .with("scopes", contents.scopes().stream().map(each -> "@" + each).toList()));
        return;
      }
      Optional<Scope> target = TransferCommands.target(into, connection);
      Transfers.ImportOptions options = new Transfers.ImportOptions(part(), target, intact);
      TransferReport report =
          connection
              .cairn()
              .transfers()
              .importFrom(file, options, TransferCommands.progress(phases));
      phases.done();
      TransferCommands.print(tool, report);
      TransferCommands.tellIfInNoCatalog(
          tool, connection, target.or(this::part).or(() -> report.contents().scope()));
      TransferCommands.failIfIncomplete(report);
    }
  }

  // The names of catalogs in the file are those of the database that it is from.
  private Optional<Scope> part() {
    if (only.isPresent() && !only.get().isScope()) {
      throw CommandException.usage(
          "--only needs @ and the IDs of a scope, which import --dry-run lists, and not a name");
    }
    return only.map(each -> new Scope(each.tenant(), each.catalog()));
  }
}
