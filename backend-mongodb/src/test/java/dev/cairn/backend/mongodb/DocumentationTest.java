package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  @Test
  void settingsAreDocumented() throws IOException {
    SettingsTable.check(new MongoDbBackendFactory());
  }

  @Test
  void commandsThatCreateTheSchemaAreDocumented() throws IOException {
    String text = Files.readString(SettingsTable.BACKENDS);
    try (MongoDbConnection connection =
        MongoDbConnection.of(TestSettings.of("mongodb://db.example", "cairn").settings())) {
      for (String line : new MongoDbSchema(connection).describe().lines().toList()) {
        assertTrue(text.contains("    " + line), () -> "docs/backends.md does not have: " + line);
      }
    }
  }
}
