package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.append;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.testkit.TestClock;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.view.ImmutableViewVersion;
import org.apache.iceberg.view.ViewMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test holds one sentence about commits, with the interleaving that would break it. */
class CommitStepsTest {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");

  @TempDir private Path directory;
  private CatalogFixture fixture;
  private InterceptedStore intercepted;

  /** The catalog of this process, and that of another one. */
  private IcebergCatalog catalog;

  private IcebergCatalog other;

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    intercepted = new InterceptedStore(fixture.store);
    catalog = fixture.catalog(intercepted.store(), fixture.files);
    other = fixture.catalog();
    other.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** The catalog of this process with another clock. */
  private IcebergCatalog catalog(TestClock clock) {
    return new IcebergCatalog(
        intercepted.store(), fixture.files, fixture.settings(true), clock.withZone(ZoneOffset.UTC));
  }

  private Map<String, String> properties(TableIdentifier name) {
    return other.tables().load(name).metadata().properties();
  }

  /**
   * Cached state: no table. The other process creates it. Load for commit: not found, but only
   * there.
   */
  @Test
  void aRefusalFoundOnACachedStateIsFoundAgainOnTheCurrentOneBeforeItIsReturned() {
    intercepted.freezeRecent();
    other.tables().create(ORDERS, newTable(Map.of()));
    catalog.tables().commit(setProperty(ORDERS, "a", "1"));
    assertEquals("1", properties(ORDERS).get("a"));
    intercepted.freezeRecent();
    other.entities().drop(EntityKind.TABLE, ORDERS, false);
    catalog.tables().create(ORDERS, newTable(Map.of("b", "2")));
    assertEquals("2", properties(ORDERS).get("b"));
    assertThrows(
        NoSuchTableException.class, () -> catalog.tables().commit(setProperty(ITEMS, "a", "1")));
  }

  /** Cached state: refuses. The other process has changed what it refuses for. */
  @Test
  void everyKindOfRefusalOfACachedStateIsFoundAgainOnTheCurrentOne() {
    other.tables().create(ORDERS, newTable(Map.of(CatalogEntities.PROTECTED, "true")));
    intercepted.freezeRecent();
    other.tables().commit(append(ORDERS, null, 1, 1));
    catalog.tables().commit(append(ORDERS, 1L, 2, 2)); // a requirement
    intercepted.freezeRecent();
    other.tables().commit(append(ORDERS, 2L, 3, 3));
    MetadataUpdate tag =
        new MetadataUpdate.SetSnapshotRef("q1", 3L, SnapshotRefType.TAG, null, null, null);
    catalog.tables().commit(new TableCommit(ORDERS, List.of(), List.of(tag))); // validation
    intercepted.freezeRecent();
    other.tables().commit(setProperty(ORDERS, CatalogEntities.PROTECTED, "false"));
    catalog.entities().drop(EntityKind.TABLE, ORDERS, false); // forbidden
    intercepted.freezeRecent();
    long id = other.tables().create(ITEMS, newTable(Map.of())).id();
    catalog.entities().rename(EntityKind.TABLE, ITEMS, ORDERS); // not found
    intercepted.freezeRecent();
    other.entities().drop(EntityKind.TABLE, ORDERS, false);
    catalog.entities().undrop(id, ORDERS); // not dropped
    intercepted.freezeRecent();
    other.entities().drop(EntityKind.TABLE, ORDERS, false);
    catalog.tables().create(ORDERS, newTable(Map.of())); // exists
    intercepted.freezeRecent();
    other.entities().drop(EntityKind.TABLE, ORDERS, false);
    catalog.namespaces().drop(SALES); // not empty
    assertFalse(other.namespaces().exists(SALES));
  }

