package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.LogEntry;
import dev.cairn.iceberg.catalog.CatalogNamespaces.PropertyChanges;
import dev.cairn.iceberg.catalog.MutationResult.PropertiesResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every mutation is safe to repeat under a key, and a replay is what the first answer was. */
class KeyedMutationTest {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");
  private static final TableIdentifier VIEW = TableIdentifier.of(SALES, "view");

  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private IdempotentExecutor executor;
  private KeyedServer server;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = fixture.catalog();
    executor = fixture.cairn.idempotency().executor(fixture.store.scope());
    server = new KeyedServer(catalog, fixture.store, executor);
    catalog.namespaces().create(SALES, Map.of("owner", "ann"));
  }

  @AfterEach
  void close() {
    executor.close();
    fixture.close();
  }

  private static Outcome executed(IdempotentResult result) {
    return assertInstanceOf(IdempotentResult.Executed.class, result).outcome();
  }

  private static Outcome replayed(IdempotentResult result) {
    return assertInstanceOf(IdempotentResult.Replayed.class, result).outcome();
  }

  /** Each operation twice under one key: the second time nothing is committed. */
  @Test
  void everyMutationTakesEffectOnceAndItsReplayIsTheFirstAnswer() {
    List<Consumer<IcebergCatalog>> operations = new ArrayList<>();
    operations.add(view -> view.namespaces().create(Namespace.of("new"), Map.of("a", "b")));
    operations.add(view -> view.namespaces().update(SALES, Map.of("x", "y"), Set.of("owner", "z")));
    operations.add(view -> view.tables().create(ORDERS, newTable(Map.of())));
    operations.add(view -> view.tables().create(ITEMS, newTable(Map.of())));
    operations.add(view -> view.tables().commit(append(ORDERS, null, 1, 1)));
    operations.add(view -> view.tables().commit(setProperty(ORDERS, "same", "value")));
    operations.add(view -> view.tables().commit(setProperty(ORDERS, "same", "value")));
    operations.add(
        view ->
            view.tables().commit(List.of(append(ORDERS, 1L, 2, 2), setProperty(ITEMS, "a", "1"))));
    operations.add(view -> view.entities().rename(EntityKind.TABLE, ITEMS, VIEW));
    operations.add(view -> view.entities().drop(EntityKind.TABLE, VIEW, false));
    operations.add(view -> view.namespaces().drop(Namespace.of("new")));
    operations.add(view -> view.entities().undrop(view.entities().dropped().get(0).id(), ITEMS));
    for (int i = 0; i < operations.size(); i++) {
      Outcome first = executed(server.request("key-" + i, operations.get(i)));
      long version = fixture.store.current("main").version();
      List<String> files = fixture.metadataFiles();
      assertEquals(first, replayed(server.request("key-" + i, operations.get(i))), "step " + i);
      assertEquals(version, fixture.store.current("main").version(), "step " + i);
      assertEquals(files, fixture.metadataFiles(), "step " + i);
    }
  }

  @Test
  void theLogSaysWhoDidWhatWithWhichRequest() {
    executed(server.request("key-1", view -> view.tables().create(ORDERS, newTable(Map.of()))));
    LogEntry entry = fixture.store.log("main", 1).entries().get(0);
    assertEquals("create-table [sales.orders]", entry.message());
    assertEquals(
        Map.of("operation", "create-table", "principal", "ann", "request-id", "request-key-1"),
        entry.attributes());
    long id = catalog.tables().load(ORDERS).id();
    executed(server.request("key-2", view -> view.entities().drop(EntityKind.TABLE, ORDERS, true)));
    DroppedEntity.Details dropped = catalog.entities().dropped().get(0);
    assertEquals(id, dropped.id());
    assertEquals("ann", dropped.principal());
  }

  @Test
  void aLogEntryHasRoomForTheLongestNames() {
    String name = "\uD83D\uDE00".repeat(120) + "x" + "\uD83D\uDE00".repeat(200);
    catalog
        .forRequest(CatalogRequest.of(Principal.of(name), "r" + "\u20AC".repeat(1_000)))
        .namespaces()
        .create(Namespace.of(name), Map.of());
    assertTrue(catalog.namespaces().exists(Namespace.of(name)));
  }

  @Test
  void aRequestWithAKeyMakesOneMutation() {
    assertThrows(
        IllegalStateException.class,
        () ->
            server.request(
                "key",
                view -> {
                  view.tables().create(ORDERS, newTable(Map.of()));
                  view.tables().create(ITEMS, newTable(Map.of()));
                }));
  }

  @Test
  void theNamesOfChangedPropertiesComeFromTheRequest() {
    Set<String> removals = new TreeSet<>();
    IntStream.range(0, 5_000).forEach(i -> removals.add("a-property-with-a-long-name-" + i));
    Set<String> missing = new TreeSet<>(removals);
    missing.removeIf(name -> name.endsWith("7"));
    PropertiesResult result = PropertiesResult.of(1, removals, missing);
    PropertyChanges changes = result.changes(Set.of("u"), removals);
    assertEquals(missing, changes.missing());
    assertEquals(500, changes.removed().size());
    assertEquals(Set.of("u"), changes.updated());
    assertTrue(
        MutationSummary.of("update-namespace", result).encode().length() < 1_000,
        "a head keeps it");
  }

  @Test
  void aTransactionUnderAKeyIsBoundedByWhatAHeadKeeps() {
    List<TableCommit> many =
        IntStream.rangeClosed(0, MutationSummary.MAX_ENTITIES)
            .mapToObj(i -> setProperty(TableIdentifier.of(SALES, "t" + i), "a", "1"))
            .toList();
    assertThrows(
        IllegalArgumentException.class,
        () -> server.request("key", view -> view.tables().commit(many)));
    List<MutationSummary.Entity> most =
        IntStream.range(0, MutationSummary.MAX_ENTITIES)
            .mapToObj(i -> new MutationSummary.Entity(i, i))
            .toList();
    Bytes summary =
        new MutationSummary(MutationSummary.Form.TABLES, "update-table", most, Bytes.empty())
            .encode();
    assertTrue(summary.length() < CommitKey.MAX_RESULT_BYTES - 1_000);
  }

  @Test
  void aSummaryThatIsDamagedIsReportedAsSuch() {
    for (String hex : List.of("", "02", "0109", "010101610000", "0100016100ffff")) {
      Outcome outcome =
          new Outcome(
              200,
              new TreeMap<>(),
              Optional.empty(),
              new Outcome.Body.Summary(Bytes.ofHex(hex)),
              Optional.empty());
      assertThrows(DamagedDataException.class, () -> catalog.replay(outcome), hex);
    }
  }
}
