package dev.cairn.backend.inmemory;

import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  @Test
  void settingsAreDocumented() throws IOException {
    SettingsTable.check(
        new InMemoryBackendFactory(), Path.of("..").resolve(SettingsTable.BACKENDS));
  }
}
