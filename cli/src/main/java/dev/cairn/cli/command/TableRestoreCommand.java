package dev.cairn.cli.command;

import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.iceberg.catalog.MutationResult;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings one table back as it was. */
@Command(
    name = "restore",
    description = {
      "Brings a table or view back as it was in an earlier state of the warehouse, in one commit.",
      "If it exists, also under another name, it gets that state and keeps its name; if it was dropped,"
          + " it comes back under the name that it had. Files that were deleted since do not come back."
    },
    footer = {
      "  cairn table restore sales/emea/orders --at 1h --dry-run",
      "  cairn table restore sales/emea/orders --at 17-0123456789abcdef --yes"
    })
final class TableRestoreCommand implements Runnable {
  private final Tool tool;

  @Parameters(
      paramLabel = WarehouseAddress.TABLE,
      description = "The table or view, by its name in the earlier state.")
  @SuppressWarnings("NullAway.Init")
  private WarehouseAddress address;

  @Option(
      names = "--at",
      required = true,
      paramLabel = "STATE",
      description = "The earlier state: " + StateAddress.FORMS + ".")
  @SuppressWarnings("NullAway.Init")
  private StateAddress at;

  @Mixin private KeyOption key = new KeyOption();

  @Mixin private Confirmation confirmation = new Confirmation();

  TableRestoreCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    TableIdentifier name = address.table();
    try (ToolConnection connection = confirmation.open(tool);
        OpenWarehouse warehouse = WarehouseAccess.open(connection, address)) {
      Snapshot earlier = at.in(warehouse.store(), Catalogs.MAIN);
      HeadId head = earlier.head().orElseThrow();
      if (!earlier.index(TableLogCommand.CONTENTS).contains(TableLogCommand.key(name))) {
        throw CommandException.notFound(
            "there was no table or view %s in the state %s; see: cairn table log %s"
                .formatted(address, head, address));
      }
      boolean isDone =
          confirmation.allows(tool, "Bring %s back as it was in %s?".formatted(address, head));
      TableIdentifier now = isDone ? restored(connection, warehouse, head) : name;
      tool.output()
          .print(
              new CommandReport()
                  .with("address", address.of(now))
                  .with("stateOf", head.toString())
                  .with("restored", isDone));
    }
  }

  private TableIdentifier restored(
      ToolConnection connection, OpenWarehouse warehouse, HeadId head) {
    MutationResult done =
        key.change(
            connection,
            warehouse,
            "restore",
            address + " " + head,
            catalog -> catalog.history().restore(address.table(), head));
    long id = ((MutationResult.EntitiesResult) done).ids().get(0);
    return warehouse.catalog().entities().nameOf(id).orElseGet(address::table);
  }
}
