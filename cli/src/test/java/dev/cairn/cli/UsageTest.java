package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Arguments, settings, help: all that happens before a database is asked. */
class UsageTest {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir Path directory;

  private Cli cli() {
    return new Cli(directory.resolve("store"));
  }

  @Test
  void whatMakesNoSenseIsAUsageErrorThatNamesIt() throws Exception {
    assertTrue(cli().fails(ExitCode.USAGE).contains("name a command"));
    assertTrue(cli().fails(ExitCode.USAGE, "inof").contains("inof"));
    assertTrue(cli().fails(ExitCode.USAGE, "info", "--jsno").contains("--jsno"));
    assertTrue(cli().fails(ExitCode.USAGE, "tenant").contains("create"));
    assertTrue(cli().fails(ExitCode.USAGE, "tenant", "create").contains("NAME"));
    assertTrue(cli().fails(ExitCode.USAGE, "ls", "nothing").contains("tenant/catalog"));
    assertTrue(cli().fails(ExitCode.USAGE, "ls", "a/b/c").contains("a/b/c"));
    assertTrue(cli().fails(ExitCode.USAGE, "ls", "a/b", "--at", "then").contains("then"));
    assertTrue(cli().fails(ExitCode.USAGE, "ls", "a/b", "--limit", "many").contains("many"));
    assertTrue(cli().fails(ExitCode.USAGE, "ref", "reset", "a/b", "main", "17").contains("17"));
    assertTrue(
        cli().fails(ExitCode.USAGE, "info", "-D", "cairn.no-such=1").contains("cairn.no-such"));
    assertTrue(cli().fails(ExitCode.USAGE, "info", "-D", "cairn.cache.size=much").contains("much"));
    assertTrue(cli().fails(ExitCode.USAGE, "--backend", "paper", "info").contains("rocksdb"));
    assertTrue(
        cli().without("CAIRN_BACKEND").fails(ExitCode.USAGE, "info").contains("cairn.backend"));
    assertTrue(cli().fails(ExitCode.USAGE, "-c", "no-such.properties", "info").contains("no-such"));
  }

  @Test
  void settingsComeFromFileEnvironmentAndOptionsInThisOrder() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("cairn.properties"),
            "cairn.backend=inmemory\ncairn.cache.size=1m\ncairn.commit.group-size=7\n");
    Cli cli = cli().without("CAIRN_BACKEND").without("CAIRN_ROCKSDB_PATH");
    cli.without("CAIRN_ROCKSDB_DURABILITY").with("CAIRN_CACHE_SIZE", "2m");
    var settings = cli.json("-c", file.toString(), "info").path("settings");
    assertEquals("inmemory", settings.path("cairn.backend").asText());
    assertEquals("2m", settings.path("cairn.cache.size").asText());
    assertEquals("7", settings.path("cairn.commit.group-size").asText());
    settings = cli.json("info", "-c" + file, "-Dcairn.cache.size=3m").path("settings");
    assertEquals("3m", settings.path("cairn.cache.size").asText());
    assertFalse(settings.has("cairn.rocksdb.path"), "settings of other backends are not shown");
  }

  @Test
  void secretsAreNeverShown() {
    Cli.Result result =
        cli()
            .run(
                "--backend",
                "cassandra",
                "-Dcairn.cassandra.contact-points=127.0.0.1:1",
                "-Dcairn.cassandra.datacenter=dc1",
                "-Dcairn.cassandra.username=ann",
                "-Dcairn.cassandra.password=hunter2",
                "--verbose",
                "info");
    assertEquals(ExitCode.UNAVAILABLE.number(), result.code(), result::toString);
    assertFalse((result.out() + result.err()).contains("hunter2"), result::toString);
    Cli.Result bad = cli().run("info", "-Dcairn.cassandra.passwrd=hunter2");
    assertEquals(ExitCode.USAGE.number(), bad.code());
    assertFalse((bad.out() + bad.err()).contains("hunter2"), bad::toString);
  }

  @Test
  void aStackTraceIsShownOnlyToThoseWhoAsk() {
    assertFalse(cli().run("info").err().contains("\tat "));
    assertTrue(cli().run("info", "--verbose").err().contains("\tat dev.cairn.cli"));
  }

  @Test
  void versionAndHelpAreResults() {
    assertTrue(cli().ok("--version").out().startsWith("cairn "));
    Cli.Result help = cli().ok("--help");
    assertTrue(help.out().contains("Exit codes: 0 done"));
    assertTrue(help.out().contains("idempotency"));
    assertFalse(help.out().contains("warm-up"), "commands of the script's own are not listed");
    assertTrue(cli().ok("ref", "log", "--help").out().contains("--json"));
  }

  @Test
  void everyCommandExplainsItselfWithExamplesThatParse() {
    List<String> without = new ArrayList<>();
    int examples = 0;
    for (CommandLine command : all(tool().commandLine(List.of()))) {
      var usage = command.getCommandSpec().usageMessage();
      List<String> lines =
          Arrays.stream(usage.footer()).filter(line -> line.startsWith("  ")).toList();
      if (usage.description().length == 0 || lines.isEmpty()) {
        without.add(command.getCommandSpec().qualifiedName());
      }
      for (String line : lines) {
        String text = line.replace("%%", "%").strip();
        if (text.startsWith("cairn ")) {
          examples++;
          List<String> words = words(text.substring("cairn ".length()));
          assertNotNull(tool().commandLine(words).parseArgs(words.toArray(new String[0])), text);
        }
      }
    }
    assertEquals(List.of(), without, "commands without a description or an example");
    assertTrue(examples > 30, "only " + examples + " examples");
  }

  @Test
  void completionKnowsCommandsAndOptions() {
    String script = cli().ok("completion").out();
    assertTrue(script.contains("complete -F"));
    for (String word : List.of("idempotency", "deactivate", "--dry-run", "--backend")) {
      assertTrue(script.contains(word), word);
    }
  }

  static Tool tool() {
    return new Tool(
        new Console(System.in, System.out, System.err, Console.Terminals.NONE, Map.of()),
        new Interruption());
  }

  private static List<CommandLine> all(CommandLine root) {
    List<CommandLine> all = new ArrayList<>();
    if (!root.getCommandSpec().usageMessage().hidden()) {
      all.add(root);
      root.getSubcommands().values().forEach(each -> all.addAll(all(each)));
    }
    return all;
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }
    return words;
  }
}