  /**
   * Cached state: the table is there. The other process has dropped it. The commit takes longer
   * than its time, change: moved since the cached state. Nothing moved meanwhile, so the answer is
   * that of the current state, not "try again".
   */
  @Test
  void whatMovedBeforeACommitBeganIsNoReasonToGiveUp() {
    TestClock clock = new TestClock();
    IcebergCatalog slow = catalog(clock);
    other.tables().create(ORDERS, newTable(Map.of()));
    intercepted.freezeRecent();
    other.entities().drop(EntityKind.TABLE, ORDERS, false);
    intercepted.beforeNextCommit(() -> clock.advance(Duration.ofMinutes(1)));
    assertThrows(
        NoSuchTableException.class, () -> slow.tables().commit(setProperty(ORDERS, "a", "1")));
  }

  /** The other process commits between each plan and its change, until the time is over. */
  @Test
  void aCommitThatMovesAgainAndAgainIsGivenUpWhenItsTimeIsOver() {
    TestClock clock = new TestClock();
    IcebergCatalog slow = catalog(clock);
    other.tables().create(ORDERS, newTable(Map.of()));
    for (int i = 0; i < 9; i++) {
      String value = "" + i;
      intercepted.beforeNextCommit(
          () -> {
            clock.advance(Duration.ofSeconds(11));
            other.tables().commit(setProperty(ORDERS, "b", value));
          });
    }
    assertThrows(
        CommitFailedException.class, () -> slow.tables().commit(setProperty(ORDERS, "a", "1")));
    assertEquals(3, intercepted.commits());
  }

  /** Plan on state 1, other process commits state 2, change: moved, plan on state 2, applied. */
  @Test
  void ifSomethingMovedTheChangeThrowsAndRequirementsThatStillHoldSucceed() {
    other.tables().create(ORDERS, newTable(Map.of()));
    intercepted.beforeNextCommit(() -> other.tables().commit(setProperty(ORDERS, "b", "2")));
    int files = fixture.metadataFiles().size();
    catalog.tables().commit(setProperty(ORDERS, "a", "1"));
    assertEquals("1", properties(ORDERS).get("a"));
    assertEquals("2", properties(ORDERS).get("b"));
    assertEquals(2, intercepted.commits());
    assertEquals(
        files + 2, fixture.metadataFiles().size(), "the file of the lost attempt is deleted");
  }

  /** Plan on state 1 with main = null, other process appends, change: moved, requirement fails. */
  @Test
  void requirementsThatNoLongerHoldAreRefusedAndTheFileOfTheLostAttemptIsDeleted() {
    other.tables().create(ORDERS, newTable(Map.of()));
    intercepted.beforeNextCommit(() -> other.tables().commit(append(ORDERS, null, 1, 1)));
    assertThrows(
        CommitFailedException.class, () -> catalog.tables().commit(append(ORDERS, null, 2, 1)));
    assertEquals(2, fixture.metadataFiles().size());
    assertEquals(1, other.tables().load(ORDERS).metadata().currentSnapshot().snapshotId());
  }

  /** The change is applied, its acknowledgement is lost. */
  @Test
  void afterAnUnknownOutcomeNothingIsEverDeleted() {
    other.tables().create(ORDERS, newTable(Map.of()));
    intercepted.afterNextCommit(
        () -> {
          throw new UnknownOutcomeException("the reply was lost");
        });
    assertThrows(
        CommitStateUnknownException.class,
        () -> catalog.tables().commit(setProperty(ORDERS, "a", "1")));
    CatalogTable table = other.tables().load(ORDERS);
    assertEquals("1", table.metadata().properties().get("a"));
    assertTrue(fixture.metadataFiles().contains(table.metadataFile()), "the head names the file");
  }

  /** Plan: namespace exists. The other process drops it. Change: it does not. */
  @Test
  void aCreateChecksItsNamespaceInsideTheChange() {
    intercepted.beforeNextCommit(() -> other.namespaces().drop(SALES));
    assertThrows(
        NoSuchNamespaceException.class, () -> catalog.tables().create(ORDERS, newTable(Map.of())));
    assertEquals(List.of(), fixture.metadataFiles());
  }

