package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A connection that only looks. */
class ReadOnlyTest {
  private final Configuration configuration =
      Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings());
  private final Backend backend = Backends.discover().open(configuration);

  private Cairn openToRead() {
    return Cairn.openToRead(
        backend, configuration, ObjectTypes.of(List.of()), EngineRuntime.system());
  }

  private long rows() {
    long[] rows = {0};
    var unused =
        backend.scanObjects(
            Optional.empty(),
            Optional.empty(),
            ScanBound.NONE,
            Optional.empty(),
            row -> ++rows[0] > 0);
    var unusedToo =
        backend.scanReferences(Optional.empty(), Optional.empty(), row -> ++rows[0] > 0);
    return rows[0];
  }

  @Test
  void whatWouldWriteIsRefusedAndNothingIsWritten() {
    backend.createSchema();
    try (Cairn cairn = openToRead()) {
      assertEquals(List.of(), cairn.catalogs().listTenants(PageRequest.first(10)).items());
      assertThrows(
          IllegalStateException.class, () -> cairn.catalogs().createTenant("acme", Map.of()));
      try (Store store = cairn.store(new Scope("t", "c"))) {
        assertThrows(IllegalStateException.class, () -> store.createReference("main"));
        assertTrue(store.findReference("main").isEmpty());
      }
      assertThrows(IllegalStateException.class, () -> cairn.backend().createSchema());
      assertEquals(0, rows());
    }
  }
}
