package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.core.Cairn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs what {@code docs/operations.md} tells to run, on the store of a small demonstration, and
 * compares what comes out with what the page says, numbers masked. With {@code
 * -Dcairn.test.docs=write} it writes the page instead.
 */
class OperationsDocTest {
  private static final Path DEMO = Path.of("..", "docs", "demo.md");
  private static final Path PAGE = Path.of("..", "docs", "operations.md");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern HEAD = Pattern.compile("\\b\\d+-[0-9a-f]{16}\\b");
  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| ?(.*?) ?\\|");

  /** Properties whose content is the user's. */
  private static final Set<String> OPAQUE =
      Set.of("settings", "properties", "attributes", "changedKeys", "value");

  @TempDir Path directory;

  /** The other catalog that the page migrates from. */
  private final SourceStub source = new SourceStub();

  private Cli cli;
  private String config = "";
  private String host = "";
  private boolean isShopThere;

  /** Heads that the page has shown, and what they are here. */
  private final Map<String, String> heads = new HashMap<>();

  /** What a new page may call a head that only running it tells: the second of those shown last. */
  private static final String SOME_HEAD = "0-0000000000000000";

  @AfterEach
  void close() {
    source.close();
  }

  @Test
  void theJsonOfEveryCommandIsOnThePage() throws IOException {
    Set<String> missing = new TreeSet<>();
    collect(UsageTest.tool().commandLine(List.of()), "", missing);
    assertTrue(missing.size() > 40, "only " + missing);
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        missing.removeIf(name -> (" " + row.group(1) + " ").contains(" " + name + " "));
      }
    }
    assertEquals(Set.of("completion", "help"), missing, "what prints the same for programs");
  }

  /** The commands of {@code line} that people see. */
  static void collect(CommandLine line, String path, Set<String> names) {
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                String whole = (path + " " + name).strip();
                if (command.getSubcommands().isEmpty()) {
                  names.add(whole);
                }
                collect(command, whole, names);
              }
            });
  }

  @Test
  void thePageShowsWhatCommandsPrint() throws IOException {
    prepare();
    List<String> page = Files.readAllLines(PAGE);
    List<String> written = new ArrayList<>();
    int commands = 0;
    for (int i = 0; i < page.size(); i++) {
      String line = page.get(i);
      written.add(line);
      Matcher row = ROW.matcher(line);
      if (line.equals("```console")) {
        for (i++; !page.get(i).equals("```"); ) {
          List<String> expected = new ArrayList<>();
          String command = page.get(i++);
          while (!page.get(i).equals("```") && !page.get(i).startsWith("$ ")) {
            expected.add(page.get(i++));
          }
          commands++;
          command = command.replace(SOME_HEAD, heads.getOrDefault(SOME_HEAD, SOME_HEAD));
          written.add(withHeadsOfHere(command));
          written.addAll(output(command, expected));
        }
        written.add("```");
      } else if (row.matches() && !row.group(1).equals("command")) {
        if (isJsonTable(page, i)) {
          commands++;
          written.set(written.size() - 1, properties(row.group(1), row.group(2)));
        }
      }
    }
    assertTrue(commands > 40, "only " + commands + " commands");
    if (isWriting()) {
      Files.write(PAGE, written);
    }
  }

  private static boolean isWriting() {
    return System.getProperty("cairn.test.docs", "").equals("write");
  }

  private static boolean isJsonTable(List<String> page, int row) {
    int at = row;
    while (page.get(at).startsWith("|")) {
      at--;
    }
    return page.get(at + 1).equals("| command | properties |");
  }

  private void prepare() throws IOException {
    Path home = directory.resolve("demo");
    // The page shows what holds where nothing is configured.
    cli = new Cli(home.resolve("store")).without("CAIRN_ROCKSDB_DURABILITY");
    compareWithPage(cli.ok("demo", "--directory", home.toString(), "--tables", "200"));
    config = home.resolve("cairn.properties").toString();
    host = cli.json("lease", "list", "--all").at("/leases/0/host").asText();
    Files.createDirectories(directory.resolve("backups"));
    Files.createDirectories(directory.resolve("lib"));
    for (String name : List.of("copy", "imported")) {
      Path store = directory.resolve("lib").resolve(name);
      new Cli(store).ok("schema", "create");
      Files.writeString(
          directory.resolve("backups").resolve(name + ".properties"),
          "cairn.backend=rocksdb\ncairn.rocksdb.path=%s\n".formatted(store));
    }
  }

  /** The page of the demonstration shows the steps, not the lines around them. */
  private void compareWithPage(Cli.Result demo) throws IOException {
    String steps =
        demo.out().substring(demo.out().indexOf("1. "), demo.out().indexOf("Done in")).strip();
    String page = Files.readString(DEMO);
    int begin = page.indexOf("```console\n") + "```console\n".length();
    int end = page.indexOf("\n```", begin);
    if (isWriting()) {
      Files.writeString(DEMO, page.substring(0, begin) + steps + page.substring(end));
    } else {
      assertEquals(mask(page.substring(begin, end).lines().toList()), mask(steps.lines().toList()));
    }
  }

  /** Paths of the page, here. */
  private String here(String text) {
    return text.replace("/backups", directory.resolve("backups").toString())
        .replace("/var/lib", directory.resolve("lib").toString())
        .replace("http://127.0.0.1:8182", source.uri())
        .replace("-c cairn.properties", "-c " + config);
  }

  /** Paths of this test, as the page has them. */
  private String there(String text) {
    return text.replace(directory.resolve("backups").toString(), "/backups")
        .replace(directory.resolve("lib").toString(), "/var/lib")
        .replace(cli.store().toString(), "/var/lib/cairn")
        .replaceAll("\\b" + Pattern.quote(host) + "\\b", "app1")
        .replaceAll("(?m)^(cairn +)development$", "$10.1.0-SNAPSHOT");
  }

  /** What is to be recovered has to be lost first. */
  private void loseHead() {
    JsonNode shown = cli.json("ref", "show", Samples.CATALOG);
    String head = shown.path("head").asText();
    try (Cairn cairn = cli.open()) {
      cairn
          .backend()
          .delete(List.of(Samples.key(shown.path("scope").asText(), "cairn.head", head)));
    }
  }

  private Cli.Result run(String command) {
    if (command.startsWith("ref recover") && command.contains("--dry-run")) {
      loseHead();
    }
    if (command.contains("warehouse list") && !isShopThere) {
      WarehouseSample.create(cli, directory.resolve("lib").resolve("files"));
      isShopThere = true; // not before, as it would be in what the page shows first
    }
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(here(command));
    while (matcher.find()) {
      words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }
    return cli.run(words.toArray(new String[0]));
  }

  private List<String> output(String command, List<String> expected) {
    assertTrue(command.startsWith("$ ./cairn "), command);
    Cli.Result result = run(withHeadsOfHere(command.substring("$ ./cairn ".length())));
    assertEquals(0, result.code(), () -> command + ": " + result);
    List<String> actual = there(result.out() + result.err()).lines().toList();
    if (!isWriting()) {
      assertEquals(mask(expected), mask(actual), command);
    }
    remember(expected, actual);
    return actual;
  }

  private void remember(List<String> expected, List<String> actual) {
    List<String> here = heads(actual);
    List<String> onPage = heads(expected);
    for (int i = 0; i < Math.min(here.size(), onPage.size()); i++) {
      heads.put(onPage.get(i), here.get(i));
    }
    if (here.size() > 1) {
      heads.put(SOME_HEAD, here.get(1));
    }
  }

  private String withHeadsOfHere(String command) {
    return HEAD.matcher(command).replaceAll(each -> heads.getOrDefault(each.group(), each.group()));
  }

  private static List<String> heads(List<String> lines) {
    Set<String> found = new LinkedHashSet<>();
    lines.forEach(line -> HEAD.matcher(line).results().forEach(each -> found.add(each.group())));
    return List.copyOf(found);
  }

  private static List<String> mask(List<String> lines) {
    return lines.stream()
        .map(line -> line.replaceAll("^(cairn|java) .*", "$1"))
        .map(line -> line.replaceAll("\\d+-[0-9a-f]{16}|[0-9a-f]{16,}", "ID"))
        .map(line -> line.replaceAll("@[0-9a-z]+/[0-9a-z]+", "@SCOPE"))
        .map(line -> line.replaceAll("\\b1[0-9a-z]{11}\\b", "ID"))
        .map(line -> line.replaceAll("\\d{4}-\\d\\d-\\d\\d[ T][0-9:.]+Z", "TIME"))
        .map(line -> line.replaceAll("\\d[\\d,.]*( ?(B|KB|MB|ms|s|m|h|d)\\b)?", "N"))
        .map(line -> line.replaceAll("\\s+", " ").strip())
        .map(line -> line.replaceAll("N( N)+", "N"))
        .toList();
  }

  private String properties(String command, String expected) {
    String head = heads.getOrDefault(SOME_HEAD, SOME_HEAD);
    Cli.Result result = run(command.replace("HEAD", head) + " --json");
    assertEquals(0, result.code(), () -> command + ": " + result);
    Set<String> names = new LinkedHashSet<>();
    collect("", result.json(), names);
    String actual = "`" + String.join("`, `", names) + "`";
    if (!isWriting()) {
      assertEquals(expected, actual, command);
    }
    return "| `%s` | %s |".formatted(command, actual);
  }

  private static void collect(String path, JsonNode node, Set<String> names) {
    node.properties()
        .forEach(
            each -> {
              String name = path + each.getKey();
              JsonNode value = each.getValue();
              boolean isRows = value.isArray() && value.path(0).isObject();
              if (OPAQUE.contains(each.getKey()) || !(isRows || value.isObject())) {
                names.add(name);
              } else {
                collect(isRows ? name + "[]." : name + ".", isRows ? value.get(0) : value, names);
              }
            });
  }
}
