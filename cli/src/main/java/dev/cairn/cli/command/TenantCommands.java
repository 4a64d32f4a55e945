package dev.cairn.cli.command;

import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.index.Listing;
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

/** Commands for tenants. */
@Command(
    name = "tenant",
    synopsisSubcommandLabel = "COMMAND",
    description = "Creates, lists and changes tenants, which have catalogs.",
    footer = {"  cairn tenant create acme -p plan=gold", "  cairn tenant list --json"})
final class TenantCommands extends Group {
  private final Tool tool;

  TenantCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "create",
      description = "Creates a tenant.",
      footer = "  cairn tenant create acme -p plan=gold")
  void create(
      @Parameters(paramLabel = "NAME", description = "What to call it.") String name,
      @Mixin Properties properties) {
    try (ToolConnection connection = tool.store().open()) {
      print(connection.cairn().catalogs().createTenant(name, properties.applyTo(Map.of())));
    }
  }

  @Command(
      name = "list",
      description = "Lists tenants by name.",
      footer = "  cairn tenant list --limit 20")
  void list(@Mixin Paging paging, @Mixin WatchOptions watch) {
    watch.look(tool, connection -> list(connection, paging));
  }

  private void list(ToolConnection connection, Paging paging) {
    Listing<Tenant> found = connection.cairn().catalogs().listTenants(paging.request());
    TextTable table = new TextTable("name", "id", "state", "version", "createdAt", "properties");
    for (Tenant each : found.items()) {
      table.row(
          each.name(),
          each.id(),
          each.state(),
          new Serial(each.version()),
          each.createdAt(),
          each.properties());
    }
    Lists.print(tool, "tenants", table, found.next());
  }

  @Command(name = "show", description = "Shows a tenant.", footer = "  cairn tenant show acme")
  void show(@Parameters(paramLabel = "NAME", description = "The tenant.") String name) {
    try (ToolConnection connection = tool.store().openToRead()) {
      print(find(connection, name));
    }
  }

  @Command(
      name = "update",
      description = "Changes properties of a tenant; those that are not named stay.",
      footer = "  cairn tenant update acme -p plan=silver --remove trial")
  void update(
      @Parameters(paramLabel = "NAME", description = "The tenant.") String name,
      @Mixin Properties properties) {
    change(
        name,
        (catalogs, seen) -> catalogs.updateTenant(seen, properties.applyTo(seen.properties())));
  }

  @Command(
      name = "deactivate",
      description = "Stops applications from opening the tenant's catalogs; what they hold stays.",
      footer = "  cairn tenant deactivate acme")
  void deactivate(@Parameters(paramLabel = "NAME", description = "The tenant.") String name) {
    change(name, Catalogs::deactivateTenant);
  }

  @Command(
      name = "activate",
      description = "Takes deactivate back.",
      footer = "  cairn tenant activate acme")
  void activate(@Parameters(paramLabel = "NAME", description = "The tenant.") String name) {
    change(name, Catalogs::activateTenant);
  }

  @Command(
      name = "purge",
      description = {
        "Purges a deactivated tenant for good; its catalogs must be purged before.",
        "Its name can be used again, its ID cannot."
      },
      footer = "  cairn tenant purge acme --yes")
  void purge(
      @Parameters(paramLabel = "NAME", description = "The tenant.") String name,
      @Mixin Confirmation confirmation) {
    try (ToolConnection connection = confirmation.open(tool)) {
      Tenant seen = find(connection, name);
      boolean isPurged =
          confirmation.allows(tool, "Purge the tenant '%s' for good?".formatted(name));
      if (isPurged) {
        connection.cairn().catalogs().purgeTenant(seen);
      }
      tool.output()
          .print(
              new CommandReport()
                  .with("id", seen.id())
                  .with("name", name)
                  .with("purged", isPurged));
    }
  }

  private void change(String name, BiFunction<Catalogs, Tenant, Tenant> change) {
    try (ToolConnection connection = tool.store().open()) {
      print(change.apply(connection.cairn().catalogs(), find(connection, name)));
    }
  }

  static Tenant find(ToolConnection connection, String name) {
    Catalogs catalogs = connection.cairn().catalogs();
    return catalogs.findTenant(name).orElseThrow(() -> UnknownNames.noTenant(catalogs, name));
  }

  private void print(Tenant tenant) {
    tool.output()
        .print(
            new CommandReport()
                .with("name", tenant.name())
                .with("id", tenant.id())
                .with("state", tenant.state())
                .with("version", new Serial(tenant.version()))
                .with("createdAt", tenant.createdAt())
                .with("properties", tenant.properties()));
  }
}
