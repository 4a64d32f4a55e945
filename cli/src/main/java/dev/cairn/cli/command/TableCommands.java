package dev.cairn.cli.command;

import dev.cairn.api.index.Listing;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.TextTable;
import dev.cairn.iceberg.catalog.CatalogTable;
import dev.cairn.iceberg.catalog.DroppedEntity;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The tables of warehouses. */
@Command(
    name = "table",
    synopsisSubcommandLabel = "COMMAND",
    description = "Lists the tables of a warehouse, and brings dropped ones back.",
    footer = {
      "  cairn table list sales/emea",
      "  cairn table get sales/emea/orders",
      "  cairn table list sales --dropped"
    })
final class TableCommands extends Group {
  private final Tool tool;

  TableCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "list",
      description = {
        "Lists the tables of a namespace, without those of its children.",
        "With --dropped, the tables and views of the warehouse that were dropped and are still kept."
      },
      footer = {"  cairn table list sales/emea", "  cairn table list sales --dropped"})
  void list(
      @Parameters(
              paramLabel = WarehouseAddress.NAMESPACE,
              description = "The namespace; with --dropped, the warehouse.")
          WarehouseAddress address,
      @Option(names = "--dropped", description = "Lists dropped tables and views.")
          boolean isDropped,
      @Mixin Paging paging,
      @Mixin WatchOptions watch) {
    if (isDropped && !address.path().isEmpty()) {
      throw CommandException.usage("--dropped goes with a warehouse, not with a namespace");
    }
    if (isDropped && paging.isAsked()) {
      throw CommandException.usage("--dropped lists all at once; leave --limit and --after out");
    }
    if (!isDropped && address.path().isEmpty()) {
      throw CommandException.usage(
          "'%s' names no namespace; list them by: cairn namespace list %s"
              .formatted(address, address));
    }
    watch.look(
        tool,
        connection -> {
          try (OpenWarehouse warehouse = WarehouseAccess.open(connection, address)) {
            if (isDropped) {
              listDropped(warehouse.catalog(), address);
            } else {
              list(warehouse.catalog(), address, paging);
            }
          }
        });
  }

  private void list(IcebergCatalog catalog, WarehouseAddress address, Paging paging) {
    Listing<TableIdentifier> found = catalog.tables().list(address.namespace(), paging.request());
    TextTable table = new TextTable("name", "address");
    for (TableIdentifier each : found.items()) {
      table.row(each.name(), address.of(each));
    }
    Lists.print(tool, "tables", table, found.next());
  }

  private void listDropped(IcebergCatalog catalog, WarehouseAddress address) {
    TextTable table =
        new TextTable("id", "address", "kind", "droppedAt", "droppedBy", "purge", "purging");
    for (DroppedEntity.Details each : catalog.entities().dropped()) {
      table.row(
          new Serial(each.id()),
          address.of(name(each)),
          each.kind(),
          Instant.ofEpochMilli(each.droppedAtMillis()),
          each.principal(),
          each.purge(),
          each.purging());
    }
    Lists.print(tool, "dropped", table, Optional.empty());
  }

  private static TableIdentifier name(DroppedEntity.Details details) {
    return TableIdentifier.of(
        Namespace.of(details.namespace().toArray(String[]::new)), details.name());
  }

  @Command(
      name = "get",
      description = {
        "Shows a table.",
        "With --metadata, its complete metadata, as its metadata file has it."
      },
      footer = {
        "  cairn table get sales/emea/orders",
        "  cairn table get sales/emea/orders --metadata"
      })
  void get(
      @Parameters(paramLabel = WarehouseAddress.TABLE, description = "The table.")
          WarehouseAddress address,
      @Option(names = "--metadata", description = "Prints the metadata as JSON.")
          boolean isMetadata) {
    try (ToolConnection connection = tool.store().openToRead();
        OpenWarehouse warehouse = WarehouseAccess.open(connection, address)) {
      CatalogTable table = warehouse.catalog().tables().load(address.table());
      if (isMetadata) {
        tool.output().print(table.json());
      } else {
        print(address, table);
      }
    }
  }

  private void print(WarehouseAddress address, CatalogTable table) {
    TableMetadata metadata = table.metadata();
    tool.output()
        .print(
            new CommandReport()
                .with("address", address.toString())
                .with("id", new Serial(table.id()))
                .with("uuid", metadata.uuid())
                .with("formatVersion", new Serial(metadata.formatVersion()))
                .with("location", metadata.location())
                .with("metadataFile", table.metadataFile())
                .with("updatedAt", Instant.ofEpochMilli(metadata.lastUpdatedMillis()))
                .with("columns", metadata.schema().columns().size())
                .with("snapshots", metadata.snapshots().size())
                .with(
                    "currentSnapshot",
                    Optional.ofNullable(metadata.currentSnapshot())
                        .map(snapshot -> new Serial(snapshot.snapshotId())))
                .with("properties", metadata.properties()));
  }

  @Command(
      name = "undrop",
      description = {
        "Brings a dropped table or view back, with its ID and its last state.",
        "By its name if one of that name is dropped, otherwise by --id, which table list --dropped"
            + " shows."
      },
      footer = {
        "  cairn table undrop sales/emea/orders",
        "  cairn table undrop sales/emea/orders_before --id 2314885530818453536"
      })
  void undrop(
      @Parameters(
              paramLabel = WarehouseAddress.TABLE,
              description = "Its name; with --id, the name that it gets.")
          WarehouseAddress address,
      @Option(names = "--id", paramLabel = "ID", description = "The ID of what was dropped.")
          Optional<Long> id,
      @Mixin WarehouseCommands.DryRun dryRun) {
    try (ToolConnection connection = dryRun.open(tool);
        OpenWarehouse warehouse = WarehouseAccess.open(connection, address)) {
      IcebergCatalog catalog = warehouse.catalog();
      DroppedEntity.Details found = dropped(catalog, address, id);
      boolean isDone = dryRun.allows(tool);
      if (isDone) {
        catalog.entities().undrop(found.id(), address.table());
      }
      tool.output()
          .print(
              new CommandReport()
                  .with("address", address.toString())
                  .with("id", new Serial(found.id()))
                  .with("kind", found.kind())
                  .with("droppedAt", Instant.ofEpochMilli(found.droppedAtMillis()))
                  .with("undropped", isDone));
    }
  }

  private static DroppedEntity.Details dropped(
      IcebergCatalog catalog, WarehouseAddress address, Optional<Long> id) {
    TableIdentifier name = address.table();
    List<DroppedEntity.Details> found =
        catalog.entities().dropped().stream()
            .filter(
                each ->
                    id.map(wanted -> wanted == each.id()).orElseGet(() -> name(each).equals(name)))
            .toList();
    String listing = "list them by: cairn table list %s --dropped".formatted(address.warehouse());
    if (found.isEmpty()) {
      throw CommandException.notFound(
          "nothing dropped is kept %s; %s"
              .formatted(
                  id.map("with the ID %s"::formatted).orElse("under the name " + address),
                  listing));
    }
    if (found.size() > 1) {
      throw CommandException.usage(
          "%s was dropped %s times; say which by --id; %s"
              .formatted(address, Integer.toString(found.size()), listing));
    }
    return found.get(0);
  }
}
