package dev.cairn.testkit.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.config.Setting;
import dev.cairn.backend.inmemory.InMemoryBackendFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTableTest {
  private static final List<Setting<?>> SETTINGS =
      List.of(
          Setting.text("cairn.some.name", "The name"),
          Setting.duration("cairn.some.time-out", "How long").withDefault("PT5S"));
  private static final String TABLE =
      """
      | setting | default | for |
      |---|---|---|
      | `cairn.some.name` | | The name |
      | `cairn.some.time-out` | `PT5S` | How long |
      """;

  private static void check(String text) {
    SettingsTable.check(Path.of("file.md"), text, "cairn.some.", SETTINGS);
  }

  @Test
  void tableIsMadeFromTheCode() {
    assertEquals(TABLE, SettingsTable.of(SETTINGS));
    check("# Some\n\n" + TABLE + "\n| `cairn.other.name` | | |\n");
  }

  @Test
  void everyDifferenceIsFoundAndTheTablePrinted() {
    for (String text :
        List.of(
            "",
            TABLE.replace("PT5S", "PT6S"),
            TABLE.replace("The name", "A name"),
            TABLE.replace("cairn.some.name", "cairn.some.names"))) {
      AssertionError e = assertThrows(AssertionError.class, () -> check(text));
      assertTrue(e.getMessage().contains(TABLE), e::getMessage);
    }
    assertThrows(AssertionError.class, () -> check(TABLE + "| `cairn.some.old` | | Gone |\n"));
  }

  @Test
  void pageMayBeAnywhereAndOneThatIsMissingIsNamed(@TempDir Path directory) throws IOException {
    InMemoryBackendFactory factory = new InMemoryBackendFactory();
    Path page = directory.resolve("README.md");
    AssertionError e = assertThrows(AssertionError.class, () -> SettingsTable.check(factory, page));
    assertTrue(e.getMessage().contains(page.toString()), e::getMessage);
    Files.writeString(page, "# Mine\n\n" + SettingsTable.of(factory.settings()));
    SettingsTable.check(factory, page);
  }
}
