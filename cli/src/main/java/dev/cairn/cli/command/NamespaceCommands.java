package dev.cairn.cli.command;

import dev.cairn.api.index.Listing;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.TextTable;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import org.apache.iceberg.catalog.Namespace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The namespaces of warehouses. */
@Command(
    name = "namespace",
    synopsisSubcommandLabel = "COMMAND",
    description = "Lists the namespaces of a warehouse.",
    footer = "  cairn namespace list sales")
final class NamespaceCommands extends Group {
  private final Tool tool;

  NamespaceCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "list",
      description = "Lists the namespaces of a warehouse, or of a namespace, one level deep.",
      footer = {"  cairn namespace list sales", "  cairn namespace list sales/emea"})
  void list(
      @Parameters(
              paramLabel = "WAREHOUSE[/NAMESPACE]",
              description = "The warehouse, or a namespace in it.")
          WarehouseAddress address,
      @Mixin Paging paging,
      @Mixin WatchOptions watch) {
    watch.look(tool, connection -> list(connection, address, paging));
  }

  private void list(ToolConnection connection, WarehouseAddress address, Paging paging) {
    try (OpenWarehouse warehouse = WarehouseAccess.open(connection, address)) {
      Listing<Namespace> found =
          warehouse.catalog().namespaces().list(address.namespace(), paging.request());
      TextTable table = new TextTable("name", "address");
      for (Namespace each : found.items()) {
        table.row(each.level(each.length() - 1), address.of(each));
      }
      Lists.print(tool, "namespaces", table, found.next());
    }
  }
}