  /**
   * Cached state: the namespace has a location. The other process has changed it, or the namespace.
   */
  @Test
  void aCreateIsPlacedWhereItsNamespaceSaysNow() {
    String before = fixture.base + "/before";
    String after = fixture.base + "/after";
    other.namespaces().update(SALES, Map.of("location", before), List.of());
    intercepted.freezeRecent();
    other.namespaces().update(SALES, Map.of("location", after), List.of());
    catalog.tables().create(ORDERS, newTable(Map.of()));
    assertTrue(other.tables().load(ORDERS).metadata().location().startsWith(after));
    other.entities().drop(EntityKind.TABLE, ORDERS, false);
    intercepted.freezeRecent();
    other.namespaces().drop(SALES);
    other.namespaces().create(SALES, Map.of());
    catalog.tables().create(ORDERS, newTable(Map.of()));
    String location = other.tables().load(ORDERS).metadata().location();
    assertFalse(location.startsWith(after), "a namespace that is created again inherits nothing");
    assertEquals(2, fixture.metadataFiles().size());
  }

  /** The same for all else that puts a name into a namespace. */
  @Test
  void viewsAndRegistersAndUndropsAndRenamesCheckTheirNamespaceInsideTheChange() {
    Namespace gone = Namespace.of("gone");
    TableIdentifier name = TableIdentifier.of(gone, "t");
    long id = other.tables().create(ITEMS, newTable(Map.of())).id();
    String file = other.tables().load(ITEMS).metadataFile();
    other.entities().drop(EntityKind.TABLE, ITEMS, false);
    other.tables().create(ORDERS, newTable(Map.of()));
    ViewMetadata view =
        ViewMetadata.builder()
            .setLocation(fixture.base + "/view")
            .addSchema(CatalogFixture.SCHEMA)
            .addVersion(
                ImmutableViewVersion.builder()
                    .versionId(1)
                    .schemaId(0)
                    .timestampMillis(1)
                    .defaultNamespace(SALES)
                    .build())
            .setCurrentVersionId(1)
            .build();
    for (Runnable mutation :
        List.<Runnable>of(
            () -> catalog.views().create(name, view),
            () -> catalog.tables().register(name, file, false),
            () -> catalog.entities().undrop(id, name),
            () -> catalog.entities().rename(EntityKind.TABLE, ORDERS, name))) {
      other.namespaces().create(gone, Map.of());
      intercepted.beforeNextCommit(() -> other.namespaces().drop(gone));
      assertThrows(NoSuchNamespaceException.class, mutation::run);
      CatalogConsistency.check(fixture.store.current("main"));
    }
    assertEquals(2, fixture.metadataFiles().size());
  }

  /** Plan: namespace is empty. The other process creates a table. Change: it is not. */
  @Test
  void aNamespaceDropChecksEmptinessInsideTheChange() {
    intercepted.beforeNextCommit(() -> other.tables().create(ORDERS, newTable(Map.of())));
    assertThrows(NamespaceNotEmptyException.class, () -> catalog.namespaces().drop(SALES));
    assertTrue(other.tables().exists(ORDERS));
  }

