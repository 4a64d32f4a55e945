package dev.cairn.cli.command;

import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.PhaseBars;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes a database to another one. */
@Command(
    name = "copy",
    description = {
      "Copies all of the database, or one catalog, to another database.",
      "The other database may be of any kind, and needs its schema. Does what export and import do, without a file. References that are damaged or miss something are left"
          + " out and named, and the command ends with 7."
    },
    footer = {
      "  cairn -c old.properties copy --to new.properties",
      "  cairn -c old.properties copy --to new.properties --catalog acme/sales --into acme/sales"
    })
final class CopyCommand implements Runnable {
  private final Tool tool;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE",
      description = "A properties file with the settings of the other database.")
  @SuppressWarnings("NullAway.Init")
  private Path to;

  @Option(
      names = "--catalog",
      paramLabel = CatalogAddress.LABEL,
      description = "The catalog; all of the database if it is left out.")
  private Optional<CatalogAddress> catalog = Optional.empty();

  @Option(
      names = "--into",
      paramLabel = CatalogAddress.LABEL,
      description =
          "An empty catalog there to put it into, or @ and the IDs of a scope that is no catalog's.")
  private Optional<CatalogAddress> into = Optional.empty();

  CopyCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    Configuration settings = Configuration.builder().file(to).build(Cairn.settings());
    try (ToolConnection source = tool.store().openToRead();
        ToolConnection other = tool.store().openOther(settings);
        PhaseBars phases = new PhaseBars(tool)) {
      Optional<Scope> scope = TransferCommands.scope(catalog, source);
      Optional<Scope> target = TransferCommands.target(into, other);
      TransferReport report =
          source
              .cairn()
              .transfers()
              .copyTo(other.cairn().transfers(), scope, target, TransferCommands.progress(phases));
      phases.done();
      TransferCommands.print(tool, report);
      TransferCommands.tellIfInNoCatalog(tool, other, target.or(() -> scope));
      TransferCommands.failIfIncomplete(report);
    }
  }
}
