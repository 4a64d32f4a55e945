package dev.cairn.iceberg.catalog;

import static dev.cairn.iceberg.catalog.CatalogFixture.ORDERS;
import static dev.cairn.iceberg.catalog.CatalogFixture.SALES;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTable;
import static dev.cairn.iceberg.catalog.CatalogFixture.newTableAt;
import static dev.cairn.iceberg.catalog.CatalogFixture.setProperty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.TaskContext;
import dev.cairn.api.task.TaskLostException;
import dev.cairn.api.task.Tasks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of dropped tables, also if a drain stops anywhere or others interfere. */
class CatalogDrainTest {
  private static final TableIdentifier ITEMS = TableIdentifier.of(SALES, "items");
  private static final Duration KEEP = Duration.ofDays(7);

  @TempDir private Path directory;
  private CatalogFixture fixture;
  private IcebergCatalog catalog;
  private final ExecutorService executor = Executors.newFixedThreadPool(3);

  @BeforeEach
  void open() {
    fixture = new CatalogFixture(directory);
    catalog = fixture.catalog();
    catalog.namespaces().create(SALES, Map.of());
  }

  @AfterEach
  void close() {
    executor.shutdownNow();
    fixture.close();
  }

  /** The task of one process, without a lease. */
  private static class Context implements TaskContext {
    private final List<String> checkpoints = new ArrayList<>();
    private final Optional<String> from;

    Context(Optional<String> from) {
      this.from = from;
    }

    @Override
    public long run() {
      return 1;
    }

    @Override
    public String parameter() {
      return "";
    }

    @Override
    public int attempt() {
      return 1;
    }

    @Override
    public Optional<String> checkpoint() {
      return from;
    }

    @Override
    public void heartbeat() {}

    @Override
    public void checkpoint(String text) {
      checkpoints.add(text);
    }
  }

  private CatalogDrain drain(Store store, FileIO files, Duration after) {
    return new CatalogDrain(store, files, KEEP, Clock.offset(fixture.clock, after), executor, 2);
  }

  private DrainReport run(Duration after) {
    return run(drain(fixture.store, fixture.files, after));
  }

  private static DrainReport run(CatalogDrain drain) {
    return DrainReport.ofText(drain.run(new Context(Optional.empty())));
  }

  private String location(TableIdentifier name) {
    return catalog.tables().load(name).metadata().location();
  }

  private String addFile(String file) {
    Path path = Path.of(file.substring("file:".length()));
    try {
      Files.createDirectories(path.getParent());
      Files.write(path, new byte[] {1});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  private void addFiles(String location, int count) {
    for (int i = 0; i < count; i++) {
      addFile(location + "/data/p=" + i % 3 + "/f" + i + ".parquet");
    }
  }

  private List<String> filesBelow(String location) {
    List<String> found = new ArrayList<>();
    fixture.files.listPrefix(location).forEach(file -> found.add(file.location()));
    return found;
  }

  private long dropped(TableIdentifier name, boolean purge) {
    return catalog.entities().drop(EntityKind.TABLE, name, purge);
  }

  @Test
  void withoutPurgeTheEntryEndsAfterItsTimeAndItsFilesStay() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    String location = location(ORDERS);
    long id = dropped(ORDERS, false);
    assertEquals(DrainReport.EMPTY, run(KEEP.minusMillis(1)));
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.tables().create(ITEMS, newTableAt(location, Map.of())));
    assertEquals(new DrainReport(1, 0, 0, 0), run(KEEP));
    assertEquals(1, filesBelow(location).size());
    assertThrows(NotFoundException.class, () -> catalog.entities().undrop(id));
    catalog.tables().create(ITEMS, newTableAt(location, Map.of()));
    assertEquals(DrainReport.EMPTY, run(KEEP));
  }

