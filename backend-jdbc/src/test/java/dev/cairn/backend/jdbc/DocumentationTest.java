package dev.cairn.backend.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationTest {
  @Test
  void settingsAreDocumented() throws IOException {
    SettingsTable.check(new JdbcBackendFactory());
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql:", "jdbc:mariadb:"})
  void statementsThatCreateTheSchemaAreDocumented(String scheme) throws IOException {
    String text = Files.readString(SettingsTable.BACKENDS);
    for (String line : JdbcSchema.describe(Dialects.of(scheme), "default").lines().toList()) {
      assertTrue(text.contains("    " + line), () -> "docs/backends.md does not have: " + line);
    }
  }
}
