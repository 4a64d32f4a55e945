package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.iceberg.metadata.TableState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.view.ImmutableSQLViewRepresentation;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays after the state that a request produced was collected, in a process without caches. */
class CollectedReplayTest {
  private static final TableIdentifier VIEW = TableIdentifier.of(SALES, "view");
  private static final TableCommit COMMIT = setProperty(ORDERS, "a", "1");

  @TempDir private Path directory;
  private final Backend backend = new InMemoryBackend();
  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private CatalogTable produced;

  @BeforeEach
  void commitAndSupersede() {
    fixture = CatalogFixture.on(new SharedBackend(backend), directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
    catalog.tables().create(ORDERS, newTable(Map.of()));
    assertInstanceOf(IdempotentResult.Executed.class, send(fixture));
    produced = catalog.tables().load(ORDERS);
    catalog.tables().commit(append(ORDERS, null, 1, 1));
    assertEquals(produced.metadataFile(), replayed(), "as long as it is there, it is the answer");
  }

  @AfterEach
  void close() {
    fixture.close();
    backend.close();
  }

  private static IdempotentResult send(CatalogFixture process) {
    try (IdempotentExecutor executor =
        process.cairn.idempotency().executor(process.store.scope())) {
      return new KeyedServer(process.catalog(), process.store, executor)
          .request("key", view -> view.tables().commit(COMMIT));
    }
  }

  private IdempotentResult sendAgain() {
    try (CatalogFixture process = CatalogFixture.on(new SharedBackend(backend), directory)) {
      return send(process);
    }
  }

  private String replayed() {
    return assertInstanceOf(IdempotentResult.Replayed.class, sendAgain())
        .outcome()
        .body()
        .bytes()
        .toUtf8();
  }

  private void collect(ObjectRef object) {
    ObjectKey key = object.in(fixture.store.scope());
    backend.delete(List.of(key));
  }

  @Test
  void ifTheStateWasCollectedTheCurrentOneIsTheAnswer() {
    collect(produced.stateRef());
    assertEquals(catalog.tables().load(ORDERS).metadataFile(), replayed());
  }

  /** A sweep has deleted a part of the state, not yet the state itself. */
  @Test
  void alsoIfItIsCollectedInPart() {
    long definition =
        fixture.store.current("main").get(TableState.class, produced.stateRef()).definition();
    catalog.tables().commit(setProperty(ORDERS, "b", "2"));
    collect(new ObjectRef("iceberg.definition", definition));
    assertEquals(catalog.tables().load(ORDERS).metadataFile(), replayed());
  }

  @Test
  void theCurrentStateIsFoundByTheIdOfTheTableWhateverItsNameIs() {
    TableIdentifier renamed = TableIdentifier.of(SALES, "renamed");
    catalog.entities().rename(EntityKind.TABLE, ORDERS, renamed);
    catalog.tables().create(ORDERS, newTable(Map.of()));
    collect(produced.stateRef());
    assertEquals(catalog.tables().load(renamed).metadataFile(), replayed());
  }

  @Test
  void ifTheTableIsDroppedItsLastStateIsTheAnswer() {
    String last = catalog.tables().load(ORDERS).metadataFile();
    catalog.entities().drop(EntityKind.TABLE, ORDERS, true);
    collect(produced.stateRef());
    assertEquals(last, replayed());
  }

  /** Registering the files of a table that was dropped without purge ends the dropped entity. */
  @Test
  void ifTheTableIsGoneTheReplayFailsAndIsNoRefusal() {
    String last = catalog.tables().load(ORDERS).metadataFile();
    catalog.entities().drop(EntityKind.TABLE, ORDERS, false);
    catalog.tables().register(ORDERS, last, false);
    collect(produced.stateRef());
    IdempotentResult.Refused refused =
        assertInstanceOf(IdempotentResult.Refused.class, sendAgain());
    assertEquals(ErrorSubtype.IDEMPOTENCY_REPLAY_FAILED, refused.subtype());
  }

  @Test
  void viewsAreReplayedAlike() {
    ViewMetadata metadata = view(fixture.base + "/v");
    IcebergCatalog view = catalog.forRequest(CatalogRequest.NONE);
    assertEquals(metadata.location(), view.views().create(VIEW, metadata).location());
    EntityEntry first = catalog.commits().current().get(VIEW, EntityKind.VIEW);
    MutationSummary summary =
        new MutationSummary(
            MutationSummary.Form.VIEW,
            "create-view",
            List.of(new MutationSummary.Entity(first.id(), first.state().id())),
            dev.cairn.api.Bytes.empty());
    catalog
        .views()
        .commit(
            VIEW,
            List.of(),
            List.of(new org.apache.iceberg.MetadataUpdate.SetProperties(Map.of("a", "1"))));
    collect(first.state());
    catalog.entities().drop(EntityKind.VIEW, VIEW, false);
    try (CatalogFixture process = CatalogFixture.on(new SharedBackend(backend), directory)) {
      MutationResult.ViewResult found =
          assertInstanceOf(
              MutationResult.ViewResult.class,
              process.catalog().replay(summary.toOutcome()).orElseThrow());
      assertEquals("1", found.metadata().properties().get("a"));
      assertEquals(first.id(), found.id());
    }
  }

  private static ViewMetadata view(String location) {
    return ViewMetadata.builder()
        .setLocation(location)
        .setCurrentVersion(
            ImmutableViewVersion.builder()
                .versionId(1)
                .timestampMillis(1)
                .schemaId(0)
                .defaultNamespace(SALES)
                .addRepresentations(
                    ImmutableSQLViewRepresentation.builder()
                        .sql("select 1")
                        .dialect("spark")
                        .build())
                .build(),
            new Schema(Types.NestedField.required(1, "x", Types.LongType.get())))
        .build();
  }
}
