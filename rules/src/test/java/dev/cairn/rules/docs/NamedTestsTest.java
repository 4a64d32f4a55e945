package dev.cairn.rules.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages that say which test guards a promise name tests that exist. */
class NamedTestsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> PAGES =
      List.of("robustness.md", "idempotency.md", "design/iceberg.md");

  /** A method whose name is a sentence, or a class of tests. */
  private static final Pattern NAMED =
      Pattern.compile(
          "`([a-z]+(?:[A-Z][a-z0-9]*){3,}|[A-Z]\\w+(?:Test|Contract|Suite|Scenario|Proof))`");

  private static final Pattern DECLARED =
      Pattern.compile("(?:void|class|interface|record|DynamicTest) (\\w+)");

  @Test
  void everyTestThatAPageNamesExists() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String page : PAGES) {
      named.addAll(find(NAMED, Files.readString(ROOT.resolve("docs").resolve(page))));
    }
    assertTrue(named.size() > 100, () -> "found only " + named);
    named.removeAll(declared());
    assertEquals(Set.of(), named);
  }

  private static Set<String> find(Pattern pattern, String text) {
    Set<String> found = new HashSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static Set<String> declared() throws IOException {
    Set<String> declared = new HashSet<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(NamedTestsTest::isSource).toList()) {
        declared.addAll(find(DECLARED, Files.readString(file)));
      }
    }
    return declared;
  }

  private static boolean isSource(Path file) {
    String path = file.toString();
    return path.endsWith(".java") && path.contains("/src/") && !path.contains("/target/");
  }
}
