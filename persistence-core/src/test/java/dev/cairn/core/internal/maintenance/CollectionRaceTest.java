package dev.cairn.core.internal.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.Key;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.TestTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What happens while a collection or a commit stands still. Each test says when. */
class CollectionRaceTest {
  private static final String MAIN = CollectionBench.MAIN;
  private static final Duration LONG = CollectionBench.GRACE.plusHours(1);

  private final CollectionBench bench = new CollectionBench();

  /** Does something else before the first call of a kind. */
  private static final class Standing extends ForwardingBackend {
    private Optional<Runnable> beforeSwap = Optional.empty();
    private Optional<Runnable> beforeSweep = Optional.empty();
    private Optional<Runnable> beforeDelete = Optional.empty();
    private Optional<Runnable> beforeFetch = Optional.empty();
    private long fetched;

    Standing(Backend delegate) {
      super(delegate);
    }

    private static Optional<Runnable> run(Optional<Runnable> action) {
      action.ifPresent(Runnable::run);
      return Optional.empty();
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      Optional<Runnable> action = beforeSwap;
      beforeSwap = Optional.empty();
      run(action);
      return super.swapReference(expected, next);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      beforeSweep = run(beforeSweep);
      return super.scanObjects(scope, type, bound, after, visitor);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
      Optional<Runnable> action = beforeDelete;
      beforeDelete = Optional.empty();
      run(action);
      super.delete(keys);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      fetched += keys.size();
      Optional<Runnable> action = beforeFetch;
      beforeFetch = Optional.empty();
      run(action);
      return super.fetch(keys, mode);
    }
  }

  private List<String> current() {
    return CollectionBench.all(bench.store.current(MAIN));
  }

  @Test
  void aCommitThatStoodStillBeforeItsSwapDoesNotBringWhatWasSwept() {
    bench.put("a");
    Standing connection = new Standing(bench.database);
    Store slow = bench.open(connection);
    connection.beforeSwap =
        Optional.of(
            () -> {
              bench.time.move(LONG);
              assertEquals(2, bench.collect().deletedInAll().rows()); // its object and its head
            });
    assertThrows(CommitConflictException.class, () -> bench.put(slow, MAIN, "b"));
    assertEquals(List.of("value 1 of a"), current());
  }

  @Test
  void anObjectThatIsLinkedWhileItIsYoungStays() {
    bench.put("a");
    ObjectRef young = bench.store.putAll(List.of(new TestTypes.Snapshot("young"))).get(0);
    bench.time.move(CollectionBench.GRACE.dividedBy(2).minusSeconds(1));
    Standing connection = new Standing(bench.database);
    connection.beforeSweep =
        Optional.of(
            () -> {
              // Marked already, without it.
              bench.store.commit(
                  MAIN,
                  workspace -> {
                    workspace.index("tables").put(Key.of("b"), young);
                    return 0;
                  });
              bench.time.move(LONG);
            });
    bench.collect(connection);
    assertEquals(List.of("value 1 of a", "young"), current());
  }

  @Test
  void aStateThatIsBroughtBackBetweenMarkAndSweepStays() {
    bench.put("a");
    HeadId first = bench.store.current(MAIN).head().orElseThrow();
    bench.put("a");
    bench.time.move(CollectionBench.RETENTION.minus(CollectionBench.GRACE).minusSeconds(1));
    Standing connection = new Standing(bench.database);
    connection.beforeSweep =
        Optional.of(() -> bench.store.resetReference(MAIN, first, "as it was"));
    bench.collect(connection);
    bench.time.move(Duration.ofDays(30));
    bench.collect();
    assertEquals(List.of("value 1 of a"), current());
  }

