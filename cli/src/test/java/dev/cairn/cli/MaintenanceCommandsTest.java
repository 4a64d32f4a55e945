package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.core.Cairn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gc}, {@code check}, {@code purge}, {@code export}, {@code import}, {@code backup}. */
class MaintenanceCommandsTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @BeforeEach
  void create() {
    Samples.create(cli());
  }

  private void commitLongAgo(String... names) {
    try (Cairn cairn =
        cli().open(InstantSource.offset(InstantSource.system(), Duration.ofDays(-30)))) {
      for (String name : names) {
        Samples.commit(cairn, name);
      }
    }
  }

  @Test
  void aCollectionDeletesWhatIsOldAndNotNeeded() {
    commitLongAgo("eu/orders", "eu/orders", "eu/orders");
    Samples.commitAll(cli(), List.of("eu/orders"));
    assertTrue(cli().fails(ExitCode.USAGE, "gc").contains("--yes"));
    JsonNode dry = cli().json("gc", "--dry-run");
    assertTrue(dry.path("dryRun").asBoolean());
    assertTrue(dry.path("deletedRows").asLong() > 0, dry::toString);
    assertEquals(dry.path("deleted"), cli().json("gc", "--dry-run").path("deleted"));
    JsonNode done = cli().json("gc", "--yes");
    assertEquals(dry.path("deleted"), done.path("deleted"));
    assertEquals(0, cli().json("gc", "--yes").path("deletedRows").asLong());
    assertEquals(
        4, cli().json("get", Samples.CATALOG, "--key", "eu/orders").at("/value/snapshot").asInt());
    assertTrue(cli().json("check").path("isClean").asBoolean());
    assertEquals("SUCCEEDED", cli().json("task", "list").at("/tasks/0/state").asText());
  }

  @Test
  void aCheckNamesWhatIsMissingAndWhoNeedsIt() {
    Samples.commitAll(cli(), List.of("eu/orders eu/lines"));
    JsonNode clean = cli().json("check");
    assertTrue(clean.path("isClean").asBoolean());
    assertTrue(clean.path("objects").asLong() >= 2, clean::toString);
    JsonNode table = cli().json("get", Samples.CATALOG, "--key", "eu/orders");
    try (Cairn cairn = cli().open()) {
      cairn.backend().delete(List.of(Samples.key(table)));
    }
    Cli.Result damaged = cli().run("check", "--json");
    assertEquals(ExitCode.DAMAGED.number(), damaged.code());
    JsonNode finding = damaged.json().at("/findings/0");
    assertEquals("MISSING", finding.path("kind").asText());
    assertTrue(finding.at("/affected/0").asText().endsWith("tables eu/orders"), finding::toString);
    assertTrue(damaged.err().contains("1 problem was found"), damaged.err());
    assertEquals(ExitCode.DAMAGED.number(), cli().run("check", Samples.CATALOG).code());
    assertEquals(0, cli().run("check", "@cairn/system", "--no-history").code());
    cli().fails(ExitCode.USAGE, "check", "--threads", "0");
  }

  @Test
  void aCheckNamesKeysOfALostPageAsPeopleWriteThem() {
    String[] names = new String[6_000];
    Arrays.setAll(names, i -> "region-%02d/orders_%05d".formatted(i % 30, i));
    Samples.commitAll(cli(), List.of(String.join(" ", names)));
    String head = cli().json("ref", "list", Samples.CATALOG).at("/references/0/head").asText();
    String object = "cairn.head/" + head.substring(head.indexOf('-') + 1);
    JsonNode root = cli().json("get", Samples.CATALOG, object).at("/value/indexes/tables");
    while (root.path("pages").size() == 1) {
      String below = root.at("/pages/0/page").asText();
      root = cli().json("get", Samples.CATALOG, below).path("value");
    }
    JsonNode got = cli().json("get", Samples.CATALOG, root.at("/pages/1/page").asText());
    try (Cairn cairn = cli().open()) {
      cairn.backend().delete(List.of(Samples.key(got)));
    }
    JsonNode finding = cli().run("check", "--json").json().at("/findings/0");
    String affected = finding.at("/affected/0").asText();
    assertTrue(affected.contains(" tables from region-"), affected);
    assertFalse(affected.contains("0x"), affected);
  }

  @Test
  void aCatalogIsPurgedOnlyAfterItWasDeactivated() {
    Samples.commitAll(cli(), List.of("eu/orders"));
    String scope = cli().json("catalog", "show", Samples.CATALOG).path("scope").asText();
    cli().fails(ExitCode.CONFLICT, "catalog", "purge", Samples.CATALOG, "--yes");
    cli().ok("catalog", "deactivate", Samples.CATALOG);
    assertFalse(
        cli().json("catalog", "purge", Samples.CATALOG, "--dry-run").path("purged").asBoolean());
    cli().fails(ExitCode.USAGE, "catalog", "purge", Samples.CATALOG);
    cli().fails(ExitCode.CONFLICT, "catalog", "purge", scope, "--yes");
    assertTrue(cli().json("catalog", "purge", Samples.CATALOG, "--yes").path("purged").asBoolean());
    cli().fails(ExitCode.NOT_FOUND, "catalog", "show", Samples.CATALOG);
    assertEquals(0, cli().json("ref", "list", scope).path("references").size());
    cli().fails(ExitCode.CONFLICT, "tenant", "purge", "acme", "--yes");
    cli().ok("tenant", "deactivate", "acme");
    assertTrue(cli().json("tenant", "purge", "acme", "--yes").path("purged").asBoolean());
    cli().fails(ExitCode.NOT_FOUND, "tenant", "show", "acme");
  }

  @Test
  void anExportIsImportedElsewhere() throws Exception {
    Samples.commitAll(cli(), List.of("eu/orders", "eu/lines us/orders"));
    Path file = directory.resolve("all.cairn");
    JsonNode exported = cli().json("export", file.toString());
    assertTrue(exported.path("objects").asLong() > 3, exported::toString);
    assertTrue(cli().fails(ExitCode.CONFLICT, "export", file.toString()).contains("there already"));
    Cli other = new Cli(directory.resolve("other"));
    other.ok("schema", "create");
    JsonNode dry = other.json("import", file.toString(), "--dry-run");
    assertEquals(exported.path("objects"), dry.path("objects"));
    JsonNode imported = other.json("import", file.toString());
    assertTrue(imported.path("isClean").asBoolean(), imported::toString);
    assertEquals(
        cli().json("ls", Samples.CATALOG).path("keys"),
        other.json("ls", Samples.CATALOG).path("keys"));
    // The same file again is the same import; one of another time is in the way.
    Path again = directory.resolve("again.cairn");
    cli().ok("export", again.toString());
    cli().fails(ExitCode.CONFLICT, "import", again.toString());
    cli().fails(ExitCode.NOT_FOUND, "import", "no-such-file");
    Files.write(again, new byte[] {1, 2, 3});
    cli().fails(ExitCode.DAMAGED, "import", again.toString());
  }

  @Test
  void oneCatalogIsCopiedIntoAnotherScope() throws Exception {
    Samples.commitAll(cli(), List.of("eu/orders"));
    Cli other = new Cli(directory.resolve("other"));
    other.ok("schema", "create");
    other.ok("tenant", "list");
    Path target =
        Files.writeString(
            directory.resolve("other.properties"),
            "cairn.backend=rocksdb\ncairn.rocksdb.path=%s\n".formatted(other.store()));
    JsonNode copied =
        cli()
            .json(
                "copy",
                "--to",
                target.toString(),
                "--catalog",
                Samples.CATALOG,
                "--into",
                "@copies/sales");
    assertEquals(1, copied.path("references").asInt(), copied::toString);
    assertEquals("eu/orders", other.json("ls", "@copies/sales").at("/keys/0/key").asText());
    cli().fails(ExitCode.USAGE, "copy");
    Files.writeString(target, "cairn.backend=rocksdb\ncairn.rocksdb.path=/no/such/store\n");
    cli().fails(ExitCode.NOT_FOUND, "copy", "--to", target.toString());
  }

  @Test
  void aBackupIsAStoreOfItsOwn() {
    Samples.commitAll(cli(), List.of("eu/orders"));
    Path copy = directory.resolve("copy");
    cli().ok("backup", copy.toString());
    cli().fails(ExitCode.CONFLICT, "backup", copy.toString());
    assertEquals(
        cli().json("ls", Samples.CATALOG).path("keys"),
        new Cli(copy).json("ls", Samples.CATALOG).path("keys"));
    String message = cli().with("CAIRN_BACKEND", "inmemory").fails(ExitCode.FAILED, "backup", "x");
    assertTrue(message.contains("export"), message);
  }
}