  @Test
  void withPurgeTheFilesAreDeletedAndThenTheLocationsFreed() {
    catalog.tables().create(ITEMS, newTable(Map.of()));
    catalog.tables().create(ORDERS, newTable(Map.of()));
    String location = location(ORDERS);
    String elsewhere = fixture.base + "/elsewhere//data/";
    String spelled = fixture.base + "/else%41where";
    catalog.tables().commit(setProperty(ORDERS, "write.data.path", elsewhere));
    catalog.tables().commit(setProperty(ORDERS, "write.data.path", spelled));
    catalog.tables().commit(setProperty(ORDERS, "write.data.path", location + "/data"));
    addFiles(location, 20);
    addFiles(fixture.base + "/elsewhere/data", 3);
    addFiles(spelled, 4);
    String neighbour = addFile(location + "2/data/f.parquet");
    String decoded = addFile(fixture.base + "/elseAwhere/f.parquet");
    dropped(ORDERS, true);
    assertEquals(DrainReport.EMPTY, run(KEEP.minusMillis(1)));
    assertEquals(20 + 4, filesBelow(location).size());
    assertEquals(new DrainReport(0, 1, 20 + 4 + 3 + 4, 0), run(KEEP));
    assertEquals(List.of(), filesBelow(location));
    assertEquals(List.of(), filesBelow(fixture.base + "/elsewhere"));
    assertEquals(List.of(), filesBelow(spelled));
    assertThat(filesBelow(fixture.base))
        .contains(neighbour, decoded, catalog.tables().load(ITEMS).metadataFile());
    assertFalse(
        Files.exists(Path.of(location.substring("file:".length()))), "empty directories go too");
    catalog.tables().create(ORDERS, newTableAt(location, Map.of()));
    assertEquals(List.of(), catalog.entities().dropped());
  }

  /** In an object store, and for a local file, both spellings are places of their own. */
  @Test
  void filesBelowEverySpellingOfALocationAreDeleted() {
    String location = fixture.base + "/spelled";
    String same = fixture.base + "/spelle%64";
    catalog.tables().create(ORDERS, newTableAt(location, Map.of("write.data.path", same + "/")));
    addFiles(location, 2);
    addFiles(same, 3);
    dropped(ORDERS, true);
    assertEquals(new DrainReport(0, 1, 2 + 3 + 1, 0), run(KEEP));
    assertEquals(List.of(), filesBelow(fixture.base));
  }

  @Test
  void aTableAtTheRootOfTheWarehouseIsPurgedAndTheRootStays() {
    catalog.tables().create(ORDERS, newTableAt(fixture.base, Map.of()));
    addFiles(fixture.base, 2);
    dropped(ORDERS, true);
    assertEquals(new DrainReport(0, 1, 3, 0), run(KEEP));
    catalog.tables().create(ORDERS, newTableAt(fixture.base, Map.of()));
  }

  @Test
  void withGcDisabledFilesStayAndTheLocationsAreFreed() {
    catalog.tables().create(ORDERS, newTable(Map.of("gc.enabled", "false")));
    String location = location(ORDERS);
    addFiles(location, 2);
    dropped(ORDERS, true);
    assertEquals(new DrainReport(1, 0, 0, 0), run(KEEP));
    assertEquals(3, filesBelow(location).size());
    catalog.tables().create(ITEMS, newTableAt(location, Map.of()));
  }

  /** Between the listing of what is due and the first commit, the table is undropped. */
  @Test
  void anUndropBeforeTheFirstCommitKeepsEverything() {
    for (boolean purge : List.of(true, false)) {
      catalog.tables().create(ORDERS, newTable(Map.of()));
      String location = location(ORDERS);
      addFiles(location, 2);
      long id = dropped(ORDERS, purge);
      InterceptedStore intercepted = new InterceptedStore(fixture.store);
      intercepted.beforeNextCommit(() -> catalog.entities().undrop(id));
      assertEquals(DrainReport.EMPTY, run(drain(intercepted.store(), fixture.files, KEEP)));
      assertEquals(3, filesBelow(location).size());
      assertEquals(id, catalog.tables().load(ORDERS).id());
      // Undropped and dropped again: its time begins anew.
      dropped(ORDERS, purge);
      InterceptedStore again = new InterceptedStore(fixture.store);
      again.beforeNextCommit(
          () -> {
            catalog.entities().undrop(id);
            catalog.tables().commit(setProperty(ORDERS, "a", "b"));
            dropped(ORDERS, purge);
          });
      assertEquals(DrainReport.EMPTY, run(drain(again.store(), fixture.files, KEEP)));
      catalog.entities().undrop(id);
      catalog
          .entities()
          .rename(EntityKind.TABLE, ORDERS, TableIdentifier.of(SALES, "kept" + purge));
    }
  }

