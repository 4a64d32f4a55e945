package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.store.HeadId;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table that was not touched for months: garbage collection could be about to delete any old
 * object that a commit does not reach through its workspace.
 */
class OldTableTest {
  @TempDir private Path directory;

  private Cairn open(InMemoryBackend backend, Duration later) {
    EngineRuntime system = EngineRuntime.system();
    Environment now = system.environment();
    InstantSource clock = () -> now.clock().instant().plus(later);
    return Cairn.open(
        new SharedBackend(backend),
        Configuration.builder().set("cairn.backend", "inmemory").build(Cairn.settings()),
        ObjectTypes.discover(),
        new EngineRuntime(
            new Environment(clock, now.waiter(), now.random()),
            system.executor(),
            system.scheduler(),
            system.meters(),
            system.onClose()));
  }

  private CatalogFixture fixture(InMemoryBackend backend, Duration later) {
    return new CatalogFixture(directory, directory.resolve("warehouse"), open(backend, later));
  }

  private void appendTo(InMemoryBackend backend, int snapshots) {
    try (CatalogFixture fixture = fixture(backend, Duration.ZERO)) {
      IcebergCatalog catalog = fixture.catalog();
      catalog.namespaces().create(SALES, Map.of());
      catalog.tables().create(ORDERS, newTable(Map.of()));
      for (int i = 1; i <= snapshots; i++) {
        catalog.tables().commit(append(ORDERS, i == 1 ? null : (long) i - 1, i, i));
      }
    }
  }

  @Test
  void anOldTableIsAppendedToExpiredRenamedDroppedAndUndropped() {
    InMemoryBackend backend = new InMemoryBackend();
    int old = 130;
    appendTo(backend, old);
    try (CatalogFixture fixture = fixture(backend, Duration.ofDays(90))) {
      IcebergCatalog catalog = fixture.catalog();
      catalog.tables().commit(setProperty(ORDERS, "a", "1"));
      for (int i = old + 1; i <= 2 * old; i++) {
        catalog.tables().commit(append(ORDERS, (long) i - 1, i, i));
      }
      catalog
          .tables()
          .commit(
              new TableCommit(
                  ORDERS,
                  List.of(),
                  List.of(new MetadataUpdate.RemoveSnapshots(Set.of(2L, 3L, 140L)))));
      TableIdentifier items = TableIdentifier.of(SALES, "items");
      catalog.entities().rename(EntityKind.TABLE, ORDERS, items);
      catalog.namespaces().update(SALES, Map.of("a", "1"), List.of());
      catalog.entities().undrop(catalog.entities().drop(EntityKind.TABLE, items, false));
      assertEquals(2 * old - 3, catalog.tables().load(items).metadata().snapshots().size());
    }
  }

  /** No object of the earlier state is young; the current state reaches few of them. */
  @Test
  void anOldStateOfATableComesBackWithAllItsObjects() {
    InMemoryBackend backend = new InMemoryBackend();
    int old = 130;
    appendTo(backend, old);
    try (CatalogFixture fixture = fixture(backend, Duration.ofDays(90))) {
      IcebergCatalog catalog = fixture.catalog();
      CatalogHistory history = fixture.catalog().history();
      HeadId earlier = fixture.store.current("main").head().orElseThrow();
      String json = catalog.tables().load(ORDERS).json();
      Set<Long> most = LongStream.range(1, old).boxed().collect(Collectors.toSet());
      List<MetadataUpdate> expiry = List.of(new MetadataUpdate.RemoveSnapshots(most));
      catalog.tables().commit(new TableCommit(ORDERS, List.of(), expiry));
      assertEquals(ORDERS, history.restore(ORDERS, earlier));
      assertEquals(json, catalog.tables().load(ORDERS).json());
      catalog.tables().commit(new TableCommit(ORDERS, List.of(), expiry));
      assertEquals(1, history.reset(earlier).restored());
      assertEquals(json, catalog.tables().load(ORDERS).json());
      catalog.tables().commit(append(ORDERS, (long) old, old + 1, old + 1));
      assertEquals(old + 1, catalog.tables().load(ORDERS).metadata().snapshots().size());
    }
  }
}