  /** Both plan with the name free; the second change finds it taken. */
  @Test
  void ofTwoRenamesToOneNameOneIsApplied() {
    TableIdentifier target = TableIdentifier.of(SALES, "target");
    other.tables().create(ORDERS, newTable(Map.of()));
    other.tables().create(ITEMS, newTable(Map.of()));
    intercepted.beforeNextCommit(() -> other.entities().rename(EntityKind.TABLE, ITEMS, target));
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.entities().rename(EntityKind.TABLE, ORDERS, target));
    assertTrue(other.tables().exists(ORDERS));
    assertFalse(other.tables().exists(ITEMS));
  }

  /** Both plan with the place free; the second change finds it taken by a table inside it. */
  @Test
  void ofTwoOverlappingLocationsAtOnceOneIsTaken() {
    String place = fixture.base + "/place";
    intercepted.beforeNextCommit(
        () -> other.tables().create(ITEMS, newTableAt(place + "/inside", Map.of())));
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.tables().create(ORDERS, newTableAt(place, Map.of())));
    assertEquals(1, fixture.metadataFiles().size());
  }

  /** Commits may set locations, too. */
  @Test
  void ofTwoCommitsThatSetOverlappingLocationsAtOnceOneIsApplied() {
    other.tables().create(ORDERS, newTable(Map.of()));
    other.tables().create(ITEMS, newTable(Map.of()));
    String place = fixture.base + "/place";
    intercepted.beforeNextCommit(
        () -> other.tables().commit(setProperty(ITEMS, "write.data.path", place + "/inside")));
    TableCommit move =
        new TableCommit(ORDERS, List.of(), List.of(new MetadataUpdate.SetLocation(place)));
    assertThrows(AlreadyExistsException.class, () -> catalog.tables().commit(move));
    assertEquals(3, fixture.metadataFiles().size());
    CatalogConsistency.check(fixture.store.current("main"));
  }

  @Test
  void aTransactionDoesNotGiveOnePlaceToTwoTables() {
    other.tables().create(ORDERS, newTable(Map.of()));
    other.tables().create(ITEMS, newTable(Map.of()));
    String place = fixture.base + "/place";
    List<TableCommit> both =
        List.of(
            setProperty(ORDERS, "write.data.path", place),
            setProperty(ITEMS, "write.metadata.path", place + "/metadata"));
    assertThrows(AlreadyExistsException.class, () -> catalog.tables().commit(both));
    assertEquals(2, fixture.metadataFiles().size());
    CatalogConsistency.check(fixture.store.current("main"));
  }

  /** Plan to drop state 1, the other process commits state 2, the drop keeps state 2. */
  @Test
  void aDropKeepsTheLastStateAlsoIfItIsNewerThanThePlan() {
    other.tables().create(ORDERS, newTable(Map.of()));
    intercepted.beforeNextCommit(() -> other.tables().commit(append(ORDERS, null, 1, 1)));
    long id = catalog.entities().drop(EntityKind.TABLE, ORDERS, false);
    other.entities().undrop(id);
    assertEquals(1, other.tables().load(ORDERS).metadata().currentSnapshot().snapshotId());
  }

  /** Files and the store itself fail while a change runs; the workspace is all that it has. */
  @Test
  void aChangeDoesNoInputOrOutputOfItsOwn() {
    FileIO watched =
        (FileIO)
            Proxy.newProxyInstance(
                FileIO.class.getClassLoader(),
                new Class<?>[] {FileIO.class},
                (proxy, method, arguments) -> {
                  assertFalse(intercepted.isChanging(), () -> "a change calls " + method);
                  return method.invoke(fixture.files, arguments);
                });
    IcebergCatalog careful = fixture.catalog(intercepted.store(), watched);
    careful.tables().create(ORDERS, newTable(Map.of()));
    for (int i = 1; i <= 200; i++) {
      careful.tables().commit(append(ORDERS, i == 1 ? null : (long) i - 1, i, i));
    }
    careful.entities().rename(EntityKind.TABLE, ORDERS, ITEMS);
    careful.entities().undrop(careful.entities().drop(EntityKind.TABLE, ITEMS, false));
    assertEquals(200, other.tables().load(ITEMS).metadata().snapshots().size());
  }

  /** One table of two moved between plan and change. */
  @Test
  void aTransactionIsPlannedAgainAsAWhole() {
    other.tables().create(ORDERS, newTable(Map.of()));
    other.tables().create(ITEMS, newTable(Map.of()));
    intercepted.beforeNextCommit(() -> other.tables().commit(setProperty(ITEMS, "b", "2")));
    catalog.tables().commit(List.of(append(ORDERS, null, 1, 1), append(ITEMS, null, 2, 1)));
    assertEquals("2", properties(ITEMS).get("b"));
    assertEquals(1, other.tables().load(ORDERS).metadata().currentSnapshot().snapshotId());
    assertEquals(2, other.tables().load(ITEMS).metadata().currentSnapshot().snapshotId());
    assertEquals(5, fixture.metadataFiles().size());
  }

  /** A proxy sends an append again, after another append came on top of it. */
  @Test
  void anAppendThatIsInTheAncestryOfItsBranchIsNotRefusedWhenItIsRepeated() {
    other.tables().create(ORDERS, newTable(Map.of()));
    TableCommit first = append(ORDERS, null, 1, 1);
    catalog.tables().commit(first);
    catalog.tables().commit(append(ORDERS, 1L, 2, 2));
    CatalogTable again = catalog.tables().commit(first);
    assertEquals(2, again.metadata().currentSnapshot().snapshotId());
    assertEquals(2, again.metadata().snapshots().size());
    assertThrows(
        CommitFailedException.class,
        () -> catalog.tables().commit(append(ORDERS, null, 3, 1)),
        "another snapshot is another append");
  }

  @Test
  void commitsToOneTableQueueSoThatEachWritesOneFile() throws Exception {
    int writers = 8;
    int rounds = 5;
    other.tables().create(ORDERS, newTable(Map.of()));
    ExecutorService executor = Executors.newFixedThreadPool(writers);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int number = writer;
        tasks.add(
            () -> {
              for (int round = 0; round < rounds; round++) {
                catalog.tables().commit(setProperty(ORDERS, number + "-" + round, "x"));
              }
              return true;
            });
      }
      for (Future<Boolean> done : executor.invokeAll(tasks)) {
        assertTrue(done.get());
      }
    } finally {
      executor.shutdownNow();
    }
    assertEquals(writers * rounds, properties(ORDERS).size() - newTableProperties());
    assertEquals(writers * rounds, intercepted.commits(), "no attempt was lost");
    assertEquals(1 + writers * rounds, fixture.metadataFiles().size());
  }

  private int newTableProperties() {
    other.tables().create(ITEMS, newTable(Map.of()));
    int count = properties(ITEMS).size();
    fixture.files.deleteFile(other.tables().load(ITEMS).metadataFile());
    return count;
  }

  /** Each waits before the next one comes, so there is one order. */
  @Test
  void aQueueIsFirstComeFirstServed() throws Exception {
    TableQueues queues = new TableQueues();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    TableQueues.Held held = queues.enter(List.of("a"), Duration.ofMinutes(1));
    List<Thread> waiting = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                TableQueues.Held mine = queues.enter(List.of("a"), Duration.ofMinutes(1));
                order.add(number);
                mine.close();
              });
      thread.start();
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      waiting.add(thread);
    }
    held.close();
    for (Thread thread : waiting) {
      thread.join();
    }
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), order);
    assertEquals(0, queues.size());
  }

  @Test
  void aQueueIsForgottenWhenNoCommitWaitsInIt() {
    TableQueues queues = new TableQueues();
    TableQueues.Held held = queues.enter(List.of("b", "a", "b"), Duration.ofSeconds(1));
    assertEquals(2, queues.size());
    Thread.currentThread().interrupt();
    assertThrows(
        ServiceUnavailableException.class,
        () -> queues.enter(List.of("c"), Duration.ofSeconds(1)),
        "an interrupted thread waits for nothing");
    assertTrue(Thread.interrupted());
    held.close();
    assertEquals(0, queues.size());
  }

  @Test
  void entityIdsAreNeverReused() {
    Set<Long> ids = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      assertTrue(ids.add(other.tables().create(ORDERS, newTable(Map.of())).id()));
      other.entities().drop(EntityKind.TABLE, ORDERS, true);
    }
  }
}
