package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  private static final Path MAIN = Path.of("src", "main", "java");

  @Test
  void settingsAreDocumented() throws IOException {
    SettingsTable.check(new DynamoDbBackendFactory());
  }

  @Test
  void commandsThatCreateTheTablesAreDocumented() throws IOException {
    String text = Files.readString(SettingsTable.BACKENDS);
    String commands = AwsCommands.of(TestSettings.of("http://localhost:8000", "cairn-").read());
    for (String line : commands.lines().toList()) {
      assertTrue(text.contains(line), () -> "docs/backends.md does not have: " + line);
    }
  }

  @Test
  void policyAllowsWhatTheCodeDoesAndNothingElse() throws IOException {
    Set<String> allowed = new TreeSet<>();
    collect("\"dynamodb:(\\w+)\"", Files.readString(SettingsTable.BACKENDS), allowed);
    Set<String> called = new TreeSet<>();
    try (Stream<Path> files = Files.walk(MAIN)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        collect("\\bclient\\s*\\.(\\w+)\\(", Files.readString(file), called);
      }
    }
    called.remove("Close");
    assertEquals(called, allowed);
    assertTrue(called.contains("PutItem"));
  }

  private static void collect(String pattern, String text, Set<String> operations) {
    Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .map(name -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1))
        .forEach(operations::add);
  }
}
