package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A SQL database, for which H2 serves. */
class SqlTest {
  private static final String SECRET = "hunter2";

  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("none"))
        .without("CAIRN_ROCKSDB_PATH")
        .without("CAIRN_ROCKSDB_DURABILITY")
        .with("CAIRN_BACKEND", "jdbc")
        .with("CAIRN_JDBC_URL", "jdbc:h2:file:" + directory.resolve("store"))
        .with("CAIRN_JDBC_USER", "cairn")
        .with("CAIRN_JDBC_PASSWORD", SECRET);
  }

  @Test
  void theToolWorksOnItAndTellsWhatIsMissing() {
    Cli cli = cli();
    String missing = cli.fails(ExitCode.NOT_FOUND, "tenant", "list");
    assertTrue(missing.contains("schema create"), missing);
    assertEquals("complete", cli.json("schema", "create").path("schema").asText());
    cli.ok("tenant", "create", "acme");
    cli.ok("catalog", "create", Samples.CATALOG);
    Samples.commitAll(cli, List.of("eu/orders", "eu/orders eu/lines"));
    assertEquals(2, cli.json("ls", Samples.CATALOG).path("keys").size());
    assertEquals(2, cli.json("ref", "log", Samples.CATALOG).path("commits").size());
    JsonNode info = cli.json("info");
    assertEquals("jdbc", info.path("backend").asText());
    assertTrue(info.path("healthy").asBoolean(), info::toString);
    assertFalse(info.toString().contains(SECRET), info::toString);
    assertTrue(cli.json("check").path("isClean").asBoolean());
    assertEquals(0, cli.json("gc", "--yes").path("deletedRows").asInt());
  }
}
