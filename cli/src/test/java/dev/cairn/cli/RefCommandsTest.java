package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.core.Cairn;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ref}. */
class RefCommandsTest {
  @TempDir Path directory;

  private Map<String, CommitId> commits;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @BeforeEach
  void commit() {
    Samples.create(cli());
    commits = Samples.commitAll(cli(), List.of("eu/orders", "eu/lines us/orders", "eu/orders"));
  }

  private String head(int commit) {
    return List.copyOf(commits.values()).get(commit).head().toString();
  }

  private JsonNode log() {
    return cli().json("ref", "log", Samples.CATALOG).path("commits");
  }

  @Test
  void theLogTellsTheNewestFirst() {
    JsonNode log = log();
    assertEquals(3, log.size());
    assertEquals("commit eu/orders", log.at("/0/message").asText());
    assertEquals("[\"eu/lines\",\"us/orders\"]", log.at("/1/changedKeys/tables").toString());
    assertEquals("test", log.at("/2/attributes/by").asText());
    JsonNode page = cli().json("ref", "log", Samples.CATALOG, "main", "-n", "2");
    JsonNode rest =
        cli().json("ref", "log", Samples.CATALOG, "--after", page.path("next").asText());
    assertEquals(log.get(2), rest.at("/commits/0"));
    assertTrue(cli().ok("ref", "log", Samples.CATALOG).out().contains("tables:eu/lines"));
    cli().fails(ExitCode.NOT_FOUND, "ref", "log", Samples.CATALOG, "none");
    cli().fails(ExitCode.USAGE, "ref", "log", Samples.CATALOG, "--after", "zz");
  }

  @Test
  void referencesAreCreatedShownAndDeleted() {
    assertEquals(
        "audit", cli().json("ref", "create", Samples.CATALOG, "audit").path("name").asText());
    cli().fails(ExitCode.CONFLICT, "ref", "create", Samples.CATALOG, "audit");
    assertEquals(2, cli().json("ref", "list", Samples.CATALOG).path("references").size());
    assertTrue(
        cli().fails(ExitCode.USAGE, "ref", "delete", Samples.CATALOG, "audit").contains("--yes"));
    Cli.Result dry = cli().ok("ref", "delete", Samples.CATALOG, "audit", "--dry-run");
    assertTrue(dry.err().contains("nothing was changed"));
    cli().ok("ref", "delete", Samples.CATALOG, "audit", "--yes");
    assertEquals(1, cli().json("ref", "list", Samples.CATALOG).path("references").size());
    assertTrue(cli().json("ref", "show", Samples.CATALOG, "audit").path("deletedAt").isTextual());
    cli().fails(ExitCode.NOT_FOUND, "ref", "delete", Samples.CATALOG, "audit", "--yes");
    cli().fails(ExitCode.NOT_FOUND, "ref", "show", Samples.CATALOG, "none");
  }

  @Test
  void diffShowsWhatChangedBetweenTwoStates() {
    JsonNode diff = cli().json("ref", "diff", Samples.CATALOG, "main", headOfFirst());
    assertEquals(3, diff.path("changes").size());
    assertEquals("added", diff.at("/changes/0/change").asText());
    assertEquals("eu/lines", diff.at("/changes/0/key").asText());
    assertEquals("changed", diff.at("/changes/1/change").asText());
    JsonNode back = cli().json("ref", "diff", Samples.CATALOG, "main", head(1), headOfFirst());
    assertEquals("removed", back.at("/changes/0/change").asText());
    assertTrue(diff.path("isComplete").asBoolean());
    JsonNode brief = cli().json("ref", "diff", Samples.CATALOG, "main", headOfFirst(), "-n", "1");
    assertEquals(1, brief.path("changes").size());
    assertEquals(false, brief.path("isComplete").asBoolean());
    JsonNode none =
        cli().json("ref", "diff", Samples.CATALOG, "main", headOfFirst(), "--index", "other");
    assertEquals(0, none.path("changes").size());
    cli().fails(ExitCode.NOT_FOUND, "ref", "diff", Samples.CATALOG, "main", "9-0000000000000001");
    cli().fails(ExitCode.NOT_FOUND, "ref", "diff", Samples.CATALOG, "main", "P365D");
  }

  // The map has one entry for the two commits of the same name: the later one.
  private String headOfFirst() {
    return log().at("/2/head").asText();
  }

  @Test
  void resetBringsAStateBackAsANewCommit() {
    String target = headOfFirst();
    cli().fails(ExitCode.USAGE, "ref", "reset", Samples.CATALOG, "main", target);
    JsonNode dry = cli().json("ref", "reset", Samples.CATALOG, "main", target, "--dry-run");
    assertTrue(dry.path("newHead").isNull());
    assertEquals(3, log().size());
    JsonNode done =
        cli().json("ref", "reset", Samples.CATALOG, "main", target, "--yes", "-m", "undo");
    JsonNode log = log();
    assertEquals("undo", log.at("/0/message").asText());
    assertEquals(done.path("newHead"), log.at("/0/head"));
    assertEquals(1, cli().json("ls", Samples.CATALOG).path("keys").size());
    cli()
        .fails(
            ExitCode.NOT_FOUND,
            "ref",
            "reset",
            Samples.CATALOG,
            "main",
            "9-0000000000000001",
            "--yes");
  }

