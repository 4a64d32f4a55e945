package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  /** Cassandra and its driver read only those of ASCII. */
  @Test
  void statementsAndDriverConfigurationHaveTheSameDigitsInEveryLocale() {
    Locale before = Locale.getDefault();
    List<String> texts = new ArrayList<>();
    try {
      for (String locale : List.of("en", "ar-EG-u-nu-arab")) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        CassandraSettings settings = TestSettings.anywhere().settings();
        texts.add(
            new CassandraSchema(new CassandraSession(settings, null)).describe()
                + new Connector(settings).driverConfig());
      }
    } finally {
      Locale.setDefault(before);
    }
    assertEquals(texts.get(0), texts.get(1));
  }
}
