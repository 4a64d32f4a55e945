package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.core.Cairn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code backup}, of sound stores and of damaged ones. */
class BackupCommandTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  private String target(String name) {
    return directory.resolve(name).toString();
  }

  @BeforeEach
  void create() {
    Samples.create(cli());
    Samples.commitAll(cli(), List.of("eu/orders", "eu/lines"));
  }

  @Test
  void aBackupIsVerifiedAndSaysThatItSharesFiles() {
    JsonNode verified = cli().json("backup", target("first"), "--verify");
    assertTrue(verified.path("isClean").asBoolean(), verified::toString);
    assertTrue(verified.path("sharedFiles").asLong() > 0, verified::toString);
    Cli.Result plain = cli().ok("backup", target("second"));
    assertTrue(plain.err().contains("to another one"), plain.err());
    assertFalse(plain.err().contains("damaged"), plain.err());
    assertEquals(
        2, new Cli(directory.resolve("first")).json("ls", Samples.CATALOG).path("keys").size());
  }

  @Test
  void aPlaceWhereNoBackupCanBeSaysWhatToDo() {
    cli().ok("backup", target("first"));
    String taken = cli().fails(ExitCode.CONFLICT, "backup", target("first"));
    assertTrue(taken.contains("there already"), taken);
    String nowhere = cli().fails(ExitCode.NOT_FOUND, "backup", target("none/first"));
    assertTrue(nowhere.contains("no directory " + directory.resolve("none")), nowhere);
    String inside = cli().fails(ExitCode.USAGE, "backup", target("store/first"));
    assertTrue(inside.contains("inside the store"), inside);
  }

  /** A backup is killed in the middle; the next one gets its name. */
  @Test
  void aKilledBackupDoesNotBlockItsName() throws IOException {
    Path part = Files.createDirectory(directory.resolve("monday.part"));
    Files.writeString(part.resolve("COPYING"), "");
    Files.writeString(part.resolve("000009.sst"), "half of it");
    assertTrue(cli().json("backup", target("monday"), "--verify").path("isClean").asBoolean());
    assertFalse(Files.exists(part));
    Files.createDirectory(directory.resolve("tuesday.part"));
    Files.writeString(directory.resolve("tuesday.part").resolve("letter"), "dear");
    String other = cli().fails(ExitCode.USAGE, "backup", target("tuesday"));
    assertTrue(other.contains("move it away"), other);
  }

  @Test
  void aBackupOfADamagedStoreWarnsAndVerifyingItFails() {
    JsonNode table = cli().json("get", Samples.CATALOG, "--key", "eu/orders");
    try (Cairn cairn = cli().open()) {
      cairn.backend().delete(List.of(Samples.key(table)));
    }
    Cli.Result damaged = cli().run("backup", target("first"), "--verify", "--json");
    assertEquals(ExitCode.DAMAGED.number(), damaged.code(), damaged::toString);
    assertFalse(damaged.json().path("isClean").asBoolean());
    JsonNode shown = cli().json("ref", "show", Samples.CATALOG);
    String scope = shown.path("scope").asText();
    try (Cairn cairn = cli().open()) {
      cairn
          .backend()
          .delete(List.of(Samples.key(scope, "cairn.head", shown.path("head").asText())));
    }
    Cli.Result lost = cli().ok("backup", target("second"));
    assertTrue(lost.err().contains("the head of main of " + scope + " is lost"), lost.err());
  }
}
