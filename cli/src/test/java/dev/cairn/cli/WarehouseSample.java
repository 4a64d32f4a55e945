package dev.cairn.cli;

import dev.cairn.core.Cairn;
import dev.cairn.iceberg.catalog.CatalogTables.NewTable;
import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;

/**
 * A warehouse {@code shop} with the table {@code sales.orders}, and two that are dropped, {@code
 * sales.items} and {@code sales.returns}.
 */
final class WarehouseSample {
  private WarehouseSample() {}

  static void create(Cli cli, Path files) {
    try (Cairn cairn = cli.open()) {
      cairn.catalogs().createTenant("default", Map.of());
      Warehouses warehouses =
          new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC());
      warehouses.create("shop", Map.of("location", "file:" + files.resolve("shop")));
      try (OpenWarehouse shop = warehouses.open("shop")) {
        IcebergCatalog catalog = shop.catalog();
        Namespace sales = Namespace.of("sales");
        catalog.namespaces().create(sales, Map.of());
        catalog.tables().create(TableIdentifier.of(sales, "orders"), newTable());
        for (String name : List.of("items", "returns")) {
          TableIdentifier table = TableIdentifier.of(sales, name);
          catalog.tables().create(table, newTable());
          catalog.entities().drop(EntityKind.TABLE, table, false);
        }
      }
    }
  }

  private static NewTable newTable() {
    return new NewTable(
        new Schema(Types.NestedField.required(1, "id", Types.LongType.get())),
        PartitionSpec.unpartitioned(),
        SortOrder.unsorted(),
        null,
        Map.of());
  }
}
