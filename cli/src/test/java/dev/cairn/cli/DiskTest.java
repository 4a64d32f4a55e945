package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full disk and a read-only one. Both are mounted where only a child sees them, which needs Linux
 * and the right to do it; elsewhere these tests are skipped.
 */
class DiskTest {
  private static final List<String> READING =
      List.of(
          "info",
          "tenant list",
          "catalog list acme",
          "ref list acme/sales",
          "ref show acme/sales",
          "ref log acme/sales",
          "ls acme/sales",
          "get acme/sales --key eu/orders",
          "lease list --all",
          "task list",
          "idempotency list",
          "gc --dry-run",
          "check",
          "tenant purge acme --dry-run");

  @TempDir Path directory;

  private Path store;

  @BeforeEach
  void create() {
    assumeTrue(
        ChildProcess.run(
                    directory,
                    Map.of(),
                    List.of("unshare", "-rm", "mount", "-t", "tmpfs", "none", disk().toString()))
                .code()
            == 0,
        "no disk can be mounted here");
    store = directory.resolve("store");
    Samples.create(new Cli(store));
    Samples.commitAll(new Cli(store), List.of("eu/orders"));
  }

  private Path disk() {
    Path disk = directory.resolve("disk");
    assertTrue(disk.toFile().isDirectory() || disk.toFile().mkdir());
    return disk;
  }

  /** What the commands end with and say, on a disk with the store that {@code mount} prepares. */
  private List<String> run(String mount, List<String> commands) {
    List<String> java = new ArrayList<>(ChildProcess.command());
    java.set(java.size() - 1, Batch.class.getName());
    java.add(disk().resolve("store").toString());
    java.addAll(commands);
    List<String> command =
        new ArrayList<>(List.of("unshare", "-rm", "sh", "-ec", mount + "\nexec \"$@\"", "sh"));
    command.addAll(java);
    Map<String, String> places = Map.of("DISK", disk().toString(), "STORE", store.toString());
    Cli.Result result = ChildProcess.run(directory, places, command);
    assertEquals(0, result.code(), result::toString);
    List<String> lines = result.out().lines().toList();
    assertEquals(commands.size(), lines.size(), result::toString);
    return lines;
  }

  private void assertEachWorks(List<String> lines) {
    for (String line : lines) {
      assertTrue(line.startsWith("0 "), line);
    }
  }

  private List<String> commands() {
    List<String> commands = new ArrayList<>(READING);
    commands.add("backup " + directory.resolve("copy") + " --verify");
    commands.add("export " + directory.resolve("all.cairn"));
    int works = commands.size();
    commands.add("doctor");
    commands.add("backup " + disk().resolve("copy"));
    commands.add("export " + disk().resolve("all.cairn"));
    commands.add("tenant create globex");
    assertEquals(works + 4, commands.size());
    return commands;
  }

  @Test
  void onAFullDiskEverythingThatReadsWorksAndTheRestSaysWhatIsWrong() {
    List<String> commands = commands();
    List<String> lines =
        run(
            """
            mount -t tmpfs -o size=8m none "$DISK"
            cp -r "$STORE" "$DISK/store"
            cat /dev/zero > "$DISK/fill" 2>&1 || test -s "$DISK/fill"
            """,
            commands);
    int works = commands.size() - 4;
    assertEachWorks(lines.subList(0, works));
    assertTrue(lines.get(works).startsWith("1 doctor: "), lines.get(works));
    assertTrue(lines.get(works).contains("0 B are free"), lines.get(works));
    for (String line : lines.subList(works + 1, works + 3)) {
      assertTrue(line.startsWith("1 ") && line.contains("No space left on device"), line);
      assertTrue(
          line.contains(disk().resolve(line.contains("export") ? "all" : "copy") + ""), line);
    }
    String writing = lines.get(works + 3);
    assertTrue(writing.startsWith("5 ") && writing.contains("the space on the disk"), writing);
    new Cli(directory.resolve("copy")).ok("check");
  }

  @Test
  void onAReadOnlyDiskEverythingThatReadsWorksAndTheRestSaysWhatIsWrong() {
    List<String> commands = commands();
    List<String> lines =
        run(
            """
            mount -t tmpfs none "$DISK"
            cp -r "$STORE" "$DISK/store"
            mount -o remount,ro "$DISK"
            """,
            commands);
    int works = commands.size() - 4;
    assertEachWorks(lines.subList(0, works + 1));
    for (String line : lines.subList(works + 1, works + 3)) {
      assertTrue(line.startsWith("1 ") && line.contains("Read-only file system"), line);
    }
    String writing = lines.get(works + 3);
    assertTrue(writing.startsWith("5 ") && writing.contains("Read-only file system"), writing);
    new Cli(directory.resolve("copy")).ok("check");
  }
}
