package dev.cairn.core.internal.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.TestTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What goes and what stays. */
class CollectorTest {
  private final CollectionBench bench = new CollectionBench();

  private void pass(Duration duration) {
    bench.time.move(duration);
  }

  @Test
  void whatWasReplacedGoesAfterRetentionAndNotBefore() {
    bench.put("orders");
    HeadId first = bench.store.current(CollectionBench.MAIN).head().orElseThrow();
    pass(Duration.ofDays(30)); // however old: it is in use
    bench.put("orders");
    pass(CollectionBench.RETENTION);

    CollectionReport kept = bench.collect();
    assertEquals(0, kept.deletedInAll().rows());
    assertEquals(2, kept.heads());
    assertEquals(
        "value 1 of orders",
        CollectionBench.get(bench.store.at(CollectionBench.MAIN, first), "orders"));

    pass(Duration.ofSeconds(1));
    CollectionReport gone = bench.collect();
    assertEquals(1, gone.deleted().get("cairn.head").rows());
    assertEquals(1, gone.deleted().get("snapshot").rows());
    assertEquals(
        "value 2 of orders",
        CollectionBench.get(bench.store.current(CollectionBench.MAIN), "orders"));
    assertThrows(HeadNotFoundException.class, () -> bench.store.at(CollectionBench.MAIN, first));
  }

  @Test
  void whatNothingEverReferredToGoesAfterTheGrace() {
    bench.put("orders");
    List<ObjectRef> forgotten =
        bench.store.putAll(List.of(new TestTypes.Snapshot("a"), new TestTypes.Snapshot("b")));
    pass(CollectionBench.GRACE);
    CollectionReport young = bench.collect();
    assertEquals(0, young.deletedInAll().rows());
    assertEquals(0, young.young(), "what is newer than the cutoff is not even read");
    pass(Duration.ofMillis(1));
    CollectionReport preview = bench.preview();
    assertEquals(2, preview.deletedInAll().rows());
    assertTrue(preview.isPreview());
    assertTrue(bench.store.findAll(TestTypes.Snapshot.class, forgotten).get(0).isPresent());
    CollectionReport old = bench.collect();
    assertEquals(preview.deleted(), old.deleted());
    assertTrue(old.deletedInAll().bytes() > 0);
    assertEquals(0, bench.collect().deletedInAll().rows());
  }

  // A derived object and its object have the same ID, and a sweep deletes by key.
  @Test
  void ofAnObjectAndWhatIsDerivedFromItTheOneThatIsNeededStays() {
    List<ObjectRef> snapshots = new ArrayList<>();
    for (String name : List.of("keeps its object", "keeps what is derived")) {
      bench.store.commit(
          CollectionBench.MAIN,
          workspace -> {
            ObjectRef snapshot = workspace.put(new TestTypes.Snapshot(name));
            workspace.index("objects").put(Key.of(name), snapshot);
            workspace
                .index("derived")
                .put(Key.of(name), workspace.put(TestTypes.Table.named(name), snapshot));
            snapshots.add(snapshot);
            return 0;
          });
    }
    bench.store.commit(
        CollectionBench.MAIN,
        workspace -> {
          workspace.index("derived").remove(Key.of("keeps its object"));
          workspace.index("objects").remove(Key.of("keeps what is derived"));
          return 0;
        });
    pass(Duration.ofDays(30));
    CollectionReport report = bench.collect();
    assertEquals(1, report.deleted().get("table").rows());
    assertEquals(1, report.deleted().get("snapshot").rows());
    assertEquals(
        List.of(true, false, false, true),
        List.of(
            isStored(snapshots.get(0)),
            isStored(new ObjectRef("table", snapshots.get(0).id())),
            isStored(snapshots.get(1)),
            isStored(new ObjectRef("table", snapshots.get(1).id()))));
  }

  private boolean isStored(ObjectRef ref) {
    return bench
        .database
        .fetch(List.of(ref.in(bench.store.scope())), ReadMode.STRONG)
        .get(0)
        .isPresent();
  }

