package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code info}, {@code schema}, {@code tenant}, {@code catalog} and {@code lease}. */
class StoreCommandsTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @Test
  void nothingIsCreatedWhereThereIsNoStore() {
    for (String command : new String[] {"info", "lease list", "tenant list", "task list"}) {
      String message = cli().fails(ExitCode.NOT_FOUND, command.split(" "));
      assertTrue(message.contains("cairn schema create"), message);
    }
    assertFalse(Files.exists(cli().store()));
  }

  @Test
  void infoTellsAllButChangesNothing() {
    assertEquals("complete", cli().json("schema", "create").path("schema").asText());
    JsonNode fresh = cli().json("info");
    assertTrue(fresh.path("formatLevel").isNull(), "no process has used the store");
    cli().ok("tenant", "create", "acme");
    JsonNode used = cli().json("info");
    assertEquals("rocksdb", used.path("backend").asText());
    assertTrue(used.path("healthy").asBoolean());
    assertTrue(used.path("clock").asText().contains("none of its own"));
    assertEquals(1, used.path("formatLevel").asInt());
    assertTrue(used.path("objects").asLong() > 0);
    assertEquals("os", used.path("settings").path("cairn.rocksdb.durability").asText());
    assertEquals(used, cli().json("info"));
    assertTrue(cli().ok("info").out().contains("format level          1"));
  }

  @Test
  void schemaIsPrintedAndTheLevelOnlyRaisedToOneThatIsKnown() {
    cli().ok("schema", "create");
    cli().ok("schema", "create");
    assertTrue(cli().ok("schema", "print").out().contains("column families"));
    assertTrue(cli().json("schema", "print").path("schema").asText().contains("column families"));
    cli().ok("tenant", "create", "acme");
    assertEquals(1, cli().json("schema", "raise", "1").path("formatLevel").asInt());
    assertTrue(cli().fails(ExitCode.FAILED, "schema", "raise", "9", "--yes").contains("9"));
    assertTrue(cli().fails(ExitCode.USAGE, "schema", "raise", "9").contains("--yes"));
  }

  @Test
  void aTenantLivesThroughItsStates() {
    cli().ok("schema", "create");
    JsonNode created = cli().json("tenant", "create", "acme", "-p", "plan=gold", "-p", "trial=yes");
    assertEquals("ACTIVE", created.path("state").asText());
    assertTrue(cli().fails(ExitCode.CONFLICT, "tenant", "create", "acme").contains("acme"));
    JsonNode updated =
        cli().json("tenant", "update", "acme", "-p", "plan=silver", "--remove", "trial");
    assertEquals("{\"plan\":\"silver\"}", updated.path("properties").toString());
    assertEquals(2, updated.path("version").asInt());
    cli().ok("catalog", "create", "acme/sales");
    assertEquals("DEACTIVATED", cli().json("tenant", "deactivate", "acme").path("state").asText());
    cli().fails(ExitCode.CONFLICT, "catalog", "create", "acme/more");
    assertEquals("ACTIVE", cli().json("tenant", "activate", "acme").path("state").asText());
    assertEquals(
        cli().json("tenant", "show", "acme"), cli().json("tenant", "list").at("/tenants/0"));
    assertTrue(cli().fails(ExitCode.NOT_FOUND, "tenant", "show", "nobody").contains("nobody"));
    cli().fails(ExitCode.USAGE, "tenant", "create", "a\nb");
  }

  @Test
  void catalogsBelongToTenants() {
    cli().ok("schema", "create");
    cli().ok("tenant", "create", "acme");
    JsonNode created = cli().json("catalog", "create", "acme/sales", "-p", "owner=ann");
    assertEquals("ACTIVE", created.path("state").asText());
    cli().fails(ExitCode.CONFLICT, "catalog", "create", "acme/sales");
    cli().fails(ExitCode.NOT_FOUND, "catalog", "create", "nobody/sales");
    cli().fails(ExitCode.NOT_FOUND, "catalog", "list", "nobody");
    cli().fails(ExitCode.NOT_FOUND, "catalog", "show", "acme/none");
    cli().fails(ExitCode.USAGE, "catalog", "show", "@acme/sales");
    cli().fails(ExitCode.USAGE, "catalog", "create", "@acme/sales");
    cli().ok("catalog", "update", "acme/sales", "-p", "owner=bob");
    cli().ok("catalog", "deactivate", "acme/sales");
    assertTrue(cli().ok("ref", "list", "acme/sales").out().contains("main"), "operators may look");
    JsonNode active = cli().json("catalog", "activate", "acme/sales");
    assertEquals(active, cli().json("catalog", "show", "acme/sales"));
    assertEquals(active, cli().json("catalog", "list", "acme").at("/catalogs/0"));
    assertEquals("bob", active.at("/properties/owner").asText());
  }

  @Test
  void listingsGoOnWhereTheyStopped() {
    cli().ok("schema", "create");
    for (String name : new String[] {"a", "b", "c"}) {
      cli().ok("tenant", "create", name);
    }
    JsonNode first = cli().json("tenant", "list", "--limit", "2");
    String next = first.path("next").asText();
    cli().ok("tenant", "create", "d"); // after the first page: the listing does not show it
    JsonNode second = cli().json("tenant", "list", "--limit", "2", "--after", next);
    assertEquals(1, second.path("tenants").size());
    assertEquals("c", second.at("/tenants/0/name").asText());
    assertTrue(second.path("next").isNull());
    Cli.Result shown = cli().ok("tenant", "list", "--limit", "2");
    assertEquals(3, shown.out().lines().count());
    assertTrue(shown.err().contains("--after '"), shown.err());
    cli().fails(ExitCode.USAGE, "tenant", "list", "--after", next.substring(1));
    cli().fails(ExitCode.USAGE, "tenant", "list", "--limit", "0");
  }

  @Test
  void leasesAreListedWithoutTakingOne() {
    cli().ok("schema", "create");
    cli().ok("tenant", "create", "acme");
    assertEquals(0, cli().json("lease", "list").path("leases").size());
    JsonNode all = cli().json("lease", "list", "--all").path("leases");
    assertEquals(1, all.size());
    assertEquals("released", all.at("/0/state").asText());
    assertFalse(all.at("/0/host").asText().equals("unknown"), all::toString);
    String node = all.at("/0/node").asText();
    assertTrue(all.at("/0/node").isInt(), all::toString);
    String shown = cli().ok("lease", "list", "--all").out().lines().toList().get(1);
    assertTrue(shown.strip().startsWith(node + " "), "a name, not an amount: " + shown);
    assertEquals(Long.toString(ProcessHandle.current().pid()), all.at("/0/process").asText());
  }
}