  /** After the first commit, before and after each deletion: undrop is refused, names are taken. */
  @Test
  void afterTheFirstCommitUndropIsRefusedAndThePlacesAreTaken() {
    IcebergCatalog sharing =
        new IcebergCatalog(fixture.store, fixture.files, fixture.settings(false), fixture.clock);
    catalog.tables().create(ORDERS, newTable(Map.of()));
    String location = location(ORDERS);
    addFiles(location, 3);
    long id = dropped(ORDERS, true);
    AtomicInteger steps = new AtomicInteger();
    FileIO files =
        new StoppingFiles(
            fixture.files,
            step -> {
              steps.incrementAndGet();
              assertThrows(ForbiddenException.class, () -> catalog.entities().undrop(id));
              for (String place : List.of(location, location + "/in", fixture.base)) {
                assertThrows(
                    AlreadyExistsException.class,
                    () -> sharing.tables().create(ITEMS, newTableAt(place, Map.of())));
              }
            });
    assertEquals(new DrainReport(0, 1, 4, 0), run(drain(fixture.store, files, KEEP)));
    assertEquals(4 + 2, steps.get());
    sharing.tables().create(ITEMS, newTableAt(location, Map.of()));
  }

  private enum Neighbour {
    LIVE,
    UNDROPPABLE,
    FORMER_PLACE
  }

  /** With unique-locations=false, places of others may equal, contain or lie inside its own. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatOthersCoverIsNeverDeleted(boolean isFirst) {
    IcebergCatalog sharing =
        new IcebergCatalog(fixture.store, fixture.files, fixture.settings(false), fixture.clock);
    for (Neighbour neighbour : Neighbour.values()) {
      for (String inside : List.of("", "/a/b", "/..")) {
        String location = fixture.base + "/" + neighbour + inside.length() + "/deep/t";
        String other = inside.equals("/..") ? location.replace("/deep/t", "") : location + inside;
        // Whichever came last, the place has both.
        sharing
            .tables()
            .create(isFirst ? ITEMS : ORDERS, newTableAt(isFirst ? other : location, Map.of()));
        sharing
            .tables()
            .create(isFirst ? ORDERS : ITEMS, newTableAt(isFirst ? location : other, Map.of()));
        if (neighbour == Neighbour.FORMER_PLACE) {
          sharing.tables().commit(setLocation(ITEMS, fixture.base + "/moved" + inside.length()));
        }
        addFile(other + "/data/keep.parquet");
        addFile(location + "/data/mine.parquet");
        List<String> before = filesBelow(other);
        long id = sharing.tables().load(ITEMS).id();
        dropped(ORDERS, true);
        if (neighbour == Neighbour.UNDROPPABLE) {
          IcebergCatalog later =
              new IcebergCatalog(
                  fixture.store,
                  fixture.files,
                  fixture.settings(false),
                  Clock.offset(fixture.clock, Duration.ofDays(1)));
          later.entities().drop(EntityKind.TABLE, ITEMS, true);
        }
        DrainReport report = run(KEEP);
        assertEquals(1, report.purged());
        assertEquals(before, filesBelow(other), neighbour + inside);
        assertEquals(
            inside.equals("/a/b") ? 0 : 1,
            filesBelow(location).stream().filter(file -> file.endsWith("mine.parquet")).count());
        if (neighbour == Neighbour.UNDROPPABLE) {
          sharing.entities().undrop(id);
        }
        dropped(ITEMS, true);
        assertEquals(1, run(KEEP.plusDays(1)).purged());
        assertEquals(List.of(), filesBelow(other), "the last owner takes the rest along");
      }
    }
  }

  private static TableCommit setLocation(TableIdentifier name, String location) {
    return new TableCommit(name, List.of(), List.of(new MetadataUpdate.SetLocation(location)));
  }

  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** The process ends before or after any commit, listing or deletion; another one goes on. */
  @Test
  void aDrainThatStopsAnywhereIsContinuedByAnyProcess() {
    int stops = 0;
    boolean isOver = false;
    while (!isOver) {
      TableIdentifier purged = TableIdentifier.of(SALES, "purged" + stops);
      TableIdentifier released = TableIdentifier.of(SALES, "released" + stops);
      TableIdentifier live = TableIdentifier.of(SALES, "live" + stops);
      for (TableIdentifier name : List.of(purged, released, live)) {
        catalog.tables().create(name, newTable(Map.of()));
        addFiles(location(name), 2);
      }
      String purgedAt = location(purged);
      String releasedAt = location(released);
      dropped(purged, true);
      dropped(released, false);
      isOver = !stopAt(stops);
      DrainReport rest = run(KEEP);
      assertThat(rest.purged()).isLessThanOrEqualTo(1);
      assertEquals(List.of(), filesBelow(purgedAt), "stop " + stops);
      assertEquals(3, filesBelow(releasedAt).size(), "stop " + stops);
      assertEquals(3, filesBelow(location(live)).size(), "stop " + stops);
      assertEquals(List.of(), catalog.entities().dropped());
      catalog.tables().create(purged, newTableAt(purgedAt, Map.of()));
      catalog.tables().create(released, newTableAt(releasedAt, Map.of()));
      stops++;
    }
    assertThat(stops).isGreaterThan(10);
  }

