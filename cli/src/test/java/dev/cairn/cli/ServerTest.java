package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database on a server, for which the stand-in of MongoDB serves. */
class ServerTest {
  @TempDir Path directory;

  private final MongoServer server =
      new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));

  @AfterEach
  void stop() {
    server.shutdownNow();
  }

  private Cli cli(String uri) {
    return cli(directory, uri);
  }

  /** The tool on the server at {@code uri}. */
  static Cli cli(Path directory, String uri) {
    return new Cli(directory.resolve("none"))
        .without("CAIRN_ROCKSDB_PATH")
        .without("CAIRN_ROCKSDB_DURABILITY")
        .with("CAIRN_BACKEND", "mongodb")
        .with("CAIRN_MONGODB_URI", uri);
  }

  @Test
  void theToolWorksOnItAndTellsWhatIsMissing() {
    Cli cli = cli(server.bindAndGetConnectionString());
    String missing = cli.fails(ExitCode.NOT_FOUND, "tenant", "list");
    assertTrue(missing.contains("schema create"), missing);
    assertEquals("complete", cli.json("schema", "create").path("schema").asText());
    cli.ok("tenant", "create", "acme");
    cli.ok("catalog", "create", Samples.CATALOG);
    Samples.commitAll(cli, List.of("eu/orders", "eu/orders eu/lines"));
    assertEquals(2, cli.json("ls", Samples.CATALOG).path("keys").size());
    assertEquals(2, cli.json("ref", "log", Samples.CATALOG).path("commits").size());
    JsonNode info = cli.json("info");
    assertEquals("mongodb", info.path("backend").asText());
    assertTrue(info.path("healthy").asBoolean(), info::toString);
    assertTrue(cli.json("check").path("isClean").asBoolean());
    assertEquals(0, cli.json("gc", "--yes").path("deletedRows").asInt());
    assertEquals(0, cli.json("lease", "list").path("leases").size());
    Path file = directory.resolve("all.cairn");
    cli.ok("export", file.toString());
    Cli local = new Cli(directory.resolve("store"));
    local.ok("schema", "create");
    assertTrue(local.json("import", file.toString()).path("isClean").asBoolean());
    assertEquals(
        cli.json("ls", Samples.CATALOG).path("keys"),
        local.json("ls", Samples.CATALOG).path("keys"));
    server.shutdownNow();
    cli.with("CAIRN_MONGODB_REQUEST_TIMEOUT", "PT0.2S");
    String gone = cli.fails(ExitCode.UNAVAILABLE, "tenant", "list");
    assertFalse(gone.contains("\tat "), gone);
  }
}
