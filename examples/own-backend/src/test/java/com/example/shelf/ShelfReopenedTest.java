package com.example.shelf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.docs.SettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the suites cannot know: how this backend is found, configured, documented and reopened. */
class ShelfReopenedTest {
  @Test
  void rowsAreThereAfterTheStoreWasOpenedAgainByItsName(@TempDir Path directory) {
    Backends backends = Backends.discover();
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "shelf")
            .set("cairn.shelf.path", directory.resolve("rows").toString())
            .build(backends.settings());
    ObjectKey key = new ObjectKey(new Scope("tenant", "catalog"), "table", ObjectId.of(1));
    ObjectRow row = ObjectRow.immutable(key, Bytes.ofUtf8("value"), 1);
    try (Backend backend = backends.open(configuration)) {
      backend.write(List.of(row));
    }
    try (Backend backend = backends.open(configuration)) {
      assertEquals(List.of(Optional.of(row)), backend.fetch(List.of(key), ReadMode.STRONG));
    }
  }

  @Test
  void settingsAreDocumented() throws IOException {
    SettingsTable.check(new ShelfBackendFactory(), Path.of("README.md"));
  }
}
