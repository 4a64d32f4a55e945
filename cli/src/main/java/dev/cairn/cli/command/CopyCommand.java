package dev.cairn.cli.command;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.cli.Connection;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Phases;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes a database to another one. */
@Command(
    name = "copy",
    description = {
      "Copies all of the database, or one catalog, to another one of whatever kind, as export",
      "and import do, without a file between. Its schema has to be there."
    },
    footer = {
      "  cairn -c old.properties copy --to new.properties",
      "  cairn -c old.properties copy --to new.properties --catalog acme/sales"
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
      paramLabel = "@TENANT/CATALOG",
      description = "Another scope there than the catalog has here.")
  private Optional<CatalogAddress> into = Optional.empty();

  CopyCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    Configuration target = Configuration.builder().file(to).build(Cairn.settings());
    try (Connection source = tool.open();
        Connection other = tool.openOther(target);
        Phases phases = new Phases(tool)) {
      TransferReport report =
          source
              .cairn()
              .transfers()
              .copyTo(
                  other.cairn().transfers(),
                  TransferCommands.scope(catalog, source),
                  TransferCommands.scope(into, other),
                  TransferCommands.progress(phases));
      phases.done();
      TransferCommands.print(tool, report);
    }
  }
}