  @Test
  void anObjectThatIsBroughtBackBetweenMarkAndSweepStays() {
    bench.put("a");
    HeadId first = bench.store.current(MAIN).head().orElseThrow();
    bench.put("a");
    bench.time.move(CollectionBench.RETENTION.minus(CollectionBench.GRACE).minusSeconds(1));
    Standing connection = new Standing(bench.database);
    connection.beforeSweep =
        Optional.of(
            () ->
                bench.store.commit(
                    MAIN,
                    workspace -> {
                      IndexEntry<ObjectRef> entry =
                          workspace.earlier(first).index("tables").first().orElseThrow();
                      workspace.index("tables").put(Key.of("again"), entry.value());
                      return 0;
                    }));
    bench.collect(connection);
    bench.time.move(Duration.ofDays(30));
    bench.collect();
    assertEquals(List.of("value 2 of a", "value 1 of a"), current());
  }

  // The collection has listed all references when the branch is inserted.
  @Test
  void aBranchThatIsMadeBetweenMarkAndSweepStays() {
    bench.put("a");
    HeadId first = bench.store.current(MAIN).head().orElseThrow();
    bench.put("a");
    bench.time.move(CollectionBench.RETENTION.minus(CollectionBench.GRACE).minusSeconds(1));
    Standing connection = new Standing(bench.database);
    connection.beforeSweep =
        Optional.of(
            () -> {
              var unused = bench.store.createReference("branch", MAIN, first);
            });
    bench.collect(connection);
    bench.time.move(Duration.ofDays(30));
    bench.collect();
    assertEquals(List.of("value 1 of a"), CollectionBench.all(bench.store.current("branch")));
    assertEquals(List.of("value 2 of a"), current());
    bench.store.deleteReference(MAIN);
    bench.time.move(Duration.ofDays(30));
    bench.collect();
    assertEquals(List.of("value 1 of a"), CollectionBench.all(bench.store.current("branch")));
  }

  // branch: inserted, source checked, head written | collection: fences, marks, sweeps the source's
  // old head | branch: swaps.
  @Test
  void aBranchThatStoodStillBeforeItsSwapDoesNotBringWhatWasSwept() {
    bench.put("a");
    HeadId first = bench.store.current(MAIN).head().orElseThrow();
    bench.put("a");
    Standing connection = new Standing(bench.database);
    Store slow = bench.open(connection);
    connection.beforeSwap =
        Optional.of(
            () -> {
              bench.time.move(CollectionBench.RETENTION.plusDays(1));
              var unused = bench.collect();
            });
    assertThrows(HeadNotFoundException.class, () -> slow.createReference("branch", MAIN, first));
    assertTrue(bench.store.findReference("branch").orElseThrow().headId().isEmpty());
  }

  private void loseCurrentHead() {
    HeadId lost = bench.store.current(MAIN).head().orElseThrow();
    bench.database.delete(
        List.of(new ObjectRef("cairn.head", lost.id()).in(CollectionBench.SCOPE)));
  }

  private void recover() {
    Store store = bench.open(bench.database);
    store.recoverReference(MAIN, store.findRecoverable(MAIN), "recovered");
  }

  @Test
  void aStateThatIsRecoveredBetweenMarkAndSweepStays() {
    bench.put("a");
    bench.put("a");
    bench.time.move(CollectionBench.RETENTION.minus(CollectionBench.GRACE).minusSeconds(1));
    Standing connection = new Standing(bench.database);
    connection.beforeSweep =
        Optional.of(
            () -> {
              loseCurrentHead();
              recover();
            });
    bench.collect(connection);
    bench.time.move(Duration.ofDays(30));
    bench.collect();
    assertEquals(List.of("value 1 of a"), current());
  }

  // It is about to fence the reference when a recovery has read the row: the recovery begins anew.
  @Test
  void aRecoveryBesideACollectionBringsNothingBackThatIsSwept() {
    bench.put("a");
    bench.put("a");
    loseCurrentHead();
    Standing connection = new Standing(bench.database);
    connection.beforeSwap =
        Optional.of(() -> assertThrows(DamagedDataException.class, bench::collect));
    Store store = bench.open(connection);
    store.recoverReference(MAIN, store.findRecoverable(MAIN), "recovered");
    assertEquals(List.of("value 1 of a"), current());
    bench.time.move(LONG);
    // What the lost head alone had: the object of value 2; and the head of the first try.
    assertEquals(2, bench.collect().deletedInAll().rows());
    assertEquals(List.of("value 1 of a"), current());
  }

