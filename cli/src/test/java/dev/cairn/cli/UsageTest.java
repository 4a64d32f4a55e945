package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
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
  private static final String RED = "x\u001b[31m\u009b31m";

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

  /** Otherwise a retention would be ignored without a word. */
  @Test
  void settingsBeforeAndAfterTheCommandAllCountAndTheLastWins() {
    Cli cli = cli().with("CAIRN_BACKEND", "inmemory");
    String[] before = {
      "-D", "cairn.gc.retention=30d", "-D", "cairn.gc.period=1d", "-b", "inmemory"
    };
    List<String> words = new ArrayList<>(List.of(before));
    words.addAll(List.of("task", "-D", "cairn.gc.period=2d", "list"));
    words.addAll(List.of("-D", "cairn.gc.threads=2"));
    cli.ok(words.toArray(String[]::new));
    words.set(words.indexOf("task"), "info");
    words.remove("list");
    var settings = cli.json(words.toArray(String[]::new)).path("settings");
    assertEquals("30d", settings.path("cairn.gc.retention").asText(), settings::toString);
    assertEquals("2d", settings.path("cairn.gc.period").asText(), settings::toString);
    assertEquals("2", settings.path("cairn.gc.threads").asText(), settings::toString);
    words.set(1, "cairn.gc.retention=never");
    assertTrue(
        cli.fails(ExitCode.USAGE, words.toArray(String[]::new)).contains("cairn.gc.retention"));
  }

  @Test
  void aVariableThatIsNoSettingOnlyWarns() {
    Cli cli = cli().with("CAIRN_SERVICE_HOST", "10.0.0.1").with("CAIRN_CACHE_SIZ", "1m");
    cli.with("CAIRN_BACKEND", "inmemory");
    Cli.Result shown = cli.ok("info");
    assertTrue(shown.out().contains("inmemory"), shown.out());
    assertEquals(1, shown.err().lines().count(), shown.err());
    assertTrue(shown.err().contains("CAIRN_SERVICE_HOST"), shown.err());
    assertTrue(shown.err().contains("did you mean CAIRN_CACHE_SIZE?"), shown.err());
  }

  @Test
  void argumentsThatCannotBeDecodedAreRefused() {
    String message = cli().fails(ExitCode.USAGE, "tenant", "create", "gr\uFFFDn");
    assertTrue(message.contains("LC_ALL") && message.contains("gr\uFFFDn"), message);
  }

  @Test
  void argumentsInMessagesCannotControlATerminal() {
    Cli cli = new Cli(directory.resolve("store"));
    Samples.create(cli);
    cli.ok("tenant", "update", "acme", "-p", "a" + RED + "=b" + RED);
    List<List<String>> commands =
        List.of(
            List.of("tenant", "show", "acme"),
            List.of("tenant", "show", RED),
            List.of("tenant", "create", RED, "--verbose"),
            List.of("ls", "acme/" + RED),
            List.of("ref", "show", "acme/sales", RED),
            List.of("ref", "log", "acme/sales", "--after", RED),
            List.of("task", "show", RED),
            List.of("task", "show", RED, "--json"),
            List.of("task", "run", RED),
            List.of("export", directory + "/" + RED + "/x"),
            List.of("import", directory + "/" + RED),
            List.of("-D", "cairn." + RED + "=1", "info"),
            List.of("-c", RED, "info"),
            List.of("help", RED),
            List.of("--" + RED),
            List.of(RED));
    for (List<String> command : commands) {
      Cli.Result result = cli.run(command.toArray(String[]::new));
      String all = result.out() + result.err();
      assertTrue(all.chars().noneMatch(c -> c < 32 && c != '\n' && c != '\t'), result::toString);
      assertFalse(all.contains("\u009b"), result::toString);
    }
  }

  @Test
  void whatIsOptionalIsNotFollowedByWhatIsNot() {
    for (CommandLine command : all(tool().commandLine(List.of()))) {
      boolean isOptional = false;
      for (var parameter : command.getCommandSpec().positionalParameters()) {
        boolean isNext = parameter.arity().min() == 0;
        assertTrue(
            isNext || !isOptional,
            command.getCommandSpec().qualifiedName() + ": " + parameter.paramLabel());
        isOptional = isNext;
      }
    }
  }

  @Test
  void noSentenceOfTheHelpIsCutInTheMiddle() {
    for (CommandLine command : all(tool().commandLine(List.of()))) {
      for (String part : command.getCommandSpec().usageMessage().description()) {
        String name = command.getCommandSpec().qualifiedName();
        assertTrue(part.matches("[A-Z].*[.]"), () -> name + ": " + part);
      }
    }
  }

  @Test
  void aDemonstrationThatWouldNotUseTheSettingsIsRefused() {
    Cli cli = cli().without("CAIRN_BACKEND");
    String[] demo = {"demo", "--directory", directory.resolve("demo").toString()};
    for (List<String> options :
        List.of(
            List.of("-b", "cassandra"),
            List.of("-Dcairn.backend=cassandra"),
            List.of("-c", "cairn.properties"))) {
      List<String> words = new ArrayList<>(options);
      words.addAll(List.of(demo));
      String message = cli.fails(ExitCode.USAGE, words.toArray(new String[0]));
      assertTrue(message.contains("RocksDB"), message);
    }
    assertFalse(Files.exists(directory.resolve("demo")));
  }

  @Test
  void errorsAreJsonForPrograms() throws Exception {
    for (String[] words :
        List.of(
            new String[] {"info", "--json"},
            new String[] {"--json", "inof"},
            new String[] {"ls", "--json", "a/b", "--limit"},
            new String[] {"tenant", "create", "gr\uFFFDn", "--json"})) {
      Cli.Result failed = cli().run(words);
      assertEquals("", failed.out());
      assertEquals(1, failed.err().lines().count(), failed.err());
      var error = new ObjectMapper().readTree(failed.err()).path("error");
      assertEquals(failed.code(), error.path("code").asInt(), failed.err());
      assertTrue(error.path("kind").asText().matches("NOT_FOUND|USAGE"), failed.err());
      String plain =
          cli()
              .run(
                  Arrays.stream(words)
                      .filter(each -> !each.equals("--json"))
                      .toArray(String[]::new))
              .err();
      assertEquals(plain, "cairn: " + error.path("message").asText() + "\n");
    }
  }

  @Test
  void aMisspelledCommandOrOptionIsNamedWithTheNearest() {
    assertTrue(cli().fails(ExitCode.USAGE, "inof").contains("did you mean info?"));
    assertTrue(cli().fails(ExitCode.USAGE, "tenant", "lst").contains("did you mean list?"));
    assertTrue(cli().fails(ExitCode.USAGE, "tennant", "list").contains("did you mean tenant?"));
    assertTrue(cli().fails(ExitCode.USAGE, "info", "--jsno").contains("did you mean --json?"));
    assertFalse(cli().fails(ExitCode.USAGE, "something-else").contains("did you mean"));
    assertFalse(cli().fails(ExitCode.USAGE, "warm-pu").contains("did you mean"), "it is hidden");
  }

  @Test
  void helpIsACommandToo() {
    assertEquals(cli().ok("--help").out(), cli().ok("help").out());
    assertEquals(cli().ok("ref", "--help").out(), cli().ok("help", "ref").out());
    assertEquals(cli().ok("ref", "log", "--help").out(), cli().ok("help", "ref", "log").out());
    assertTrue(cli().fails(ExitCode.USAGE, "help", "rfe").contains("did you mean ref?"));
    assertTrue(cli().fails(ExitCode.USAGE, "help", "ref", "lgo").contains("did you mean log?"));
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
