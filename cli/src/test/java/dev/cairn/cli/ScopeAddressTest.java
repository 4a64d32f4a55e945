package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Scope;
import dev.cairn.api.store.Store;
import dev.cairn.core.Cairn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Catalogs by name and scopes by their IDs, which commands do not take for each other. */
class ScopeAddressTest {
  @TempDir Path directory;

  private Path file;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @BeforeEach
  void export() {
    Samples.create(cli());
    Samples.commitAll(cli(), List.of("eu/orders"));
    file = directory.resolve("sales.cairn");
    cli().ok("export", file.toString(), "--catalog", Samples.CATALOG);
  }

  private JsonNode keys(String address) {
    return cli().json("ls", address).path("keys");
  }

  @Test
  void anImportGoesIntoACatalogByItsName() {
    cli().fails(ExitCode.NOT_FOUND, "import", file.toString(), "--into", "acme/copy");
    cli().ok("catalog", "create", "acme/copy");
    cli().ok("import", file.toString(), "--into", "acme/copy");
    assertEquals("eu/orders", keys("acme/copy").at("/0/key").asText());
    assertEquals(keys(Samples.CATALOG), keys("acme/copy"));
  }

  @Test
  void anImportIntoIdsThatAreNamesIsRefused() throws Exception {
    cli().ok("catalog", "create", "acme/copy");
    String refused = cli().fails(ExitCode.USAGE, "import", file.toString(), "--into", "@acme/copy");
    assertTrue(refused.contains("--into acme/copy"), refused);
    String unmade = cli().fails(ExitCode.USAGE, "import", file.toString(), "--into", "@acme/none");
    assertTrue(unmade.contains("cairn catalog create acme/none"), unmade);
    assertEquals(0, keys("acme/copy").size());
    Cli other = new Cli(directory.resolve("other"));
    Samples.create(other);
    Path target =
        Files.writeString(
            directory.resolve("other.properties"),
            "cairn.backend=rocksdb\ncairn.rocksdb.path=%s\n".formatted(other.store()));
    cli()
        .fails(
            ExitCode.USAGE,
            "copy",
            "--to",
            target.toString(),
            "--catalog",
            Samples.CATALOG,
            "--into",
            "@acme/sales");
  }

  @Test
  void anImportIntoAScopeThatNoCatalogHasSaysSo() {
    Cli.Result named = cli().ok("import", file.toString(), "--into", "@t1/c1");
    assertTrue(named.err().contains("@t1/c1 belongs to no catalog"), named.err());
    assertEquals("eu/orders", keys("@t1/c1").at("/0/key").asText());
    Cli other = new Cli(directory.resolve("other"));
    other.ok("schema", "create");
    Cli.Result own = other.ok("import", file.toString());
    assertTrue(own.err().contains("belongs to no catalog"), own.err());
    cli().ok("catalog", "create", "acme/copy");
    assertEquals("", cli().ok("import", file.toString(), "--into", "acme/copy").err());
  }

  @Test
  void theNamesOfACatalogAreNotTakenForIds() {
    for (String command :
        List.of("ls @acme/sales", "ref create @acme/sales x", "catalog purge @acme/sales --yes")) {
      String refused = cli().fails(ExitCode.USAGE, command.split(" "));
      assertTrue(refused.contains("write acme/sales"), refused);
    }
    assertEquals(1, keys(Samples.CATALOG).size());
  }

  @Test
  void aScopeThatReallyHasSuchIdsCanBeLookedAt() {
    try (Cairn cairn = cli().open();
        Store store = cairn.store(new Scope("acme", "sales"))) {
      store.createReference("main");
    }
    assertEquals(1, cli().json("ref", "list", "@acme/sales").path("references").size());
    assertEquals(0, keys("@acme/sales").size());
  }

  @Test
  void anAddressIsNeverAFileOfArguments() {
    assertEquals(0, cli().json("ref", "list", "@src/main").path("references").size());
  }
}
