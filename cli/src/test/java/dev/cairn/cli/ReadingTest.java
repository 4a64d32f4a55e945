package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that only look take no lease and write no row. */
class ReadingTest {
  @TempDir Path directory;

  private static final List<String> COMMANDS =
      List.of(
          "info",
          "doctor",
          "schema print",
          "names -- ref list acme/",
          "tenant list",
          "tenant show acme",
          "catalog list acme",
          "catalog show acme/sales",
          "ref list acme/sales",
          "ref list @cairn/system",
          "ref show acme/sales",
          "ref log acme/sales",
          "ref diff acme/sales main HEAD",
          "ref reset acme/sales main HEAD --dry-run",
          "ref reset acme/sales main --at 0s --dry-run",
          "ref delete acme/sales main --dry-run",
          "ls acme/sales",
          "ls acme/sales --level 1",
          "get acme/sales --key eu/orders",
          "lease list --all",
          "task list",
          "task show reindex",
          "task cancel reindex --dry-run",
          "idempotency list",
          "idempotency capacity",
          "idempotency purge --dry-run",
          "catalog purge acme/old --dry-run",
          "tenant purge acme --dry-run",
          "gc --dry-run",
          "task run cairn.gc --dry-run",
          "check",
          "import FILE --dry-run",
          "export NEW");

  private void look(Cli cli, Map<String, String> environment) {
    Set<String> before = new TreeSet<>();
    look(
        cli, () -> before.addAll(rows(environment)), () -> assertEquals(before, rows(environment)));
  }

  private void look(Cli cli, Runnable begin, Runnable after) {
    Samples.create(cli);
    cli.ok("catalog", "create", "acme/old");
    cli.ok("catalog", "deactivate", "acme/old");
    Samples.commitAll(cli, List.of("eu/orders", "eu/orders eu/lines"));
    cli.ok("task", "run", "reindex");
    Path file = directory.resolve("all.cairn");
    cli.ok("export", file.toString());
    String head = cli.json("ref", "log", Samples.CATALOG).at("/commits/1/head").asText();
    begin.run();
    int number = 0;
    for (String command : COMMANDS) {
      String words =
          command
              .replace("HEAD", head)
              .replace("FILE", file.toString())
              .replace("NEW", directory.resolve(++number + ".cairn").toString());
      cli.ok(words.split(" "));
      after.run();
    }
  }

  /** All rows with their tokens, which every write changes. */
  private static Set<String> rows(Map<String, String> environment) {
    Set<String> rows = new TreeSet<>();
    Configuration configuration =
        Configuration.builder().environment(environment).build(Cairn.settings());
    try (Backend backend = Backends.discover().open(configuration)) {
      var unused =
          backend.scanReferences(Optional.empty(), Optional.empty(), row -> add(rows, row));
      var unusedToo =
          backend.scanObjects(
              Optional.empty(),
              Optional.empty(),
              ScanBound.NONE,
              Optional.empty(),
              row -> add(rows, row));
    }
    return rows;
  }

  private static boolean add(Set<String> rows, Record row) {
    rows.add(row.toString());
    return true;
  }

  @Test
  void theyWriteNothingOnRocksDb() {
    Path store = directory.resolve("store");
    look(
        new Cli(store), Map.of("CAIRN_BACKEND", "rocksdb", "CAIRN_ROCKSDB_PATH", store.toString()));
  }

  @Test
  void theyWorkBesideAProcessThatHasTheStore() throws Exception {
    Path store = directory.resolve("store");
    Cli cli = new Cli(store);
    AtomicReference<Cairn> opened = new AtomicReference<>();
    try {
      look(cli, () -> opened.set(cli.open()), () -> Samples.commit(opened.get(), "eu/more"));
      String held = cli.json("lease", "list").at("/leases/0/state").asText();
      assertEquals("held", held, "the process that has the store");
      String health = cli.json("info").path("health").asText();
      assertTrue(health.contains("process " + ProcessHandle.current().pid() + " on "), health);
      int version = cli.json("ref", "list", Samples.CATALOG).at("/references/0/version").asInt();
      Samples.commit(opened.get(), "eu/last");
      cli.ok("get", Samples.CATALOG, "--key", "eu/last");
      Path copy = directory.resolve("copy");
      cli.ok("backup", copy.toString());
      Samples.commit(opened.get(), "eu/after");
      Cli restored = new Cli(copy);
      restored.ok("tenant", "create", "globex");
      restored.ok("check");
      assertEquals(
          version + 1,
          restored.json("ref", "list", Samples.CATALOG).at("/references/0/version").asInt());
      String refusal = cli.fails(ExitCode.UNAVAILABLE, "tenant", "create", "globex");
      assertTrue(refusal.contains("what only reads works beside it"), refusal);
    } finally {
      opened.get().close();
    }
    cli.ok("tenant", "create", "globex");
  }

  @Test
  void theyWriteNothingOnAServer() {
    MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
    try {
      String uri = server.bindAndGetConnectionString();
      look(
          ServerTest.cli(directory, uri),
          Map.of("CAIRN_BACKEND", "mongodb", "CAIRN_MONGODB_URI", uri));
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void theyWriteNothingToASqlDatabase() {
    String url = "jdbc:h2:file:" + directory.resolve("database");
    Cli cli =
        new Cli(directory.resolve("none"))
            .without("CAIRN_ROCKSDB_PATH")
            .without("CAIRN_ROCKSDB_DURABILITY")
            .with("CAIRN_BACKEND", "jdbc")
            .with("CAIRN_JDBC_URL", url);
    look(cli, Map.of("CAIRN_BACKEND", "jdbc", "CAIRN_JDBC_URL", url));
  }

  @Test
  void theyFindNothingInAStoreThatNoProcessHasUsed() {
    Path store = directory.resolve("store");
    Cli cli = new Cli(store);
    cli.ok("schema", "create");
    for (String command :
        List.of("tenant list", "task list", "check", "gc --dry-run", "idempotency list")) {
      cli.ok(command.split(" "));
    }
    assertEquals(
        Set.of(), rows(Map.of("CAIRN_BACKEND", "rocksdb", "CAIRN_ROCKSDB_PATH", store.toString())));
  }
}
