package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.core.Cairn;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warehouses, namespaces and tables, without a server. */
class WarehouseCommandsTest {
  @TempDir Path directory;
  private Cli cli;

  @BeforeEach
  void fill() {
    cli = new Cli(directory.resolve("store"));
    cli.ok("schema", "create");
    WarehouseSample.create(cli, directory);
  }

  @Test
  void aWarehouseIsCreatedChangedDeactivatedAndActivated() {
    String location = "file:" + directory.resolve("second");
    JsonNode created = cli.json("warehouse", "create", "second", "-p", "location=" + location);
    assertEquals("ACTIVE", created.path("state").asText());
    JsonNode list = cli.json("warehouse", "list").path("warehouses");
    assertEquals("second", list.path(0).path("name").asText());
    assertEquals(location, list.path(0).path("location").asText());
    cli.ok("warehouse", "update", "second", "-p", "keep-dropped=30d");
    assertEquals(
        "30d",
        cli.json("warehouse", "get", "second").path("properties").path("keep-dropped").asText());
    cli.ok("warehouse", "deactivate", "second");
    assertTrue(
        cli.fails(ExitCode.CONFLICT, "namespace", "list", "second").contains("second"),
        "one that is not active is not opened");
    cli.ok("warehouse", "activate", "second");
    cli.ok("namespace", "list", "second");
  }

  @Test
  void aDryRunChangesNothing() {
    String location = "location=file:" + directory.resolve("second");
    JsonNode planned = cli.json("warehouse", "create", "second", "-p", location, "--dry-run");
    assertTrue(planned.path("properties").has("location"), planned::toString);
    assertEquals(1, cli.json("warehouse", "list").path("warehouses").size());
    JsonNode before = cli.json("warehouse", "get", "shop");
    JsonNode updated =
        cli.json("warehouse", "update", "shop", "-p", "comment=changed", "--dry-run");
    assertEquals("changed", updated.path("properties").path("comment").asText());
    cli.ok("warehouse", "deactivate", "shop", "--dry-run");
    assertFalse(
        cli.json("table", "undrop", "shop/sales/items", "--dry-run").path("undropped").asBoolean());
    assertEquals(before, cli.json("warehouse", "get", "shop"));
    assertEquals(2, cli.json("table", "list", "shop", "--dropped").path("dropped").size());
  }

  @Test
  void aDryRunRefusesWhatTheCommandWouldRefuse() {
    String location = "location=file:" + directory.resolve("second");
    cli.fails(ExitCode.CONFLICT, "warehouse", "create", "shop", "-p", location, "--dry-run");
    cli.fails(ExitCode.USAGE, "warehouse", "update", "shop", "-p", "typo=1", "--dry-run");
    cli.ok("warehouse", "update", "shop", "-p", "cairn.protected=true");
    cli.fails(ExitCode.CONFLICT, "warehouse", "deactivate", "shop");
    cli.fails(ExitCode.CONFLICT, "warehouse", "deactivate", "shop", "--dry-run");
  }

  @Test
  void aPartOfTheDroppedTablesIsRefusedNotIgnored() {
    String refused =
        cli.fails(ExitCode.USAGE, "table", "list", "shop", "--dropped", "--limit", "1");
    assertTrue(refused.contains("--limit"), refused);
  }

  @Test
  void aMissingTenantIsCreatedWithItsFirstWarehouse() {
    String location = "location=file:" + directory.resolve("other");
    cli.ok("-D", "cairn.server.tenant=other", "warehouse", "create", "first", "-p", location);
    assertTrue(
        cli.fails(ExitCode.NOT_FOUND, "warehouse", "get", "first").contains("cairn.server.tenant"));
    cli.ok("-D", "cairn.server.tenant=other", "warehouse", "get", "first");
  }

  /** Its files are found by a class that nothing links. */
  @Test
  void aWarehouseInS3NeedsNothingMoreOnTheClassPath() {
    cli.ok("warehouse", "create", "far", "-p", "location=s3://bucket/far");
    assertEquals(0, cli.json("namespace", "list", "far").path("namespaces").size());
  }

  /** To operators, what the catalog stores is JSON, down to what a table refers to. */
  @Test
  void everyObjectOfATableIsPrintedAsJson() {
    String state;
    try (Cairn cairn = cli.open();
        OpenWarehouse shop =
            new Warehouses(cairn.catalogs(), "default", Map.of(), Clock.systemUTC()).open("shop")) {
      TableIdentifier orders = TableIdentifier.of("sales", "orders");
      state = shop.catalog().tables().load(orders).stateRef().toString();
    }
    JsonNode table = cli.json("get", "default/shop", state);
    assertTrue(
        table.path("value").path("metadataFile").asText().contains("/orders-"), table::toString);
    assertFalse(table.path("references").isEmpty());
    for (JsonNode reference : table.path("references")) {
      JsonNode object = cli.json("get", "default/shop", reference.asText());
      assertTrue(object.path("value").isObject(), object::toString);
    }
  }