  @Test
  void pagesObjectsAndWhatTheyReferToStay() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      int group = i;
      bench.store.commit(
          CollectionBench.MAIN,
          workspace -> {
            for (int k = 0; k < 25; k++) {
              String name = "table-%04d".formatted(group * 25 + k);
              ObjectRef snapshot = workspace.put(new TestTypes.Snapshot(name));
              ObjectRef table =
                  workspace.put(
                      TestTypes.Table.of(name, Map.of(), Bytes.empty(), List.of(snapshot.id())));
              workspace.index("objects").put(Key.of(name), table);
              workspace
                  .index("tables")
                  .put(Key.of(name), workspace.put(new TestTypes.Snapshot(name)));
            }
            return 0;
          });
      pass(Duration.ofHours(1));
      for (int k = 0; k < 25; k++) {
        expected.add("table-%04d".formatted(group * 25 + k));
      }
    }
    pass(Duration.ofDays(8));
    bench.put("a last one"); // so that a head is retained that is not current
    expected.add(0, "value 1 of a last one");
    CollectionReport report = bench.collect();
    assertTrue(report.deleted().get("cairn.page").rows() > 0, report::toString);
    assertFalse(report.deleted().containsKey("table"), report::toString);
    assertEquals(2, report.heads());
    Snapshot state = bench.store.current(CollectionBench.MAIN);
    assertEquals(expected, CollectionBench.all(state));
    state
        .index("objects")
        .list(IndexRange.all())
        .forEachRemaining(
            entry ->
                state
                    .get(TestTypes.Table.class, entry.value())
                    .snapshotIds()
                    .forEach(
                        id -> state.get(TestTypes.Snapshot.class, new ObjectRef("snapshot", id))));
    assertEquals(0, bench.collect().deletedInAll().rows());
  }

  @Test
  void aDeletedReferenceIsKeptForRetentionAndGraceAndThenForgotten() {
    bench.put("orders");
    Snapshot before = bench.store.current(CollectionBench.MAIN);
    pass(Duration.ofDays(30));
    bench.store.deleteReference(CollectionBench.MAIN);
    pass(CollectionBench.RETENTION.plus(CollectionBench.GRACE));
    assertEquals(0, bench.collect().deletedInAll().rows());
    assertEquals("value 1 of orders", CollectionBench.get(before, "orders"));
    pass(Duration.ofMillis(1));
    CollectionReport gone = bench.collect();
    assertEquals(2, gone.deletedInAll().rows());
    assertEquals(1, gone.removedTombstones());
    assertEquals(List.of(), bench.rows("cairn.retained"));
    HeadNotFoundException expired =
        assertThrows(HeadNotFoundException.class, () -> CollectionBench.get(before, "orders"));
    assertTrue(expired.getMessage().contains("expired"), expired::getMessage);
    bench.store.createReference(CollectionBench.MAIN);
    bench.put("orders");
    pass(Duration.ofDays(30));
    bench.collect();
    assertEquals(
        "value 2 of orders",
        CollectionBench.get(bench.store.current(CollectionBench.MAIN), "orders"));
  }

  @Test
  void somethingMissingThatHasToBeThereStopsTheCollection() {
    ObjectRef orders = bench.put("orders");
    bench.store.putAll(List.of(new TestTypes.Snapshot("garbage")));
    pass(Duration.ofDays(8));
    bench.database.delete(List.of(orders.in(CollectionBench.SCOPE)));
    DamagedDataException damaged = assertThrows(DamagedDataException.class, bench::collect);
    assertTrue(damaged.getMessage().contains("nothing was deleted"), damaged::getMessage);
    assertEquals(1, bench.rows("snapshot").size());
  }

  @Test
  void rowsOfUnknownTypesAndScopesAreKeptAndReported() {
    bench.put("orders");
    Store lost = bench.open(new Scope("nobody", "knows"));
    lost.putAll(List.of(new TestTypes.Snapshot("lost")));
    bench.store.putAll(List.of(new TestTypes.Snapshot("garbage")));
    pass(Duration.ofDays(8));
    Collector knowsNothing = bench.collector(bench.database, ObjectTypes.of(List.of()));
    CollectionReport report =
        knowsNothing.collect(Optional.empty(), 10, text -> {}, name -> rows -> {});
    assertEquals(0, report.deletedInAll().rows());
    assertEquals(1, report.unknownTypes().get("snapshot").rows());
    assertEquals("nobody", report.unknownScopes().get(0).tenantId());
    assertEquals(1, report.unknownScopes().get(0).amount().rows());

    bench.purged.add(new Scope("nobody", "knows"));
    assertEquals(2, bench.collect().deletedInAll().rows());
  }

  @Test
  void everyLoopSaysThatItGoesOn() {
    bench.put("orders");
    bench.put("orders");
    List.of("a", "b", "c").forEach(bench.store::createReference);
    bench.store.deleteReference("a");
    Scope given = new Scope("given", "up");
    bench.open(given).createReference("left");
    bench.purged.add(given);
    pass(Duration.ofDays(60));
    Map<String, Long> told = new TreeMap<>();
    bench
        .collector(bench.database, TestTypes.ALL)
        .collect(
            Optional.empty(), 10, text -> {}, name -> rows -> told.merge(name, rows, Long::sum));
    assertEquals(
        Set.of("roots", "purge", "fence", "mark", "retain", "sweep", "tombstones"), told.keySet());
    assertEquals(2 * 5, told.get("roots")); // once more after a purge
    Map<String, Long> previewed = new TreeMap<>();
    bench
        .collector(bench.database, TestTypes.ALL)
        .preview(10, name -> rows -> previewed.merge(name, rows, Long::sum));
    assertEquals(Set.of("roots", "mark", "sweep"), previewed.keySet());
  }

  // Left behind, it would be taken for that of a reference of the same name that comes later.
  @Test
  void aTombstoneStaysUntilWhatIsKnownOfItsHeadsIsGone() {
    bench.put("orders");
    bench.store.deleteReference(CollectionBench.MAIN);
    pass(CollectionBench.RETENTION.plus(CollectionBench.GRACE).plusSeconds(1));
    Backend unsure =
        new ForwardingBackend(bench.database) {
          @Override
          public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
            return CasResult.unknown(new IllegalStateException("no reply"));
          }
        };
    assertEquals(0, bench.collect(unsure).removedTombstones());
    assertEquals(1, bench.rows("cairn.retained").size());
    assertEquals(1, bench.collect().removedTombstones());
    assertEquals(List.of(), bench.rows("cairn.retained"));
  }

  @Test
  void aRetentionOfThousandsOfYearsKeepsEverything() {
    bench.put("orders");
    bench.put("orders");
    bench.store.createReference("deleted");
    bench.store.deleteReference("deleted");
    pass(Duration.ofDays(1_000));
    Duration never = Duration.ofDays(365_000_000L);
    CollectionSettings settings =
        new CollectionSettings(CollectionBench.GRACE, never, false, 0, 1 << 20, 1);
    CollectionReport report =
        bench
            .collector(bench.database, TestTypes.ALL, settings)
            .collect(Optional.empty(), 10, text -> {}, name -> rows -> {});
    assertEquals(2, report.heads());
    assertEquals(0, report.deletedInAll().rows());
    assertEquals(0, report.removedTombstones());
  }

  // Runs of keys are the proof of what was applied: they stay for as long as a head refers to them,
  // and go when their slice of time has left all heads that are kept.
  @Test
  void runsOfKeysStayAsLongAsTheirHeadsAndThenGo() {
    Duration window = Duration.ofDays(40);
    List<CommitKey> keys = commitKeys(window);
    int runs = bench.rows("cairn.keys").size();
    assertTrue(runs > 2, "runs: " + runs);
    pass(Duration.ofDays(30));
    bench.put("orders");
    pass(CollectionBench.RETENTION.plusSeconds(1));
    assertTrue(bench.collect().deleted().get("cairn.head").rows() > 0);
    assertEquals(runs, bench.rows("cairn.keys").size());
    Store fresh = bench.open(bench.database);
    for (CommitKey key : keys) {
      assertInstanceOf(
          KeyedCommit.AlreadyApplied.class, fresh.findKey(CollectionBench.MAIN, key).orElseThrow());
    }
    pass(window.multipliedBy(2));
    Instant now = bench.time.now();
    commit(new CommitKey("late", "", now, now.plus(window), window));
    pass(CollectionBench.RETENTION.plusSeconds(1));
    assertEquals(runs, bench.collect().deleted().get("cairn.keys").rows());
    assertEquals(List.of(), bench.rows("cairn.keys"));
  }

  private List<CommitKey> commitKeys(Duration window) {
    List<CommitKey> keys = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      Instant now = bench.time.now();
      keys.add(new CommitKey("request " + i, "", now, now.plus(window), window));
      commit(keys.get(i));
    }
    return keys;
  }

  // A reference that was created again has no head yet: what its keys need is found by way of the
  // last head of its earlier life, and stays until a head of the new life refers to it.
  @Test
  void runsOfKeysGoOnIntoTheNextLifeOfTheirReference() {
    List<CommitKey> keys = commitKeys(Duration.ofDays(40));
    int runs = bench.rows("cairn.keys").size();
    bench.store.deleteReference(CollectionBench.MAIN);
    bench.store.createReference(CollectionBench.MAIN);
    pass(CollectionBench.RETENTION.minus(CollectionBench.GRACE));
    bench.collect();
    bench.put(bench.open(bench.database), CollectionBench.MAIN, "orders");
    pass(CollectionBench.RETENTION.plusSeconds(1));
    assertTrue(bench.collect().deleted().get("cairn.head").rows() > 0);
    assertEquals(runs, bench.rows("cairn.keys").size());
    Store fresh = bench.open(bench.database);
    for (CommitKey key : keys) {
      assertInstanceOf(
          KeyedCommit.AlreadyApplied.class, fresh.findKey(CollectionBench.MAIN, key).orElseThrow());
    }
  }

  // Past that time a collection may be about to sweep the pages of the earlier life, whether or not
  // it has come to them: the new life does not refer to any, and refuses the keys.
  @Test
  void aNewLifeThatBeginsTooLateRefersToNothingOfTheEarlierOne() {
    List<CommitKey> keys = commitKeys(Duration.ofDays(40));
    bench.store.deleteReference(CollectionBench.MAIN);
    bench.store.createReference(CollectionBench.MAIN);
    pass(CollectionBench.RETENTION.minus(CollectionBench.GRACE).plusSeconds(1));
    bench.put(bench.open(bench.database), CollectionBench.MAIN, "orders");
    pass(CollectionBench.RETENTION.plusSeconds(1));
    bench.collect();
    assertEquals(List.of(), bench.rows("cairn.keys"));
    Store fresh = bench.open(bench.database);
    for (CommitKey key : keys) {
      assertInstanceOf(
          KeyedCommit.WindowExpired.class, fresh.findKey(CollectionBench.MAIN, key).orElseThrow());
    }
  }

  private void commit(CommitKey key) {
    assertInstanceOf(
        KeyedCommit.Applied.class,
        bench.store.commit(CollectionBench.MAIN, key, workspace -> Bytes.ofUtf8("done")));
  }
}