  // The damaged head is read together with the newest, and its state is one that retention keeps.
  @Test
  void collectionsGoOnBehindARecoveryThoughEarlierStatesAreDamaged() {
    bench.put("a");
    HeadId damaged = bench.store.current(MAIN).head().orElseThrow();
    bench.put("a");
    bench.put("a");
    loseCurrentHead();
    ObjectKey key = new ObjectRef("cairn.head", damaged.id()).in(CollectionBench.SCOPE);
    bench.database.delete(List.of(key));
    bench.database.write(List.of(ObjectRow.immutable(key, Bytes.ofUtf8("nonsense"), 1)));
    assertThrows(DamagedDataException.class, bench::collect);
    recover();
    bench.collect();
    assertEquals(List.of("value 2 of a"), current());
    bench.time.move(LONG);
    assertTrue(bench.collect().deletedInAll().rows() > 0);
    assertEquals(List.of("value 2 of a"), current());
  }

  // It is about to mark from a head that was replaced since; a later collection takes that head.
  // What the reference has now is older than the cutoff of the one that stood still.
  @Test
  void aCollectionThatStoodStillMarksFromWhereTheReferenceIsNow() {
    bench.put("a");
    bench.put("b");
    bench.time.move(LONG);
    Standing connection = new Standing(bench.database);
    connection.beforeFetch =
        Optional.of(
            () -> {
              bench.put("b");
              bench.time.move(CollectionBench.RETENTION.plusHours(1));
              assertTrue(bench.collect().deleted().containsKey("cairn.head"));
            });
    CollectionReport report = bench.collect(connection);
    assertEquals(1, report.heads());
    assertEquals(List.of("value 1 of a", "value 3 of b"), current());
  }

  @Test
  void deletesThatArriveLongAfterTheirCollectionTakeNothingThatIsNeeded() {
    bench.put("a");
    bench.store.putAll(List.of(new TestTypes.Snapshot("garbage")));
    bench.time.move(LONG);
    Standing connection = new Standing(bench.database);
    List<String> expected = new ArrayList<>();
    connection.beforeDelete =
        Optional.of(
            () -> {
              for (int i = 0; i < 5; i++) {
                bench.put("later " + i);
                bench.time.move(Duration.ofDays(3));
                bench.collect();
              }
              expected.addAll(current());
            });
    bench.collect(connection);
    assertEquals(6, expected.size());
    assertEquals(expected, current());
  }

  @Test
  void aCollectionWhoseClockIsBehindTakesWhatIsGoneForExpired() {
    bench.put("a");
    bench.put("a");
    bench.time.move(CollectionBench.RETENTION.plusSeconds(1));
    bench.collect();
    bench.time.move(Duration.ofSeconds(-2));
    CollectionReport report = bench.collect();
    assertEquals(1, report.heads());
    assertEquals(List.of("value 2 of a"), current());
  }

  @Test
  void aCollectionThatWasBegunWithLessToKeepBeginsAnew() {
    bench.put("a");
    HeadId first = bench.store.current(MAIN).head().orElseThrow();
    bench.put("a");
    bench.time.move(CollectionBench.RETENTION.plusDays(1));
    List<String> journal = new ArrayList<>();
    CollectionSettings less =
        new CollectionSettings(CollectionBench.GRACE, Duration.ofDays(3), false, 0, 1 << 20, 4);
    assertThrows(
        IllegalStateException.class,
        () ->
            bench
                .collector(bench.database, TestTypes.ALL, less)
                .collect(
                    Optional.empty(),
                    10,
                    journal::add,
                    name ->
                        rows -> {
                          if (name.equals("mark")) {
                            throw new IllegalStateException("stopped on purpose");
                          }
                        }));
    CollectionSettings more =
        new CollectionSettings(CollectionBench.GRACE, Duration.ofDays(30), false, 0, 1 << 20, 4);
    CollectionReport report =
        bench
            .collector(bench.database, TestTypes.ALL, more)
            .collect(
                Optional.of(journal.get(journal.size() - 1)), 10, text -> {}, name -> rows -> {});
    assertEquals(0, report.deletedInAll().rows());
    assertEquals("value 1 of a", CollectionBench.get(bench.store.at(MAIN, first), "a"));
  }

