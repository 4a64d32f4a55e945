package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What shells complete. */
class CompletionTest {
  @TempDir Path directory;

  private Cli cli;

  @BeforeEach
  void create() {
    cli = new Cli(directory.resolve("store"));
    Samples.create(cli);
    cli.ok("catalog", "create", "acme/old files");
    cli.ok("tenant", "create", "globex");
    cli.ok("catalog", "create", "globex/web");
    cli.ok("ref", "create", Samples.CATALOG, "audit");
    cli.ok("task", "run", "reindex");
  }

  /** The names for a line that ends with the last word. */
  private List<String> names(String... words) {
    List<String> command = new ArrayList<>(List.of("names", "--"));
    command.addAll(Arrays.asList(words));
    return cli.ok(command.toArray(String[]::new)).out().lines().toList();
  }

  @Test
  void namesComeFromTheDatabase() {
    assertEquals(List.of("acme/", "globex/"), names("ref", "list", ""));
    assertEquals(List.of("acme/old files", "acme/sales"), names("ls", "ac"));
    assertEquals(List.of("acme/sales"), names("ref", "log", "acme/s"));
    assertEquals(List.of("globex/web"), names("export", "file", "--catalog", "g"));
    assertEquals(List.of("audit", "main"), names("ref", "log", Samples.CATALOG, ""));
    assertEquals(List.of("audit"), names("ls", Samples.CATALOG, "--ref", "a"));
    assertEquals(List.of("acme", "globex"), names("tenant", "purge", "--dry-run", ""));
    assertEquals(List.of("acme"), names("catalog", "list", "a"));
    assertEquals(List.of("reindex"), names("task", "show", ""));
    assertEquals(List.of("main"), names("--json", "ref", "delete", Samples.CATALOG, "m"));
  }

  @Test
  void whereNoNameBelongsNothingIsAsked() {
    assertEquals(List.of(), names());
    assertEquals(List.of(), names(""));
    assertEquals(List.of(), names("gc", ""));
    assertEquals(List.of(), names("tenant", "create", ""));
    assertEquals(List.of(), names("ref", "create", Samples.CATALOG, ""));
    assertEquals(List.of(), names("ref", "log", Samples.CATALOG, "main", ""));
    assertEquals(List.of(), names("nonsense", "--more", ""));
    assertEquals(List.of(), names("ref", "list", "acme/none"));
  }

  /** In bash, with the tool as a program that the line names by its path. */
  @Test
  void theScriptAsksTheToolWhereItKnowsNothing() throws IOException {
    Path script = Files.writeString(directory.resolve("completion"), cli.ok("completion").out());
    Path tool = directory.resolve("cairn");
    List<String> quoted = ChildProcess.command().stream().map(each -> "'" + each + "'").toList();
    Files.writeString(tool, "#!/bin/sh\nexec " + String.join(" ", quoted) + " \"$@\"\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    String commands =
        """
        source '%s'
        complete_line() {
          COMP_WORDS=('%s' "$@"); COMP_CWORD=$#; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
          COMPREPLY=()
          _complete_cairn_names 2>/dev/null
          printf '<%%s>' "${COMPREPLY[@]}"; echo
        }
        complete_line ref li
        complete_line ls acme/o
        complete_line ref log acme/sales a
        """
            .formatted(script, tool);
    boolean hasBash =
        ChildProcess.run(directory, Map.of(), List.of("sh", "-c", "command -v bash")).code() == 0;
    if (hasBash) {
      Cli.Result result =
          ChildProcess.run(
              directory,
              Map.of("CAIRN_BACKEND", "rocksdb", "CAIRN_ROCKSDB_PATH", cli.store().toString()),
              List.of("bash", "-c", commands));
      List<String> lines = result.out().lines().toList();
      assertEquals(3, lines.size(), result::toString);
      assertTrue(lines.get(0).contains("<list>"), result::toString);
      assertEquals("<acme/old\\ files>", lines.get(1), result::toString);
      assertEquals("<audit>", lines.get(2), result::toString);
    }
  }
}
