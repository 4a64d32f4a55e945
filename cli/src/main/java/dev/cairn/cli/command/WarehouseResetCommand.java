package dev.cairn.cli.command;

import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.iceberg.catalog.CatalogHistory;
import dev.cairn.iceberg.catalog.MutationResult;
import dev.cairn.iceberg.catalog.ResetReport;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a warehouse back to an earlier state. */
@Command(
    name = "reset",
    description = {
      "Gives a warehouse the namespaces, tables and views of an earlier state again, in one commit.",
      "What was created since is dropped, without purge, so that it can be undropped. What was dropped"
          + " since comes back; what is no longer kept is left out and named. Files that were deleted"
          + " since do not come back. Protection from drops does not count here."
    },
    footer = {
      "  cairn warehouse reset sales --at 1h --dry-run",
      "  cairn warehouse reset sales --at 17-0123456789abcdef --yes"
    })
final class WarehouseResetCommand implements Runnable {
  private final Tool tool;

  @Parameters(paramLabel = "NAME", description = "The warehouse.")
  @SuppressWarnings("NullAway.Init")
  private String name;

  @Option(
      names = "--at",
      required = true,
      paramLabel = "STATE",
      description = "The earlier state: " + StateAddress.FORMS + ".")
  @SuppressWarnings("NullAway.Init")
  private StateAddress at;

  @Mixin private KeyOption key = new KeyOption();

  @Mixin private Confirmation confirmation = new Confirmation();

  WarehouseResetCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    WarehouseAddress address = new WarehouseAddress(name, List.of());
    try (ToolConnection connection = confirmation.open(tool);
        OpenWarehouse warehouse = WarehouseAccess.open(connection, address)) {
      Snapshot target = at.in(warehouse.store(), Catalogs.MAIN);
      HeadId head = target.head().orElseThrow();
      HeadId current = warehouse.store().current(Catalogs.MAIN).head().orElseThrow();
      CatalogHistory history = warehouse.catalog().history();
      ResetReport preview = history.previewReset(head); // before the question
      boolean isDone =
          confirmation.allows(
              tool,
              "Take the warehouse %s back to %s, the state of %s? %s tables and views change, %s are dropped, %s are no longer kept."
                  .formatted(
                      address,
                      head,
                      target.time().orElseThrow(),
                      preview.restored(),
                      preview.dropped().size(),
                      preview.leftOut().size()));
      ResetReport report = isDone ? reset(connection, warehouse, head) : preview;
      tool.output()
          .print(
              new CommandReport()
                  .with("warehouse", name)
                  .with("from", current.toString())
                  .with("to", head.toString())
                  .with("stateOf", target.time())
                  .with("restored", report.restored())
                  .with("dropped", addresses(address, report.dropped()))
                  .with("leftOut", addresses(address, report.leftOut()))
                  .with("reset", isDone));
    }
  }

  private ResetReport reset(ToolConnection connection, OpenWarehouse warehouse, HeadId head) {
    MutationResult done =
        key.change(
            connection,
            warehouse,
            "reset",
            name + " " + head,
            catalog -> {
              ResetReport unused = catalog.history().reset(head);
            });
    return ((MutationResult.ResetResult) done).report();
  }

  private static List<String> addresses(WarehouseAddress address, List<TableIdentifier> names) {
    return names.stream().map(address::of).toList();
  }
}
