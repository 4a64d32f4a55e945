package dev.cairn.cli.command;

import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.Listing;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Connection;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Report;
import dev.cairn.cli.output.Table;
import java.util.Map;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Those who have catalogs. */
@Command(
    name = "tenant",
    synopsisSubcommandLabel = "COMMAND",
    description = "Creates, lists and changes tenants, who have catalogs.",
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
    try (Connection connection = tool.open()) {
      print(connection.cairn().catalogs().createTenant(name, properties.applyTo(Map.of())));
    }
  }

  @Command(
      name = "list",
      description = "Lists tenants by name.",
      footer = "  cairn tenant list --limit 20")
  void list(@Mixin Paging paging) {
    try (Connection connection = tool.open()) {
      Listing<Tenant> found =
          connection.cairn().catalogs().listTenants(paging.after(), paging.limit());
      Table table = new Table("name", "id", "state", "version", "createdAt", "properties");
      for (Tenant each : found.items()) {
        table.row(
            each.name(),
            each.id(),
            each.state(),
            each.version(),
            each.createdAt(),
            each.properties());
      }
      Lists.print(tool, "tenants", table, found.next());
    }
  }

  @Command(name = "show", description = "Shows a tenant.", footer = "  cairn tenant show acme")
  void show(@Parameters(paramLabel = "NAME", description = "The tenant.") String name) {
    try (Connection connection = tool.open()) {
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
      description = "Lets nobody open catalogs of the tenant; what they hold stays.",
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
        "Gives a deactivated tenant up for ever, whose catalogs are all purged.",
        "Its name is free again, its ID never is."
      },
      footer = "  cairn tenant purge acme --yes")
  void purge(
      @Parameters(paramLabel = "NAME", description = "The tenant.") String name,
      @Mixin Confirmation confirmation) {
    try (Connection connection = tool.open()) {
      Tenant seen = find(connection, name);
      boolean isPurged =
          confirmation.allows(tool, "Give up the tenant '%s', for ever?".formatted(name));
      if (isPurged) {
        connection.cairn().catalogs().purgeTenant(seen);
      }
      tool.output()
          .print(new Report().with("id", seen.id()).with("name", name).with("purged", isPurged));
    }
  }

  private void change(String name, BiFunction<Catalogs, Tenant, Tenant> change) {
    try (Connection connection = tool.open()) {
      print(change.apply(connection.cairn().catalogs(), find(connection, name)));
    }
  }

  private static Tenant find(Connection connection, String name) {
    return connection
        .cairn()
        .catalogs()
        .findTenant(name)
        .orElseThrow(
            () ->
                CommandException.notFound(
                    "there is no tenant '%s'; list them by: cairn tenant list".formatted(name)));
  }

  private void print(Tenant tenant) {
    tool.output()
        .print(
            new Report()
                .with("name", tenant.name())
                .with("id", tenant.id())
                .with("state", tenant.state())
                .with("version", tenant.version())
                .with("createdAt", tenant.createdAt())
                .with("properties", tenant.properties()));
  }
}