  @Test
  void resetTakesATimeInPlaceOfAHead() {
    String[] reset = {"ref", "reset", Samples.CATALOG, "main"};
    cli().fails(ExitCode.USAGE, with(reset, "--yes"));
    String time = log().at("/1/time").asText();
    JsonNode dry = cli().json("ref", "reset", Samples.CATALOG, "main", "--at", time, "--dry-run");
    assertEquals(log().at("/1/head"), dry.path("to"));
    cli().ok("ref", "reset", Samples.CATALOG, "main", "--at", time, "--yes");
    assertEquals(4, log().size());
    assertEquals("reset to " + dry.path("to").asText(), log().at("/0/message").asText());
    String[] both = {"ref", "reset", Samples.CATALOG, "main", headOfFirst(), "--at", "1h", "--yes"};
    assertTrue(cli().fails(ExitCode.USAGE, both).contains("one state"));
    cli().fails(ExitCode.NOT_FOUND, "ls", Samples.CATALOG, "--at", "1h");
  }

  @Test
  void aMisspelledNameIsNamedWithTheNearest() {
    for (String command :
        List.of(
            "ls acme/salse",
            "ls acne/sales",
            "tenant show acne",
            "catalog list acne",
            "ref list acme/sale",
            "catalog show acme/salse",
            "catalog update acme/salse")) {
      String message = cli().fails(ExitCode.NOT_FOUND, command.split(" "));
      assertTrue(message.contains("did you mean"), () -> command + ": " + message);
    }
    for (String command :
        List.of(
            "ls acme/sales -r mian",
            "ref log acme/sales mian",
            "ref show acme/sales mian",
            "ref diff acme/sales mian 1s",
            "ref delete acme/sales mian --yes")) {
      String message = cli().fails(ExitCode.NOT_FOUND, command.split(" "));
      assertTrue(message.contains("did you mean main?"), () -> command + ": " + message);
    }
    assertFalse(cli().fails(ExitCode.NOT_FOUND, "ls", "acme/other").contains("did you mean"));
  }

  @Test
  void aDryRunOfAResetRefusesWhatTheResetWould() {
    String target = headOfFirst();
    JsonNode table = cli().json("get", Samples.CATALOG, "--key", "eu/orders", "--at", target);
    try (Cairn cairn = cli().open()) {
      cairn.backend().delete(List.of(Samples.key(table)));
    }
    String[] reset = {"ref", "reset", Samples.CATALOG, "main", target};
    String refused = cli().fails(ExitCode.DAMAGED, with(reset, "--yes"));
    Cli.Result dry = cli().run(with(reset, "--dry-run"));
    assertEquals(ExitCode.DAMAGED.number(), dry.code(), dry::toString);
    assertEquals("", dry.out());
    assertTrue(dry.err().endsWith(refused), dry.err());
    assertEquals(3, log().size());
  }

  @Test
  void aDryRunOfARecoveryRefusesWhatTheRecoveryWould() {
    String target = headOfFirst();
    JsonNode table = cli().json("get", Samples.CATALOG, "--key", "eu/orders", "--at", target);
    try (Cairn cairn = cli().open()) {
      cairn.backend().delete(List.of(Samples.key(table)));
    }
    loseHead(Samples.CATALOG);
    String[] recover = {"ref", "recover", Samples.CATALOG, "main", target};
    cli().fails(ExitCode.DAMAGED, with(recover, "--yes"));
    assertEquals(ExitCode.DAMAGED.number(), cli().run(with(recover, "--dry-run")).code());
  }