  /** Runs a drain that ends at the step with this number; returns whether there was one. */
  private boolean stopAt(int number) {
    AtomicInteger steps = new AtomicInteger();
    Runnable step =
        () -> {
          if (steps.getAndIncrement() == number) {
            throw new Crash();
          }
        };
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    for (int i = 0; i < 10; i++) {
      intercepted.beforeNextCommit(step);
      intercepted.afterNextCommit(step);
    }
    FileIO files = new StoppingFiles(fixture.files, unused -> step.run());
    // One thread, so that steps have an order.
    CatalogDrain drain =
        new CatalogDrain(
            intercepted.store(), files, KEEP, Clock.offset(fixture.clock, KEEP), Runnable::run, 1);
    try {
      drain.run(new Context(Optional.empty()));
      return false;
    } catch (Crash e) {
      return true;
    }
  }

  /** Process 1 stalls anywhere; process 2 does all of it, and the place gets a new table. */
  @Test
  void aStalledProcessDeletesNothingOfTheNextTableInThePlace() {
    boolean isOver = false;
    for (int stall = 0; !isOver; stall++) {
      catalog.tables().create(ORDERS, newTable(Map.of()));
      String location = location(ORDERS);
      addFiles(location, 3);
      dropped(ORDERS, true);
      int at = stall;
      AtomicInteger steps = new AtomicInteger();
      boolean[] isStalled = {false};
      FileIO files =
          new StoppingFiles(
              fixture.files,
              unused -> {
                if (steps.getAndIncrement() == at) {
                  isStalled[0] = true;
                  run(KEEP);
                  catalog.tables().create(ITEMS, newTableAt(location, Map.of()));
                  addFile(location + "/data/new.parquet");
                }
              });
      CatalogDrain stalled =
          new CatalogDrain(
              fixture.store, files, KEEP, Clock.offset(fixture.clock, KEEP), Runnable::run, 1);
      DrainReport report = run(stalled);
      if (isStalled[0]) {
        assertEquals(0, report.purged());
        assertEquals(2, filesBelow(location).size(), "stall " + stall);
        assertTrue(filesBelow(location).contains(catalog.tables().load(ITEMS).metadataFile()));
        dropped(ITEMS, true);
        run(KEEP);
      }
      isOver = !isStalled[0];
      assertThat(stall).isLessThan(20);
    }
  }

  /**
   * Plan: the place is shared with a dropped table, file written. The drain begins, deletes all
   * below the place and ends. Change: the place is free, but the file is gone.
   */
  @Test
  void aCreateThatWasPlannedBeforeAPurgeEndedIsPlannedAgain() {
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    IcebergCatalog sharing =
        new IcebergCatalog(
            intercepted.store(), fixture.files, fixture.settings(false), fixture.clock);
    catalog.tables().create(ORDERS, newTable(Map.of()));
    String location = location(ORDERS);
    dropped(ORDERS, true);
    intercepted.beforeNextCommit(() -> assertEquals(1, run(KEEP).purged()));
    CatalogTable created = sharing.tables().create(ITEMS, newTableAt(location, Map.of()));
    assertEquals(List.of(created.metadataFile()), filesBelow(location));
    assertEquals(2, intercepted.commits());
  }

  /**
   * While the drain ends one table after the other, a commit to a table in its own places is
   * planned once: no purge deletes what others cover, so its file is there.
   */
  @Test
  void aPurgeThatEndsDelaysNoCommitToATableInItsOwnPlaces() {
    InterceptedStore intercepted = new InterceptedStore(fixture.store);
    IcebergCatalog busy =
        new IcebergCatalog(
            intercepted.store(), fixture.files, fixture.settings(true), fixture.clock);
    catalog.tables().create(ITEMS, newTable(Map.of()));
    catalog.tables().create(ORDERS, newTable(Map.of()));
    dropped(ORDERS, true);
    intercepted.beforeNextCommit(() -> assertEquals(1, run(KEEP).purged()));
    busy.tables().commit(setProperty(ITEMS, "a", "1"));
    assertEquals(1, intercepted.commits());
    assertTrue(filesBelow(fixture.base).contains(catalog.tables().load(ITEMS).metadataFile()));
  }

