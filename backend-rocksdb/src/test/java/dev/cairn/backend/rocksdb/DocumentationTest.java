package dev.cairn.backend.rocksdb;

import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  @Test
  void settingsAreDocumented() throws IOException {
    SettingsTable.check(new RocksDbBackendFactory());
  }
}
