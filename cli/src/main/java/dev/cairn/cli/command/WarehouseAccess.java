package dev.cairn.cli.command;

import dev.cairn.api.catalog.CatalogNotFoundException;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ToolConnection;
import dev.cairn.iceberg.server.ServerSettings;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import dev.cairn.iceberg.warehouse.Warehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.time.Clock;
import java.util.Map;

/** The warehouses of the tenant that the server serves. */
final class WarehouseAccess {
  private WarehouseAccess() {}

  static String tenant(ToolConnection connection) {
    return connection.configuration().get(ServerSettings.TENANT);
  }

  static Warehouses warehouses(ToolConnection connection) {
    return new Warehouses(
        connection.cairn().catalogs(), tenant(connection), Map.of(), Clock.systemUTC());
  }

  static Warehouse get(ToolConnection connection, String name) {
    try {
      return warehouses(connection).get(name);
    } catch (CatalogNotFoundException e) {
      throw notFound(e);
    }
  }

  static OpenWarehouse open(ToolConnection connection, WarehouseAddress address) {
    try {
      return warehouses(connection).open(address.warehouse());
    } catch (CatalogNotFoundException e) {
      throw notFound(e);
    }
  }

  private static CommandException notFound(CatalogNotFoundException e) {
    return CommandException.notFound(
        "%s; list them by: cairn warehouse list; another tenant is named by -D %s=NAME"
            .formatted(e.getMessage(), ServerSettings.TENANT.key()));
  }
}