  private static String[] with(String[] words, String word) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = word;
    return all;
  }

  @Test
  void everyHeadThatIsPrintedNamesAState() {
    cli().ok("gc", "--yes"); // its fence raises versions
    String listed = cli().json("ref", "list", Samples.CATALOG).at("/references/0/head").asText();
    String shown = cli().json("ref", "show", Samples.CATALOG).path("head").asText();
    assertEquals(log().at("/0/head").asText(), listed);
    assertEquals(listed, shown);
    assertEquals(
        cli().json("ls", Samples.CATALOG).path("keys"),
        cli().json("ls", Samples.CATALOG, "--at", listed).path("keys"));
  }

  @Test
  void onATerminalPeopleAreAsked() {
    Console.Terminals terminal = new Console.Terminals(true, false, false);
    String[] reset = {"ref", "reset", Samples.CATALOG, "main", headOfFirst()};
    Cli.Result no = cli().on(terminal).typing("n\n").run(reset);
    assertEquals(ExitCode.FAILED.number(), no.code());
    assertTrue(no.err().contains("[y/N]") && no.err().contains("nothing was changed"), no.err());
    assertEquals(ExitCode.FAILED.number(), cli().on(terminal).typing("").run(reset).code());
    assertEquals(3, log().size());
    assertEquals(0, cli().on(terminal).typing("yes\n").run(reset).code());
    assertEquals(4, log().size());
  }

  /** Deletes the object of the current head. */
  private void loseHead(String address) {
    JsonNode shown = cli().json("ref", "show", address);
    try (Cairn cairn = cli().open()) {
      cairn
          .backend()
          .delete(
              List.of(
                  Samples.key(
                      shown.path("scope").asText(), "cairn.head", shown.path("head").asText())));
    }
  }

  @Test
  void showListsTheProcessesThatWaitForTheirTurn() {
    JsonNode shown = cli().json("ref", "show", Samples.CATALOG);
    assertFalse(shown.hasNonNull("turns"), shown::toString);
    Scope scope =
        Samples.key(shown.path("scope").asText(), "cairn.head", shown.path("head").asText())
            .scope();
    ReferenceKey key = new ReferenceKey(scope, "main");
    try (Cairn cairn = cli().open()) {
      ReferenceRow row = cairn.backend().readReference(key, ReadMode.STRONG).orElseThrow();
      ReferenceRow waited = row.withTurns(Bytes.ofHex("00070102"), new Token(1, 2));
      assertInstanceOf(CasResult.Applied.class, cairn.backend().swapReference(row.token(), waited));
    }
    assertEquals("7, 258", cli().json("ref", "show", Samples.CATALOG).path("turns").asText());
    assertTrue(cli().run("ref", "show", Samples.CATALOG).out().contains("7, 258"));
  }

  @Test
  void showLeadsToIntactHeadsWhenTheCurrentOneIsLost() {
    JsonNode shown = cli().json("ref", "show", Samples.CATALOG);
    assertEquals("tables", shown.at("/indexes/0/name").asText());
    assertEquals(3, shown.at("/indexes/0/keys").asInt());
    assertEquals(2, shown.path("earlierHeads").size());
    assertEquals(log().at("/1/head"), shown.at("/earlierHeads/0/head"));
    assertEquals("readable", shown.at("/earlierHeads/0/state").asText());
    loseHead(Samples.CATALOG);
    Cli.Result damaged = cli().run("ref", "show", Samples.CATALOG, "--json");
    assertEquals(0, damaged.code());
    assertEquals(shown.path("earlierHeads"), damaged.json().path("earlierHeads"));
    assertTrue(damaged.err().contains("cannot be read"), damaged.err());
    assertTrue(cli().fails(ExitCode.DAMAGED, "ls", Samples.CATALOG).contains("recover"));
  }

  @Test
  void recoverGoesBackToTheNewestWholeHeadWhenTheCurrentOneIsLost() {
    String[] recover = {"ref", "recover", Samples.CATALOG, "main", "--yes"};
    cli().fails(ExitCode.CONFLICT, recover);
    JsonNode log = log();
    loseHead(Samples.CATALOG);
    cli()
        .fails(
            ExitCode.DAMAGED,
            "ref",
            "reset",
            Samples.CATALOG,
            "main",
            log.at("/1/head").asText(),
            "--yes");
    cli().fails(ExitCode.USAGE, "ref", "recover", Samples.CATALOG);
    JsonNode dry = cli().json("ref", "recover", Samples.CATALOG, "--dry-run");
    assertEquals(log.at("/1/head"), dry.path("to"));
    assertTrue(dry.path("newHead").isNull());
    cli().fails(ExitCode.DAMAGED, "ref", "log", Samples.CATALOG);
    JsonNode done = cli().json("ref", "recover", Samples.CATALOG, "main", "--yes", "-m", "lost");
    assertEquals(log.at("/1/head"), done.path("to"));
    assertTrue(done.path("keysFrom").isTextual(), done::toString);
    JsonNode after = log();
    assertEquals(done.path("newHead"), after.at("/0/head"));
    assertEquals("lost", after.at("/0/message").asText());
    assertEquals(log.get(1), after.get(1));
    assertEquals(3, after.size());
    assertTrue(cli().json("check").path("isClean").asBoolean());
    assertTrue(cli().json("gc", "--dry-run").path("heads").asInt() > 0);
    cli().fails(ExitCode.CONFLICT, recover);
    cli().fails(ExitCode.NOT_FOUND, "ref", "recover", Samples.CATALOG, "none", "--yes");
  }

  @Test
  void whatCairnKnowsOfTenantsIsRecoveredLikeAnyOtherReference() {
    cli().ok("tenant", "create", "lost");
    loseHead("@cairn/system");
    cli().fails(ExitCode.DAMAGED, "tenant", "list");
    cli().ok("ref", "recover", "@cairn/system", "--yes");
    assertEquals(1, cli().json("tenant", "list").path("tenants").size());
    assertEquals(3, cli().json("ls", Samples.CATALOG).path("keys").size());
  }
}