  @Test
  void badPropertiesAndNamesAreNamed() {
    assertTrue(cli.fails(ExitCode.USAGE, "warehouse", "create", "x").contains("location"));
    assertTrue(
        cli.fails(ExitCode.USAGE, "warehouse", "create", "x", "-p", "locatio=file:/x")
            .contains("did you mean location"));
    String taken = "location=file:" + directory.resolve("shop");
    assertTrue(
        cli.fails(ExitCode.CONFLICT, "warehouse", "create", "x", "-p", taken).contains("shop"));
    assertTrue(cli.fails(ExitCode.NOT_FOUND, "warehouse", "get", "nope").contains("nope"));
    assertTrue(cli.fails(ExitCode.USAGE, "table", "get", "shop/orders").contains("shop/orders"));
    assertTrue(cli.fails(ExitCode.USAGE, "table", "list", "shop").contains("namespace list"));
    assertTrue(cli.fails(ExitCode.NOT_FOUND, "table", "get", "shop/sales/no").contains("no"));
    assertTrue(cli.fails(ExitCode.NOT_FOUND, "namespace", "list", "shop/no").contains("no"));
    assertTrue(
        cli.fails(ExitCode.NOT_FOUND, "table", "undrop", "shop/sales/no").contains("--dropped"));
  }

  @Test
  void namespacesAndTablesAreListedAndShown() {
    JsonNode namespaces = cli.json("namespace", "list", "shop").path("namespaces");
    assertEquals("shop/sales", namespaces.path(0).path("address").asText());
    JsonNode tables = cli.json("table", "list", "shop/sales").path("tables");
    assertEquals(1, tables.size(), tables::toString);
    String address = tables.path(0).path("address").asText();
    JsonNode table = cli.json("table", "get", address);
    assertEquals("shop/sales/orders", table.path("address").asText());
    assertEquals(1, table.path("columns").asInt());
    JsonNode metadata = cli.ok("table", "get", address, "--metadata").json();
    assertEquals(table.path("uuid").asText(), metadata.path("table-uuid").asText());
  }

  @Test
  void aDroppedTableComesBackUnderItsNameOrAnother() {
    JsonNode dropped = cli.json("table", "list", "shop", "--dropped").path("dropped").path(0);
    assertEquals("shop/sales/items", dropped.path("address").asText());
    String id = dropped.path("id").asText();
    cli.ok("table", "undrop", "shop/sales/goods", "--id", id);
    assertEquals(id, cli.json("table", "get", "shop/sales/goods").path("id").asText());
    assertEquals(1, cli.json("table", "list", "shop", "--dropped").path("dropped").size());
    cli.fails(ExitCode.NOT_FOUND, "table", "undrop", "shop/sales/items");
  }

  @Test
  void theLogOfATableHasItsCommitsAlone() {
    JsonNode log = cli.json("table", "log", "shop/sales/items").path("commits");
    assertEquals(2, log.size(), log::toString);
    assertTrue(log.path(0).path("message").asText().startsWith("drop"), log::toString);
    assertTrue(log.path(1).path("message").asText().startsWith("create-table"), log::toString);
    JsonNode first = cli.json("table", "log", "shop/sales/items", "--limit", "1");
    assertEquals(1, first.path("commits").size(), first::toString);
    JsonNode rest =
        cli.json("table", "log", "shop/sales/items", "--after", first.path("next").asText());
    assertEquals(log.path(1), rest.path("commits").path(0));
  }

  @Test
  void aTableComesBackAsItWasInAnEarlierState() {
    JsonNode log = cli.json("table", "log", "shop/sales/items").path("commits");
    String existed = log.path(1).path("head").asText();
    String dropped = log.path(0).path("head").asText();
    assertTrue(
        cli.fails(ExitCode.USAGE, "table", "restore", "shop/sales/items", "--at", existed)
            .contains("--yes"));
    JsonNode planned =
        cli.json("table", "restore", "shop/sales/items", "--at", existed, "--dry-run");
    assertFalse(planned.path("restored").asBoolean());
    assertEquals(2, cli.json("table", "list", "shop", "--dropped").path("dropped").size());
    JsonNode done = cli.json("table", "restore", "shop/sales/items", "--at", existed, "--yes");
    assertEquals("shop/sales/items", done.path("address").asText());
    cli.ok("table", "get", "shop/sales/items");
    assertTrue(
        cli.fails(
                ExitCode.NOT_FOUND,
                "table",
                "restore",
                "shop/sales/items",
                "--at",
                dropped,
                "--yes")
            .contains(dropped));
  }

