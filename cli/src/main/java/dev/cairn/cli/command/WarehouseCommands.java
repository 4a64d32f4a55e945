package dev.cairn.cli.command;

import dev.cairn.api.catalog.CatalogExistsException;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.index.Listing;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.TextTable;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.WarehouseProperties;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Catalogs that Iceberg clients use. */
@Command(
    name = "warehouse",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Creates, lists and changes warehouses, the catalogs that Iceberg clients use.",
      "They are those of the tenant cairn.server.tenant."
    },
    footer = {
      "  cairn warehouse create sales -p location=s3://bucket/sales",
      "  cairn warehouse list --json"
    })
final class WarehouseCommands extends Group {
  private final Tool tool;

  WarehouseCommands(Tool tool) {
    this.tool = tool;
  }

  /** The option of commands whose effect can be taken back. */
  static final class DryRun {
    @Option(names = "--dry-run", description = "Only says what would be done.")
    private boolean isAsked;

    ToolConnection open(Tool tool) {
      return isAsked ? tool.store().openToRead() : tool.store().open();
    }

    /** Whether to change anything; tells people if not. */
    boolean allows(Tool tool) {
      if (isAsked) {
        tool.console().say("dry run: nothing was changed");
      }
      return !isAsked;
    }
  }

  @Command(
      name = "create",
      description = {
        "Creates a warehouse, and its tenant if that is missing.",
        "It needs the property location, the place below which tables are created.",
        "Whether its locations overlap those of other warehouses is not checked by --dry-run."
      },
      footer = "  cairn warehouse create sales -p location=s3://bucket/sales -p keep-dropped=30d")
  void create(
      @Parameters(paramLabel = "NAME", description = "What to call it.") String name,
      @Mixin Properties properties,
      @Mixin DryRun dryRun) {
    Map<String, String> wanted = properties.applyTo(Map.of());
    try (ToolConnection connection = dryRun.open(tool)) {
      Catalogs catalogs = connection.cairn().catalogs();
      String tenant = WarehouseAccess.tenant(connection);
      WarehouseProperties checked = WarehouseAccess.warehouses(connection).check(wanted);
      if (dryRun.isAsked) {
        checkFree(catalogs, tenant, name);
      }
      if (!dryRun.allows(tool)) {
        tool.output()
            .print(new CommandReport().with("name", name).with("properties", checked.all()));
        return;
      }
      if (catalogs.findTenant(tenant).isEmpty()) {
        var unused = catalogs.createTenant(tenant, Map.of());
      }
      print(WarehouseAccess.warehouses(connection).create(name, wanted));
    }
  }

  private static void checkFree(Catalogs catalogs, String tenant, String name) {
    if (catalogs.findTenant(tenant).isPresent() && catalogs.findCatalog(tenant, name).isPresent()) {
      throw new CatalogExistsException(
          "there is a catalog '%s' already; choose another name".formatted(name));
    }
  }

  @Command(
      name = "list",
      description = "Lists warehouses by name.",
      footer = "  cairn warehouse list")
  void list(@Mixin Paging paging, @Mixin WatchOptions watch) {
    watch.look(tool, connection -> list(connection, paging));
  }

  private void list(ToolConnection connection, Paging paging) {
    Listing<Warehouse> found = WarehouseAccess.warehouses(connection).list(paging.request());
    TextTable table = new TextTable("name", "state", "location", "version", "createdAt");
    for (Warehouse each : found.items()) {
      table.row(
          each.name(),
          each.state(),
          each.properties().base(),
          new Serial(each.version()),
          each.createdAt());
    }
    Lists.print(tool, "warehouses", table, found.next());
  }

  @Command(name = "get", description = "Shows a warehouse.", footer = "  cairn warehouse get sales")
  void get(@Parameters(paramLabel = "NAME", description = "The warehouse.") String name) {
    try (ToolConnection connection = tool.store().openToRead()) {
      print(WarehouseAccess.get(connection, name));
    }
  }

  @Command(
      name = "update",
      description = "Changes properties of a warehouse; those that are not named stay.",
      footer = "  cairn warehouse update sales -p keep-dropped=30d --remove comment")
  void update(
      @Parameters(paramLabel = "NAME", description = "The warehouse.") String name,
      @Mixin Properties properties,
      @Mixin DryRun dryRun) {
    try (ToolConnection connection = dryRun.open(tool)) {
      Warehouse seen = WarehouseAccess.get(connection, name);
      Map<String, String> wanted = properties.applyTo(seen.properties().all());
      WarehouseProperties checked = WarehouseAccess.warehouses(connection).check(wanted);
      if (dryRun.allows(tool)) {
        print(WarehouseAccess.warehouses(connection).update(seen, wanted));
      } else {
        print(seen, checked.all());
      }
    }
  }

  @Command(
      name = "deactivate",
      description = "Stops the server from opening the warehouse; what it holds stays.",
      footer = "  cairn warehouse deactivate sales")
  void deactivate(
      @Parameters(paramLabel = "NAME", description = "The warehouse.") String name,
      @Mixin DryRun dryRun) {
    change(name, dryRun, Warehouses::checkUnprotected, Warehouses::deactivate);
  }

  @Command(
      name = "activate",
      description = "Takes deactivate back.",
      footer = "  cairn warehouse activate sales")
  void activate(
      @Parameters(paramLabel = "NAME", description = "The warehouse.") String name,
      @Mixin DryRun dryRun) {
    change(name, dryRun, seen -> {}, Warehouses::activate);
  }

  private void change(
      String name,
      DryRun dryRun,
      Consumer<Warehouse> check,
      BiFunction<Warehouses, Warehouse, Warehouse> change) {
    try (ToolConnection connection = dryRun.open(tool)) {
      Warehouse seen = WarehouseAccess.get(connection, name);
      check.accept(seen);
      print(
          dryRun.allows(tool) ? change.apply(WarehouseAccess.warehouses(connection), seen) : seen);
    }
  }

  private void print(Warehouse warehouse) {
    print(warehouse, warehouse.properties().all());
  }

  private void print(Warehouse warehouse, Map<String, String> properties) {
    tool.output()
        .print(
            new CommandReport()
                .with("name", warehouse.name())
                .with("scope", "@" + warehouse.scope())
                .with("state", warehouse.state())
                .with("version", new Serial(warehouse.version()))
                .with("createdAt", warehouse.createdAt())
                .with("properties", properties));
  }
}
