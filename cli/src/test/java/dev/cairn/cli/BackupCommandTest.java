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