  @Test
  void aReaderOfManyObjectsLearnsThatTheirStateHasExpired() {
    ObjectRef old = bench.put("a");
    Snapshot before = bench.store.current(MAIN);
    bench.put("a");
    bench.time.move(CollectionBench.RETENTION.plusSeconds(1));
    bench.collect();
    assertThrows(
        HeadNotFoundException.class, () -> before.findAll(TestTypes.Snapshot.class, List.of(old)));
  }

  // Its pages and objects go before its row does.
  @Test
  void aReaderOfADeletedReferenceLearnsThatItHasExpired() {
    bench.put("a");
    Snapshot before = bench.store.current(MAIN);
    bench.store.deleteReference(MAIN);
    bench.time.move(LONG);
    bench.purged.add(CollectionBench.SCOPE);
    assertEquals(2, bench.collect().deletedInAll().rows());
    assertThrows(HeadNotFoundException.class, () -> CollectionBench.get(before, "a"));
  }

  @Test
  void whatManyHeadsShareIsReadOnce() {
    for (int i = 0; i < 20; i++) {
      int group = i;
      bench.store.commit(
          MAIN,
          workspace -> {
            for (int k = 0; k < 250; k++) {
              String name = "%05d".formatted(group * 250 + k);
              ObjectRef ref = workspace.put(new TestTypes.Snapshot(name));
              workspace.index("tables").put(Key.of(name), ref);
            }
            return 0;
          });
    }
    bench.time.move(Duration.ofDays(8));
    bench.collect();
    Standing one = new Standing(bench.database);
    bench.collect(one);
    int more = 300;
    for (int i = 0; i < more; i++) {
      bench.put("%05d".formatted(i * 7919 % 5000));
    }
    Standing many = new Standing(bench.database);
    CollectionReport report = bench.collect(many);
    assertEquals(more + 1, report.heads());
    // Each head: itself, the object it replaced, and a few pages; not 5,000 objects.
    long each = (many.fetched - one.fetched) / more;
    assertTrue(each < 20, () -> each + " rows were read for each further head");
    assertTrue(one.fetched > 5_000);
  }

  // A tombstone is past its time, and its heads are swept. Before it goes it is created again: the
  // line of its new life leads to what is gone, and later collections have to know that.
  @Test
  void aReferenceThatIsCreatedAgainWhileItsTombstoneIsCollectedIsCollectedLater() {
    for (boolean isLate : List.of(false, true)) {
      CollectionBench bench = new CollectionBench();
      bench.put("a");
      bench.store.deleteReference(MAIN);
      bench.time.move(CollectionBench.RETENTION.plus(CollectionBench.GRACE).plusSeconds(1));
      bench.collect(
          new ForwardingBackend(bench.database) {
            private boolean isDone;

            private void createAgain() {
              if (!isDone) {
                isDone = true;
                var unused = bench.store.createReference(MAIN);
                bench.put("b");
              }
            }

            @Override
            public void delete(Collection<ObjectKey> keys) {
              super.delete(keys);
              if (!isLate) {
                createAgain();
              }
            }

            @Override
            public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
              createAgain();
              return super.removeReference(key, expected);
            }
          });
      bench.time.move(LONG);
      assertEquals(1, bench.collect().heads(), "created again just before its removal: " + isLate);
      assertEquals(List.of("value 2 of b"), CollectionBench.all(bench.store.current(MAIN)));
    }
  }
}
