package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code task} and {@code idempotency}. */
class WorkCommandsTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @BeforeEach
  void create() {
    Samples.create(cli());
  }

  @Test
  void tasksAreBegunListedAndStopped() {
    assertEquals(0, cli().json("task", "list").path("tasks").size());
    Cli.Result run = cli().ok("task", "run", "reindex", "--parameter", "all", "--json");
    assertTrue(run.err().contains("a process that offers the task runs it"), run.err());
    JsonNode begun = run.json();
    assertEquals("WAITING", begun.path("state").asText());
    assertEquals("all", begun.path("parameter").asText());
    assertEquals("reindex", cli().json("task", "list").at("/tasks/0/name").asText());
    assertTrue(
        cli()
            .fails(ExitCode.CONFLICT, "task", "run", "reindex", "--parameter", "some")
            .contains("'all'"));
    Cli.Result waited = cli().run("task", "run", "reindex", "--wait", "PT0.1S");
    assertEquals(ExitCode.UNAVAILABLE.number(), waited.code());
    assertTrue(waited.err().contains("check that a process offers it"), waited.err());
    assertTrue(cli().fails(ExitCode.USAGE, "task", "cancel", "reindex").contains("--yes"));
    JsonNode dry = cli().json("task", "cancel", "reindex", "--dry-run");
    assertEquals("WAITING", dry.path("state").asText());
    JsonNode cancelled = cli().json("task", "cancel", "reindex", "--yes");
    assertEquals("CANCELLED", cancelled.path("state").asText());
    cli().fails(ExitCode.CONFLICT, "task", "cancel", "reindex", "--yes");
    cli().fails(ExitCode.NOT_FOUND, "task", "cancel", "none");
    cli().fails(ExitCode.NOT_FOUND, "task", "show", "none");
    try (Cairn cairn = cli().open()) {
      cairn.tasks().submit("reindex", "again");
      cairn.tasks().run("reindex", context -> "3 parts");
    }
    JsonNode done = cli().json("task", "show", "reindex");
    assertEquals("3 parts", done.path("result").asText());
    assertEquals(2, done.path("run").asInt());
  }

  @Test
  void collectionIsATaskThatThisToolDoesItself() {
    assertTrue(cli().fails(ExitCode.USAGE, "task", "run", "cairn.gc").contains("--yes"));
    assertTrue(cli().json("task", "run", "cairn.gc", "--dry-run").path("dryRun").asBoolean());
    cli().fails(ExitCode.NOT_FOUND, "task", "show", "cairn.gc");
    JsonNode done = cli().json("task", "run", "cairn.gc", "--yes");
    assertEquals(false, done.path("dryRun").asBoolean());
    assertEquals("SUCCEEDED", cli().json("task", "show", "cairn.gc").path("state").asText());
    cli().fails(ExitCode.USAGE, "task", "run", "cairn.gc", "--yes", "--parameter", "7");
    cli().fails(ExitCode.USAGE, "task", "run", "cairn.other");
    assertTrue(cli().fails(ExitCode.USAGE, "task", "run", "x", "--dry-run").contains("'x'"));
    assertEquals(1, cli().json("task", "list").path("tasks").size());
  }

  private static RequestKey request(Cairn cairn, String key) {
    return RequestKey.of(
        Principal.of("ann"),
        "createTable",
        "/v1/tables",
        cairn.idempotency().settings().keyRule().parse(key));
  }

  private void accept(String key, boolean isFinished) {
    accept(key, isFinished, Duration.ZERO);
  }

  private void accept(String key, boolean isFinished, Duration ago) {
    try (Cairn cairn = cli().open(InstantSource.offset(InstantSource.system(), ago.negated()))) {
      IdempotencyStore store =
          cairn.idempotency().store(cairn.catalogs().findCatalog("acme", "sales").get().scope());
      Reservation reservation =
          store.reserve(request(cairn, key), Fingerprint.ofBytes(Bytes.ofUtf8("payload")));
      Reservation.Reserved reserved = (Reservation.Reserved) reservation;
      if (isFinished) {
        reserved.owner().finish(Outcome.of(201, "application/json", Bytes.ofUtf8("{}")));
      }
    }
  }

  @Test
  void recordsAreListedAndShown() {
    accept("key-1", true);
    accept("key-2", false);
    JsonNode all = cli().json("idempotency", "list");
    assertEquals(2, all.path("records").size());
    assertTrue(all.path("isComplete").asBoolean());
    JsonNode one = cli().json("idempotency", "list", Samples.CATALOG, "-n", "1");
    assertEquals(1, one.path("records").size());
    assertEquals(false, one.path("isComplete").asBoolean());
    assertEquals(0, cli().json("idempotency", "list", "@other/scope").path("records").size());
    String name = "by:ann/createTable/%2Fv1%2Ftables/key-1";
    JsonNode shown = cli().json("idempotency", "show", Samples.CATALOG, name);
    assertEquals("final", shown.path("state").asText());
    assertEquals(201, shown.path("status").asInt());
    assertEquals(2, shown.path("bodySize").asInt());
    String open = name.replace("key-1", "key-2");
    assertEquals(
        "in-progress",
        cli().json("idempotency", "show", Samples.CATALOG, open).path("state").asText());
    cli().fails(ExitCode.NOT_FOUND, "idempotency", "show", Samples.CATALOG, "by:bob/x/y/z");
  }

  @Test
  void recordsPastTheirTimeArePurgedAndNoOthers() {
    accept("key-1", true, Duration.ofHours(2));
    accept("key-2", true, Duration.ZERO);
    JsonNode dry = cli().json("idempotency", "purge", "--dry-run");
    assertEquals(2, dry.path("examined").asInt());
    assertEquals(1, dry.path("deleted").asInt());
    assertEquals(1, cli().json("idempotency", "capacity").path("over").asInt());
    assertTrue(cli().fails(ExitCode.USAGE, "idempotency", "purge").contains("--yes"));
    JsonNode other = cli().json("idempotency", "purge", "@other/scope", "--yes");
    assertEquals(0, other.path("deleted").asInt());
    assertEquals(2, cli().json("idempotency", "list").path("records").size());
    JsonNode done = cli().json("idempotency", "purge", Samples.CATALOG, "--yes");
    assertEquals(1, done.path("deleted").asInt());
    JsonNode left = cli().json("idempotency", "list").path("records");
    assertEquals(1, left.size());
    assertTrue(left.at("/0/request").asText().endsWith("key-2"), left::toString);
  }

  @Test
  void capacityIsWhatIsThereAndWhatWillBe() {
    accept("key-1", true);
    accept("key-2", false);
    JsonNode capacity = cli().json("idempotency", "capacity", "--rate", "80", "--margin", "0.2");
    assertEquals(2, capacity.path("records").asInt());
    assertEquals(1, capacity.path("final").asInt());
    assertEquals(1, capacity.path("inProgress").asInt());
    assertEquals("PT35M5S", capacity.path("keptFor").asText());
    assertEquals(202_080, capacity.path("expectedRecords").asLong());
    assertEquals(
        Math.round(capacity.path("size").asLong() / 2.0 * 202_080),
        capacity.path("expectedSize").asLong());
    assertTrue(cli().json("idempotency", "capacity").path("expectedRecords").isNull());
  }
}
