package dev.cairn.cli.command;

import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.index.Listing;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.TextTable;
import java.util.Map;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The catalogs of tenants. */
@Command(
    name = "catalog",
    synopsisSubcommandLabel = "COMMAND",
    description = "Creates, lists and changes the catalogs of tenants.",
    footer = {"  cairn catalog create acme/sales -p owner=ann", "  cairn catalog list acme"})
final class CatalogCommands extends Group {
  private final Tool tool;

  CatalogCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "create",
      description = "Creates a catalog with an empty reference main.",
      footer = "  cairn catalog create acme/sales -p owner=ann")
  void create(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "What to call it.")
          CatalogAddress address,
      @Mixin Properties properties) {
    if (address.isScope()) {
      throw CommandException.usage("a catalog is created by name, as tenant/catalog");
    }
    try (ToolConnection connection = tool.store().open()) {
      print(
          connection
              .cairn()
              .catalogs()
              .createCatalog(address.tenant(), address.catalog(), properties.applyTo(Map.of())));
    }
  }

  @Command(
      name = "list",
      description = "Lists the catalogs of a tenant by name.",
      footer = "  cairn catalog list acme")
  void list(
      @Parameters(paramLabel = "TENANT", description = "Whose catalogs.") String tenant,
      @Mixin Paging paging,
      @Mixin WatchOptions watch) {
    watch.look(tool, connection -> list(connection, tenant, paging));
  }

  private void list(ToolConnection connection, String tenant, Paging paging) {
    Tenant owner = TenantCommands.find(connection, tenant);
    Listing<Catalog> found =
        connection.cairn().catalogs().listCatalogs(owner.name(), paging.request());
    TextTable table =
        new TextTable("name", "scope", "state", "version", "createdAt", "properties")
            .leavingOut("version", "createdAt");
    for (Catalog each : found.items()) {
      table.row(
          each.name(),
          "@" + each.scope(),
          each.state(),
          new Serial(each.version()),
          each.createdAt(),
          each.properties());
    }
    Lists.print(tool, "catalogs", table, found.next());
  }

  @Command(
      name = "show",
      description = "Shows a catalog.",
      footer = "  cairn catalog show acme/sales")
  void show(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address) {
    try (ToolConnection connection = tool.store().openToRead()) {
      print(address.find(connection.cairn()));
    }
  }

  @Command(
      name = "update",
      description = "Changes properties of a catalog; those that are not named stay.",
      footer = "  cairn catalog update acme/sales -p owner=bob")
  void update(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address,
      @Mixin Properties properties) {
    change(
        address,
        (catalogs, seen) -> catalogs.updateCatalog(seen, properties.applyTo(seen.properties())));
  }

  @Command(
      name = "deactivate",
      description = "Stops applications from opening the catalog; what it holds stays.",
      footer = "  cairn catalog deactivate acme/sales")
  void deactivate(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address) {
    change(address, Catalogs::deactivateCatalog);
  }

  @Command(
      name = "activate",
      description = "Takes deactivate back.",
      footer = "  cairn catalog activate acme/sales")
  void activate(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address) {
    change(address, Catalogs::activateCatalog);
  }

  @Command(
      name = "purge",
      description = {
        "Purges a deactivated catalog for good, with everything in it.",
        "Its name is free and its references are deleted at once; the next collections delete the rest. With the IDs of a scope that no catalog has, purges the rows that are left there."
      },
      footer = {
        "  cairn catalog deactivate acme/sales",
        "  cairn catalog purge acme/sales --yes",
        "  cairn catalog purge @t1/c1 --yes"
      })
  void purge(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address,
      @Mixin Confirmation confirmation) {
    try (ToolConnection connection = confirmation.open(tool)) {
      Catalogs catalogs = connection.cairn().catalogs();
      Scope scope = address.scope(connection.cairn());
      boolean isPurged =
          confirmation.allows(tool, "Purge %s for good, with everything in it?".formatted(address));
      if (isPurged && address.isScope()) {
        catalogs.purgeUnknown(scope);
      } else if (isPurged) {
        catalogs.purgeCatalog(address.find(connection.cairn()));
      }
      tool.output().print(new CommandReport().with("scope", "@" + scope).with("purged", isPurged));
    }
  }

  private void change(CatalogAddress address, BiFunction<Catalogs, Catalog, Catalog> change) {
    try (ToolConnection connection = tool.store().open()) {
      print(change.apply(connection.cairn().catalogs(), address.find(connection.cairn())));
    }
  }

  private void print(Catalog catalog) {
    tool.output()
        .print(
            new CommandReport()
                .with("name", catalog.name())
                .with("scope", "@" + catalog.scope())
                .with("state", catalog.state())
                .with("version", new Serial(catalog.version()))
                .with("createdAt", catalog.createdAt())
                .with("properties", catalog.properties()));
  }
}