  /** The key is that of a script which was interrupted, and does not know how far it got. */
  @Test
  void underAKeyARestoreTakesEffectOnce() {
    String existed = cli.json("table", "log", "shop/sales/items").at("/commits/1/head").asText();
    String[] restore = {
      "table", "restore", "shop/sales/items", "--at", existed, "--yes", "--key", "script-1"
    };
    JsonNode first = cli.json(restore);
    JsonNode restored = cli.json("ref", "log", "default/shop").at("/commits/0/head");
    assertEquals(first, cli.json(restore));
    assertEquals(restored, cli.json("ref", "log", "default/shop").at("/commits/0/head"));
    restore[4] = restored.asText();
    String refused = cli.fails(ExitCode.CONFLICT, restore);
    assertTrue(refused.contains("key"), "of another request: " + refused);
  }

  @Test
  void aRefusalIsRepeatedUnderItsKeyAndABadKeyIsNamed() {
    String existed = cli.json("table", "log", "shop/sales/items").at("/commits/1/head").asText();
    JsonNode dropped = cli.json("table", "list", "shop", "--dropped").path("dropped");
    String returns = dropped.at("/1/id").asText();
    cli.ok("table", "undrop", "shop/sales/items", "--id", returns);
    String[] restore = {
      "table", "restore", "shop/sales/items", "--at", existed, "--yes", "--key", "script-2"
    };
    String refused = cli.fails(ExitCode.CONFLICT, restore);
    assertTrue(refused.contains("items"), refused);
    assertEquals(refused, cli.fails(ExitCode.CONFLICT, restore));
    restore[restore.length - 1] = "no key";
    assertTrue(cli.fails(ExitCode.USAGE, restore).contains("no key"));
  }

  @Test
  void aWarehouseGoesBackToAnEarlierStateAndSaysWhatItLeavesOut() {
    JsonNode log = cli.json("ref", "log", "default/shop").path("commits");
    String before = "";
    for (JsonNode each : log) {
      if (each.path("message").asText().startsWith("drop sales.items")) {
        before = each.path("head").asText();
      }
    }
    cli.ok("table", "undrop", "shop/sales/items");
    cli.ok("table", "undrop", "shop/sales/returns");
    assertTrue(
        cli.fails(ExitCode.USAGE, "warehouse", "reset", "shop", "--at", before).contains("--yes"));
    JsonNode planned = cli.json("warehouse", "reset", "shop", "--at", before, "--dry-run");
    assertFalse(planned.path("reset").asBoolean());
    assertEquals("shop/sales/items", planned.at("/dropped/0").asText(), planned::toString);
    assertEquals(3, cli.json("table", "list", "shop/sales").path("tables").size());
    JsonNode done =
        cli.json("warehouse", "reset", "shop", "--at", before, "--yes", "--key", "reset-1");
    assertTrue(done.path("reset").asBoolean());
    assertEquals(planned.path("dropped"), done.path("dropped"));
    assertEquals(1, cli.json("table", "list", "shop/sales").path("tables").size());
    cli.ok("table", "undrop", "shop/sales/items");
    JsonNode again =
        cli.json("warehouse", "reset", "shop", "--at", before, "--yes", "--key", "reset-1");
    assertEquals(done.path("dropped"), again.path("dropped"));
    assertEquals(2, cli.json("table", "list", "shop/sales").path("tables").size());
    assertTrue(
        cli.fails(ExitCode.NOT_FOUND, "warehouse", "reset", "x", "--at", "1h").contains("x"));
  }

  @Test
  void aBareResetOfAWarehouseIsRefusedAndNamesTheCommandForIt() {
    JsonNode log = cli.json("ref", "log", "default/shop").path("commits");
    String head = log.path(1).path("head").asText();
    String refused =
        cli.fails(ExitCode.USAGE, "ref", "reset", "default/shop", "main", head, "--yes");
    assertTrue(
        refused.contains("cairn.server.tenant=default warehouse reset shop --at " + head), refused);
    cli.fails(ExitCode.USAGE, "ref", "reset", "default/shop", "main", head, "--dry-run");
    String scope = cli.json("warehouse", "get", "shop").path("scope").asText();
    String byScope = cli.fails(ExitCode.USAGE, "ref", "reset", scope, "main", head, "--yes");
    assertTrue(byScope.contains("warehouse reset NAME"), byScope);
    assertEquals(
        log.path(0).path("head"), cli.json("ref", "log", "default/shop").at("/commits/0/head"));
    JsonNode bare = cli.json("ref", "reset", "default/shop", "main", head, "--bare", "--yes");
    assertEquals(head, bare.path("to").asText());
  }

  /** A state without namespaces does not look like one, but what it replaces does. */
  @Test
  void alsoToAStateBeforeTheFirstNamespace() {
    JsonNode log = cli.json("ref", "log", "default/shop").path("commits");
    String first = log.path(log.size() - 1).path("head").asText();
    cli.ok("warehouse", "reset", "shop", "--at", first, "--yes");
    cli.fails(ExitCode.USAGE, "ref", "reset", "default/shop", "main", first, "--yes");
  }
}
