package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands and metrics of {@code docs/server.md}. */
class ServerDocTest {
  private static final Path PAGE = Path.of("..", "docs", "server.md");
  private static final Path METERS =
      Path.of("..", "iceberg-server/src/main/java/dev/cairn/iceberg/server/ServerMeters.java");

  /** What a shell would take from the page: the lines of its own, and those within sentences. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^    (?:\\./)?cairn (.+)$|`(?:\\./)?cairn\\s([^`]+)`");

  private static final Pattern CURL = Pattern.compile("`(curl [^`]+)`");
  private static final Pattern METER = Pattern.compile("\"(cairn\\.server\\.[a-z.-]+)\"");

  /** The commands of the page, without {@code cairn}. */
  static List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    Matcher matcher = COMMAND.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      String command = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      commands.add(command.replaceAll("\\s+", " "));
    }
    return commands;
  }

  /** The line of the page for curl. */
  static String curl() throws IOException {
    Matcher matcher = CURL.matcher(Files.readString(PAGE));
    assertTrue(matcher.find());
    return matcher.group(1);
  }

  @Test
  void everyCommandOfThePageIsOne() throws IOException {
    List<String> commands = commands();
    assertTrue(commands.size() > 8, commands::toString);
    for (String each : commands) {
      List<String> words = List.of(each.split(" "));
      CommandLine parsed = UsageTest.tool().commandLine(List.of());
      try {
        var unused = parsed.parseArgs(words.toArray(String[]::new));
      } catch (CommandLine.MissingParameterException e) {
        assertTrue(words.size() <= 3, each); // within a sentence a name is enough
      }
    }
  }

  @Test
  void everyMeterOfTheServerIsOnThePageAndNoOther() throws IOException {
    Set<String> expected = new TreeSet<>();
    METER
        .matcher(Files.readString(METERS))
        .results()
        .map(ServerDocTest::name)
        .forEach(expected::add);
    assertTrue(expected.size() > 5, expected::toString);
    List<String> lines = Files.readAllLines(PAGE);
    Set<String> shown = new TreeSet<>();
    for (int i = lines.indexOf("| metric | tags | counts |") + 2;
        lines.get(i).startsWith("| `");
        i++) {
      shown.add(lines.get(i).substring(3, lines.get(i).indexOf('`', 3)));
    }
    assertEquals(expected, shown);
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }
}
