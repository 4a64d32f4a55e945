package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.core.Cairn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor}: a page for a bug report, also where little works. */
class DoctorTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  private static JsonNode setting(JsonNode page, String key) {
    for (JsonNode each : page.path("settings")) {
      if (each.path("key").asText().equals(key)) {
        return each;
      }
    }
    throw new AssertionError("no " + key + " in " + page);
  }

  @Test
  void aSoundStoreHasNoProblems() throws Exception {
    Samples.create(cli());
    Path config = directory.resolve("cairn.properties");
    Files.writeString(config, "cairn.gc.grace=PT48H\n");
    try (Cairn cairn = cli().open()) {
      Samples.commit(cairn, "eu/orders");
      JsonNode page = cli().json("-c", config.toString(), "-Dcairn.gc.retention=P30D", "doctor");
      assertEquals(0, page.path("problems").size(), page::toString);
      assertTrue(page.path("reachable").asBoolean());
      assertEquals("complete", page.path("schema").asText());
      assertEquals(1, page.path("heldLeases").asInt());
      assertTrue(page.path("lastCollection").isNull());
      assertTrue(page.path("lastCheckEnded").isNull());
      assertTrue(page.path("diskFree").asLong() > 0);
      assertEquals(config.toString(), setting(page, "cairn.gc.grace").path("origin").asText());
      assertEquals("the command line", setting(page, "cairn.gc.retention").path("origin").asText());
      assertEquals("the environment", setting(page, "cairn.backend").path("origin").asText());
      assertEquals("default", setting(page, "cairn.gc.period").path("origin").asText());
    }
    cli().ok("gc", "--yes");
    assertEquals("SUCCEEDED", cli().json("doctor").path("lastCollection").asText());
  }

  @Test
  void aRecordedCheckIsOnThePage() {
    Samples.create(cli());
    cli().ok("check");
    assertEquals("none with --record", cli().json("doctor").path("lastCheck").asText());
    cli().ok("check", "--record");
    cli().ok("check", Samples.CATALOG, "--no-history", "--record");
    JsonNode page = cli().json("doctor");
    assertEquals("clean (acme/sales, without history)", page.path("lastCheck").asText());
    assertTrue(page.path("lastCheckEnded").isTextual(), page::toString);
    JsonNode task = cli().json("task", "show", "cairn.check");
    assertEquals(2, task.path("run").asInt(), task::toString);
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsAProblemOnThePageAndSecretsAreNot() {
    Cli.Result result =
        cli()
            .run(
                "--backend",
                "cassandra",
                "-Dcairn.cassandra.contact-points=127.0.0.1:1",
                "-Dcairn.cassandra.datacenter=dc1",
                "-Dcairn.cassandra.username=ann",
                "-Dcairn.cassandra.password=hunter2",
                "doctor",
                "--json");
    assertEquals(ExitCode.UNAVAILABLE.number(), result.code(), result::toString);
    JsonNode page = result.json();
    assertFalse(page.path("reachable").asBoolean());
    assertEquals("connection", page.at("/problems/0/subject").asText());
    assertEquals("(hidden)", setting(page, "cairn.cassandra.password").path("value").asText());
    assertFalse((result.out() + result.err()).contains("hunter2"), result::toString);
  }

  @Test
  void aDamagedStoreOrNoStoreOrBadSettingsStillGiveAPage() throws Exception {
    Cli.Result missing = cli().run("doctor", "--json");
    assertEquals(ExitCode.NOT_FOUND.number(), missing.code(), missing::toString);
    assertTrue(missing.json().at("/problems/0/problem").asText().contains("no store"));
    Samples.create(cli());
    Files.delete(cli().store().resolve("CURRENT"));
    Cli.Result damaged = cli().run("doctor", "--json");
    assertEquals(ExitCode.DAMAGED.number(), damaged.code(), damaged::toString);
    assertTrue(damaged.json().path("settings").size() > 10);
    for (String option : List.of("-Dcairn.gc.grace=soon", "-Dcairn.no.setting=1")) {
      Cli.Result bad = cli().run(option, "doctor", "--json");
      assertEquals(ExitCode.USAGE.number(), bad.code(), bad::toString);
      assertEquals("configuration", bad.json().at("/problems/0/subject").asText());
    }
  }
}
