package dev.cairn.cli.command;

import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.FileProblem;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.PhaseBars;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a database to a file. */
@Command(
    name = "export",
    description = {
      "Writes all of the database, or one catalog, to a file that every backend can import.",
      "The database can be used meanwhile. The file gets its name when it is complete. Everything is checked before; references that are damaged or miss something are left out and named,"
          + " and the command ends with 7."
    },
    footer = {"  cairn export all.cairn", "  cairn export sales.cairn --catalog acme/sales"})
final class ExportCommand implements Runnable {
  private final Tool tool;

  @Parameters(paramLabel = "FILE", description = "The file, which must not be there.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--catalog",
      paramLabel = CatalogAddress.LABEL,
      description = "The catalog; all of the database if it is left out.")
  private Optional<CatalogAddress> catalog = Optional.empty();

  ExportCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    if (Files.exists(file)) {
      throw new CommandException(
          ExitCode.CONFLICT,
          "%s is there already; name another file, or delete that one".formatted(file));
    }
    FileProblem.checkDirectoryOf(file);
    tool.interruption().beginWork();
    try (ToolConnection connection = tool.store().openToRead();
        PhaseBars phases = new PhaseBars(tool)) {
      var report =
          connection
              .cairn()
              .transfers()
              .exportTo(
                  file,
                  TransferCommands.scope(catalog, connection),
                  TransferCommands.progress(phases));
      phases.done();
      TransferCommands.print(tool, report);
      TransferCommands.failIfIncomplete(report);
    } catch (UncheckedIOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "the export cannot be written to %s: %s; nothing is left of it"
              .formatted(file, FileProblem.of(e)),
          e);
    }
  }
}
