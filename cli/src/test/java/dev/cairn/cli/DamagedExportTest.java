package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code export}, {@code import} and {@code copy} where a part of the store is lost. */
class DamagedExportTest {
  @TempDir Path directory;
  private String scope = "";

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  private Cli other() {
    Cli other = new Cli(directory.resolve("other"));
    other.ok("schema", "create");
    return other;
  }

  /** Two catalogs, one of which has lost its head. */
  @BeforeEach
  void create() {
    Samples.create(cli());
    cli().ok("catalog", "create", "acme/web");
    Samples.commitAll(cli(), List.of("eu/orders"));
    JsonNode shown = cli().json("ref", "show", Samples.CATALOG);
    scope = shown.path("scope").asText();
    String head = shown.path("head").asText();
    try (Cairn cairn = cli().open()) {
      cairn.backend().delete(List.of(Samples.key(scope, "cairn.head", head)));
    }
  }

  @Test
  void anExportNamesWhatItLeavesOutAndTheRestIsImported() {
    String file = directory.resolve("all.cairn").toString();
    Cli.Result exported = cli().run("export", file, "--json");
    assertEquals(7, exported.code(), exported::toString);
    JsonNode left = exported.json().path("leftOut");
    assertEquals(1, left.size(), left::toString);
    assertEquals(scope, left.at("/0/scope").asText());
    assertEquals("main", left.at("/0/reference").asText());
    assertTrue(exported.err().contains("main of " + scope), exported.err());
    assertFalse(exported.err().contains("Finding["), exported.err());
    Cli other = other();
    assertTrue(other.json("import", file).path("isClean").asBoolean());
    other.ok("check");
    assertEquals(1, other.json("ref", "list", "acme/web").path("references").size());
    assertEquals(0, other.json("ref", "list", Samples.CATALOG).path("references").size());
  }

  @Test
  void oneCatalogOfAFileIsImported() {
    String web = cli().json("catalog", "show", "acme/web").path("scope").asText();
    String file = directory.resolve("all.cairn").toString();
    assertEquals(7, cli().run("export", file).code());
    Cli other = other();
    other.ok("tenant", "create", "globex");
    other.ok("catalog", "create", "globex/web");
    assertTrue(other.json("import", file, "--dry-run").path("scopes").toString().contains(web));
    other.fails(ExitCode.CONFLICT, "import", file, "--into", "globex/web");
    other.ok("import", file, "--only", web, "--into", "globex/web");
    assertEquals(1, other.json("ref", "list", "globex/web").path("references").size());
    String refusal = other.fails(ExitCode.CONFLICT, "import", file, "--only", scope);
    assertTrue(refusal.contains(web), refusal);
    other.fails(ExitCode.USAGE, "import", file, "--only", "acme/web");
  }

  @Test
  void aCopyLeavesOutTheSame() throws Exception {
    other();
    Path properties = directory.resolve("other.properties");
    java.nio.file.Files.writeString(
        properties,
        "cairn.backend=rocksdb\ncairn.rocksdb.path=%s\n".formatted(directory.resolve("other")));
    Cli.Result copied = cli().run("copy", "--to", properties.toString(), "--json");
    assertEquals(7, copied.code(), copied::toString);
    assertEquals("main", copied.json().at("/leftOut/0/reference").asText());
    new Cli(directory.resolve("other")).ok("check");
  }
}
