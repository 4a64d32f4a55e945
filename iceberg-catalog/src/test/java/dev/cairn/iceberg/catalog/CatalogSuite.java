package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.HeadId;
import dev.cairn.iceberg.metadata.TableStates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the catalog guarantees on every backend, with two processes that share one database. Extend
 * it and say how to connect:
 *
 * <pre>{@code
 * class MyBackendCatalogTest extends CatalogSuite {
 *   @Override
 *   protected Backend connect() {
 *     return MyBackend.connect(server.address());
 *   }
 * }
 * }</pre>
 */
public abstract class CatalogSuite {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");
  private static final int ROUNDS = 12;

  @TempDir private Path directory;
  private final Scope scope = new Scope("t-" + UUID.randomUUID(), "c");
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private CatalogFixture first;
  private CatalogFixture second;
  private IcebergCatalog catalog;
  private IcebergCatalog other;

  /**
   * A connection of one process to the database that all connections of a test share, its schema
   * created. The test closes it.
   */
  protected abstract Backend connect();

  /** Called after a test, when all its connections are closed. */
  protected void disconnect() {}

  @BeforeEach
  final void openCatalogs() {
    first = CatalogFixture.on(connect(), directory, scope);
    second = CatalogFixture.on(connect(), directory, scope);
    catalog = first.catalog();
    other = second.catalog();
    catalog.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  final void closeCatalogs() {
    threads.shutdownNow();
    first.close();
    second.close();
    disconnect();
  }

  private void together(List<Callable<Boolean>> tasks) throws Exception {
    for (Future<Boolean> done : threads.invokeAll(tasks)) {
      assertTrue(done.get());
    }
  }

  private IdempotentResult send(CatalogFixture process, String key, TableCommit commit) {
    return send(new InterceptedStore(process.store), process, key, commit);
  }

  private static IdempotentResult send(
      InterceptedStore store, CatalogFixture process, String key, TableCommit commit) {
    try (IdempotentExecutor executor =
        process.cairn.idempotency().executor(process.store.scope())) {
      IcebergCatalog catalog = process.catalog(store.store(), process.files);
      return new KeyedServer(catalog, store.store(), executor)
          .request(key, view -> view.tables().commit(commit));
    }
  }

  private static List<Long> snapshots(IcebergCatalog catalog, TableIdentifier name) {
    List<Long> found = new ArrayList<>();
    for (Snapshot snapshot : catalog.tables().load(name).metadata().snapshots()) {
      found.add(snapshot.snapshotId());
    }
    return found;
  }

  @Test
  final void whatOneProcessCommitsTheOtherReadsAtOnceAndExactly() {
    catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    for (long id = 1; id <= 20; id++) {
      IcebergCatalog writer = id % 2 == 0 ? catalog : other;
      IcebergCatalog reader = id % 2 == 0 ? other : catalog;
      CatalogTable written =
          writer.tables().commit(append(ORDERS, id == 1 ? null : id - 1, id, id));
      CatalogTable read = reader.tables().load(ORDERS);
      assertEquals(written.stateRef(), read.stateRef());
      assertEquals(written.json(), read.json());
    }
    CatalogTable table = other.tables().load(ORDERS);
    TableMetadata exported =
        TableMetadataParser.read(first.files.newInputFile(table.metadataFile()));
    assertEquals(
        TableMetadataParser.toJson(exported), TableMetadataParser.toJson(table.metadata()));
  }

  /** Each process appends; one that loses builds its commit again, as clients do. */
  @Test
  final void everyAppendThatWasConfirmedIsThereOnce() throws Exception {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    AtomicLong ids = new AtomicLong();
    Set<Long> confirmed = ConcurrentHashMap.newKeySet();
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (IcebergCatalog process : List.of(catalog, other, catalog, other)) {
      tasks.add(
          () -> {
            int left = ROUNDS;
            while (left > 0) {
              List<Long> known = snapshots(process, ORDERS);
              Long parent = known.isEmpty() ? null : known.get(known.size() - 1);
              long id = ids.incrementAndGet();
              try {
                process.tables().commit(append(ORDERS, parent, id, known.size() + 1));
                confirmed.add(id);
                left--;
              } catch (CommitFailedException lost) {
                // built again on the newer state
              }
            }
            return true;
          });
    }
    together(tasks);
    List<Long> all = snapshots(catalog, ORDERS);
    assertEquals(4 * ROUNDS, all.size());
    assertEquals(confirmed, new HashSet<>(all));
  }

  /** Every transaction sets both tables to one value; no reader sees two values. */
  @Test
  final void noReaderSeesAPartOfATransaction() throws Exception {
    catalog.tables().create(ORDERS, newTable(Map.of("v", "0")));
    catalog.tables().create(ITEMS, newTable(Map.of("v", "0")));
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int process = 0; process < 2; process++) {
      IcebergCatalog writer = process == 0 ? catalog : other;
      IcebergCatalog reader = process == 0 ? other : catalog;
      String prefix = process + "-";
      tasks.add(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              List<TableCommit> both =
                  List.of(
                      setProperty(ORDERS, "v", prefix + i), setProperty(ITEMS, "v", prefix + i));
              writer.tables().commit(both);
            }
            return true;
          });
      tasks.add(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              CatalogState state = reader.commits().current();
              assertEquals(value(reader, state, ORDERS), value(reader, state, ITEMS));
            }
            return true;
          });
    }
    together(tasks);
  }

  private static String value(IcebergCatalog catalog, CatalogState state, TableIdentifier name) {
    EntityEntry entry = state.get(name, EntityKind.TABLE);
    return new CatalogTable(
            entry, state.table(entry.state()), new TableStates(catalog.commits().store()::findAll))
        .metadata()
        .properties()
        .get("v");
  }

  @Test
  final void ofManyCreatesOfOneNameOrOnePlaceOneSucceeds() throws Exception {
    AtomicLong created = new AtomicLong();
    AtomicLong placed = new AtomicLong();
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      IcebergCatalog process = i % 2 == 0 ? catalog : other;
      TableIdentifier own = TableIdentifier.of(SALES, "t" + i);
      String place = first.base + "/place" + (i % 3 == 0 ? "" : "/inside");
      tasks.add(() -> count(created, () -> process.tables().create(ORDERS, newTable(Map.of()))));
      tasks.add(
          () -> count(placed, () -> process.tables().create(own, newTableAt(place, Map.of()))));
    }
    together(tasks);
    assertEquals(1, created.get());
    assertEquals(1, placed.get());
    assertEquals(2, first.metadataFiles().size(), "the files of the others are deleted");
  }

  /** Two tables of two processes; the one that loses keeps its name. */
  @Test
  final void ofTwoRenamesToOneNameOneSucceeds() throws Exception {
    TableIdentifier wanted = TableIdentifier.of(SALES, "wanted");
    catalog.tables().create(ORDERS, newTable(Map.of()));
    catalog.tables().create(ITEMS, newTable(Map.of()));
    for (int round = 0; round < ROUNDS / 2; round++) {
      AtomicLong renamed = new AtomicLong();
      together(
          List.of(
              () ->
                  count(renamed, () -> catalog.entities().rename(EntityKind.TABLE, ORDERS, wanted)),
              () ->
                  count(renamed, () -> other.entities().rename(EntityKind.TABLE, ITEMS, wanted))));
      assertEquals(1, renamed.get());
      assertEquals(2, catalog.tables().list(SALES).size());
      TableIdentifier free = catalog.tables().exists(ORDERS) ? ITEMS : ORDERS;
      other.entities().rename(EntityKind.TABLE, wanted, free);
    }
  }

  /** What one process dropped, the other one restores, and the reset of a third state drops. */
  @Test
  final void whatWasDroppedComesBackAsItWas() {
    catalog.tables().create(ORDERS, newTable(Map.of("a", "1")));
    HeadId earlier = first.store.current("main").head().orElseThrow();
    other.tables().commit(setProperty(ORDERS, "a", "2"));
    long id = other.entities().drop(EntityKind.TABLE, ORDERS, true);
    assertEquals(ORDERS, catalog.history().restore(ORDERS, earlier));
    CatalogTable restored = other.tables().load(ORDERS);
    assertEquals(id, restored.id());
    assertEquals("1", restored.metadata().properties().get("a"));
    other.tables().create(ITEMS, newTable(Map.of()));
    assertEquals(new ResetReport(1, List.of(ITEMS), List.of()), other.history().reset(earlier));
    assertEquals(List.of(ORDERS), catalog.tables().list(SALES));
    CatalogConsistency.check(first.store.current("main"));
  }

  private static boolean count(AtomicLong succeeded, Runnable create) {
    try {
      create.run();
      succeeded.incrementAndGet();
    } catch (AlreadyExistsException refused) {
      // another one was first
    }
    return true;
  }

  /** One process creates tables in a namespace that the other one drops. */
  @Test
  final void noTableIsLeftInANamespaceThatIsGone() throws Exception {
    Namespace space = Namespace.of("race");
    for (int round = 0; round < ROUNDS; round++) {
      TableIdentifier name = TableIdentifier.of(space, "t" + round);
      catalog.namespaces().create(space, Map.of());
      together(
          List.of(
              () -> {
                try {
                  catalog.tables().create(name, newTable(Map.of()));
                } catch (NoSuchNamespaceException dropped) {
                  return true;
                }
                return true;
              },
              () -> {
                try {
                  other.namespaces().drop(space);
                } catch (NamespaceNotEmptyException created) {
                  return true;
                }
                return true;
              }));
      boolean isThere = catalog.namespaces().exists(space);
      assertEquals(isThere, other.tables().exists(name));
      if (isThere) {
        catalog.entities().drop(EntityKind.TABLE, name, false);
        other.namespaces().drop(space);
      }
    }
  }

  /** Applied, reply lost, process gone: the other process finds the result, as often as asked. */
  @Test
  final void aRequestWithAKeyIsAppliedOnceByWhicheverProcess() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    InterceptedStore lossy = new InterceptedStore(first.store);
    Runnable loss =
        () -> {
          throw new UnknownOutcomeException("lost");
        };
    lossy.afterNextCommit(loss);
    lossy.beforeNextCommit(() -> {});
    lossy.beforeNextCommit(loss);
    lossy.beforeNextCommit(loss);
    TableCommit commit = append(ORDERS, null, 1, 1);
    assertThrows(CommitStateUnknownException.class, () -> send(lossy, first, "key", commit));
    IdempotentResult answer = send(second, "key", commit);
    assertEquals(200, assertInstanceOf(IdempotentResult.Executed.class, answer).outcome().status());
    IdempotentResult again = send(first, "key", commit);
    assertEquals(
        ((IdempotentResult.Executed) answer).outcome(),
        assertInstanceOf(IdempotentResult.Replayed.class, again).outcome());
    assertEquals(List.of(1L), snapshots(other, ORDERS));
    assertEquals(2, first.metadataFiles().size());
  }

  @Test
  final void aListingIsOneStateAlsoIfAnotherProcessChangesTheCatalogBetweenPages() {
    List<TableIdentifier> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(TableIdentifier.of(SALES, "t" + i));
      catalog.tables().create(all.get(i), newTable(Map.of()));
    }
    Listing<TableIdentifier> page = catalog.tables().list(SALES, PageRequest.first(2));
    other.entities().drop(EntityKind.TABLE, all.get(4), false);
    other.entities().rename(EntityKind.TABLE, all.get(3), ITEMS);
    List<TableIdentifier> found = new ArrayList<>(page.items());
    while (page.next().isPresent()) {
      page = other.tables().list(SALES, PageRequest.after(page.next().get(), 2));
      found.addAll(page.items());
    }
    assertEquals(all, found);
  }
}