  @Test
  void aReplyThatIsLostIsFoundInTheNextRun() {
    for (int lost = 0; lost < 2; lost++) {
      catalog.tables().create(ORDERS, newTable(Map.of()));
      String location = location(ORDERS);
      addFiles(location, 2);
      dropped(ORDERS, true);
      InterceptedStore intercepted = new InterceptedStore(fixture.store);
      if (lost == 1) {
        intercepted.afterNextCommit(() -> {});
      }
      intercepted.afterNextCommit(
          () -> {
            throw new UnknownOutcomeException("the reply was lost");
          });
      assertThrows(
          RuntimeIOException.class, () -> run(drain(intercepted.store(), fixture.files, KEEP)));
      assertEquals(1 - lost, run(KEEP).purged());
      assertEquals(List.of(), filesBelow(location));
      assertEquals(List.of(), catalog.entities().dropped());
    }
  }

  @Test
  void oneThatCannotBeDrainedDoesNotKeepTheOthersFromIt() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    catalog.tables().create(ITEMS, newTable(Map.of()));
    String broken = location(ORDERS);
    String fine = location(ITEMS);
    dropped(ORDERS, true);
    dropped(ITEMS, true);
    FileIO files =
        new StoppingFiles(
            fixture.files,
            step -> {
              if (step.startsWith("delete " + broken)) {
                throw new RuntimeIOException("access denied");
              }
            });
    assertThatThrownBy(() -> run(drain(fixture.store, files, KEEP)))
        .hasMessageContaining("1 dropped")
        .hasMessageContaining(ORDERS.toString())
        .hasMessageContaining("access denied");
    assertEquals(List.of(), filesBelow(fine));
    assertEquals(1, filesBelow(broken).size());
    assertEquals(1, run(Duration.ZERO).purged(), "what has begun goes on whatever its time");
  }

  @Test
  void manyFilesAreDeletedInBatchesWithProgressAndALostLeaseEndsIt() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    String location = location(ORDERS);
    addFiles(location, 1_200);
    dropped(ORDERS, true);
    Context lost =
        new Context(Optional.empty()) {
          @Override
          public void checkpoint(String text) {
            super.checkpoint(text);
            throw new TaskLostException("the lease is over");
          }
        };
    CatalogDrain drain = drain(fixture.store, fixture.files, KEEP);
    assertThrows(TaskLostException.class, () -> drain.run(lost));
    assertEquals(1_201 - 500, filesBelow(location).size());
    Context next = new Context(Optional.of(lost.checkpoints.get(0)));
    assertEquals(new DrainReport(0, 1, 1_201, 0), DrainReport.ofText(drain.run(next)));
    assertThat(next.checkpoints).hasSize(3);
  }

  @Test
  void asATaskItRunsOncePerPeriodInOneProcess() {
    catalog.tables().create(ORDERS, newTable(Map.of()));
    dropped(ORDERS, true);
    Tasks tasks = fixture.cairn.tasks();
    CatalogDrain drain = drain(fixture.store, fixture.files, KEEP);
    Duration period = Duration.ofHours(1);
    tasks.submit(CatalogDrain.taskName(fixture.store.scope()), "");
    assertEquals(Tasks.Offer.ENDED, drain.runIfDue(tasks, period));
    assertEquals(Tasks.Offer.NOT_DUE, drain.runIfDue(tasks, period));
    String result =
        tasks
            .find(CatalogDrain.taskName(fixture.store.scope()))
            .orElseThrow()
            .result()
            .orElseThrow();
    assertEquals(new DrainReport(0, 1, 1, 0), DrainReport.ofText(result));
    assertEquals(List.of(), catalog.entities().dropped());
  }

  @Test
  void theFormOfReportsIsPermanent() {
    String stored = "{\"deletedFiles\":3,\"keptFiles\":4,\"purged\":2,\"released\":1}";
    assertEquals(stored, new DrainReport(1, 2, 3, 4).toText());
    assertEquals(new DrainReport(1, 2, 3, 4), DrainReport.ofText(stored));
  }
}
