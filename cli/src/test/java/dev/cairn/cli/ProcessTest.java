package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.Cairn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own shows: streams, exit codes, locks, Ctrl-C. */
class ProcessTest {
  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  private ChildProcess start(String... arguments) {
    return ChildProcess.tool(directory, all(arguments));
  }

  private String[] all(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 3);
    all[arguments.length] = "--backend=rocksdb";
    all[arguments.length + 1] = "-Dcairn.rocksdb.path=" + cli().store();
    all[arguments.length + 2] = "-Dcairn.rocksdb.durability=os";
    return all;
  }

  private Cli.Result run(String... arguments) {
    try (ChildProcess child = start(arguments)) {
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
  void aReaderWhoLeavesIsNoFailureAndAFullDiskIs() {
    Samples.create(cli());
    String[] names = new String[4_000];
    Arrays.setAll(names, i -> "eu/a_table_with_a_long_name_%05d".formatted(i));
    Samples.commitAll(cli(), List.of(String.join(" ", names)));
    Cli.Result left = runIn("set -o pipefail; %s --limit 9999 | head -n 1", "ls", Samples.CATALOG);
    assertEquals("", left.err());
    assertEquals(1, left.out().lines().count(), left.out());
    assertEquals(0, left.code());
    Cli.Result full = runIn("%s --json > /dev/full", "ls", Samples.CATALOG);
    assertEquals(ExitCode.FAILED.number(), full.code());
    assertTrue(full.err().contains("could not be written"), full.err());
  }

  /** Runs a line of the shell that has the tool in it. */
  private Cli.Result runIn(String line, String... arguments) {
    String tool =
        ChildProcess.command(all(arguments)).stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    return ChildProcess.run(directory, Map.of(), List.of("bash", "-c", line.formatted(tool)));
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
  void aStoreThatIsInUseIsReadAndTakesNoOtherWriter() {
    Samples.create(cli());
    try (Cairn cairn = cli().open()) {
      assertTrue(cairn.backend().health().healthy());
      assertEquals(0, run("tenant", "list").code());
      Cli.Result locked = run("tenant", "create", "globex");
      assertEquals(ExitCode.UNAVAILABLE.number(), locked.code(), locked::toString);
      assertEquals(1, locked.err().lines().count(), locked.err());
      assertTrue(locked.err().contains(Long.toString(ProcessHandle.current().pid())), locked.err());
    }
    assertEquals(0, run("tenant", "create", "globex").code());
  }

  @Test
  void ctrlCInTheMiddleLeavesACleanStore() throws Exception {
    Path home = directory.resolve("demo");
    try (ChildProcess child =
        ChildProcess.tool(
            directory, "demo", "--directory", home.toString(), "--tables", "1000000")) {
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
