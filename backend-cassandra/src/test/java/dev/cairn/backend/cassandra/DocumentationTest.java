package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  @Test
  void settingsAreDocumented() throws IOException {
    SettingsTable.check(new CassandraBackendFactory());
  }

  @Test
  void statementsThatCreateTheSchemaAreDocumented() throws IOException {
    String text = Files.readString(SettingsTable.BACKENDS);
    CassandraSettings settings =
        TestSettings.anywhere().with(CassandraBackendFactory.REPLICATION_FACTOR, "3").settings();
    String statements = new CassandraSchema(new CassandraSession(settings, null)).describe();
    assertTrue(text.contains(statements), () -> "docs/backends.md does not have:\n" + statements);
  }
}
