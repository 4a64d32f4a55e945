package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.Cairn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own shows: streams, exit codes, locks, Ctrl-C. */
class ProcessTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  private Child start(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 3);
    all[arguments.length] = "--backend=rocksdb";
    all[arguments.length + 1] = "-Dcairn.rocksdb.path=" + cli().store();
    all[arguments.length + 2] = "-Dcairn.rocksdb.durability=os";
    return Child.tool(directory, all);
  }

  private Cli.Result run(String... arguments) {
    try (Child child = start(arguments)) {
      return child.await();
    }
  }

  @Test
  void inAPipeResultsAreOnStdoutAndNothingElseIs() {
    Samples.create(cli());
    Samples.commitAll(cli(), List.of("eu/größe"));
    Cli.Result json = run("ls", Samples.CATALOG, "--json");
    assertEquals("", json.err());
    assertEquals("eu/größe", json.json().at("/keys/0/key").asText());
    Cli.Result text = run("ls", Samples.CATALOG);
    assertEquals(2, text.out().lines().count());
    assertFalse(text.out().contains("\u001b"), text.out());
  }

  @Test
  void failuresAreOnStderrWithTheirCode() {
    Cli.Result bad = run("ls", Samples.CATALOG, "--levle", "1");
    assertEquals(ExitCode.USAGE.number(), bad.code());
    assertEquals("", bad.out());
    assertTrue(bad.err().contains("--levle"), bad.err());
    Cli.Result missing = run("info");
    assertEquals(ExitCode.NOT_FOUND.number(), missing.code());
    assertEquals("", missing.out());
    assertEquals(1, missing.err().lines().count(), missing.err());
  }

  @Test
  void aStoreThatIsInUseIsUnavailable() {
    Samples.create(cli());
    try (Cairn cairn = cli().open()) {
      assertTrue(cairn.backend().health().healthy());
      Cli.Result locked = run("tenant", "list");
      assertEquals(ExitCode.UNAVAILABLE.number(), locked.code(), locked::toString);
      assertEquals(1, locked.err().lines().count(), locked.err());
      assertTrue(locked.err().contains(Long.toString(ProcessHandle.current().pid())), locked.err());
    }
    assertEquals(0, run("tenant", "list").code());
  }

  @Test
  void ctrlCInTheMiddleLeavesACleanStore() throws Exception {
    Path home = directory.resolve("demo");
    try (Child child = start("demo", "--directory", home.toString(), "--tables", "1000000")) {
      child.awaitError("of 1,000,000 tables");
      child.interrupt();
      Cli.Result ended = child.await();
      assertEquals(ExitCode.INTERRUPTED.number(), ended.code(), ended::toString);
      assertFalse(ended.err().contains("\tat "), ended.err());
    }
    Cli left = new Cli(home.resolve("store"));
    assertEquals(0, left.json("lease", "list").path("leases").size(), "no lease is held");
    assertTrue(left.json("check").path("isClean").asBoolean());
    assertTrue(
        left.json("ls", Samples.CATALOG, "--level", "1").path("keys").size() > 0,
        "what was committed is there");
    assertTrue(Files.exists(home.resolve("cairn.properties")));
  }
}
