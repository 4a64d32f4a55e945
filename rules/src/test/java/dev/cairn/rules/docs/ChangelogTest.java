package dev.cairn.rules.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.internal.codec.FormatLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** The changelog names every format level, and what is being built. */
class ChangelogTest {
  private static final Pattern LEVEL =
      Pattern.compile("(?m)^\\| (\\d+) \\| (\\S+) \\| ([0-9, ]+) \\|");

  private static String changelog() throws IOException {
    return Files.readString(Path.of("..", "CHANGELOG.md"));
  }

  @Test
  void everyFormatLevelIsListedNewestLastWithWhatItsReleaseReads() throws IOException {
    List<Integer> levels =
        LEVEL.matcher(changelog()).results().map(row -> Integer.valueOf(row.group(1))).toList();
    assertEquals(IntStream.rangeClosed(1, FormatLevel.NEWEST).boxed().toList(), levels);
    Matcher newest = LEVEL.matcher(changelog());
    for (int i = 0; i < FormatLevel.NEWEST; i++) {
      assertTrue(newest.find());
    }
    String read =
        FormatLevel.OLDEST == FormatLevel.NEWEST
            ? "" + FormatLevel.NEWEST
            : FormatLevel.OLDEST + ", " + FormatLevel.NEWEST;
    assertEquals(read, newest.group(3));
  }

  @Test
  void theVersionThatIsBuiltHasASection() throws Exception {
    String version =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("..", "pom.xml").toFile())
            .getElementsByTagName("version")
            .item(0)
            .getTextContent();
    String section = "\n## " + version.replaceFirst("-SNAPSHOT$", " (unreleased)") + "\n";
    assertTrue(changelog().contains(section), () -> "no section " + section.strip());
  }
}
