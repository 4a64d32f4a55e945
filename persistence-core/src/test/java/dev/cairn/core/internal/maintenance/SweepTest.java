package dev.cairn.core.internal.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.TestTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Sweeps in parts, one after the other and at once. */
class SweepTest {
  private static final int GARBAGE = 20_000;

  private final CollectionBench bench = new CollectionBench();

  SweepTest() {
    bench.put("orders");
    for (int i = 0; i < GARBAGE; i += 500) {
      bench.store.putAll(Collections.nCopies(500, new TestTypes.Snapshot("garbage")));
    }
    bench.time.move(Duration.ofDays(2));
  }

  /** A database whose scans cannot be cut. */
  private static final class Uncut extends ForwardingBackend {
    Uncut(Backend delegate) {
      super(delegate);
    }

    @Override
    public List<ScanPosition> splitObjects(int parts) {
      return List.of();
    }
  }

  @Test
  void aDatabaseThatDoesNotCutItsScanIsSweptAsAWhole() {
    Backend uncooperative =
        new ForwardingBackend(bench.database) {
          @Override
          public List<ScanPosition> splitObjects(int parts) {
            throw new BackendUnavailableException("no sample in time");
          }
        };
    assertEquals(
        GARBAGE, collect(uncooperative, Optional.empty(), text -> {}).deletedInAll().rows());
  }

  // The writer is never behind the scan here: each row that the scan reads causes another.
  @Test
  void aSweepEndsThoughEveryRowItMeetsBringsAnother() {
    AtomicInteger met = new AtomicInteger();
    Backend chased =
        new ForwardingBackend(new Uncut(bench.database)) {
          @Override
          public Optional<ScanPosition> scanObjects(
              Optional<Scope> scope,
              Optional<String> type,
              ScanBound bound,
              Optional<ScanPosition> after,
              RowVisitor<ObjectRow> visitor) {
            return super.scanObjects(
                scope,
                type,
                bound,
                after,
                row -> {
                  assertTrue(met.incrementAndGet() < 2 * GARBAGE, "it follows the writer");
                  bench.store.putAll(List.of(new TestTypes.Snapshot("new")));
                  return visitor.visit(row);
                });
          }
        };
    assertEquals(GARBAGE, collect(chased, Optional.empty(), text -> {}).deletedInAll().rows());
    assertEquals(met.get() + 1, bench.rows("snapshot").size());
  }

  /** A process that dies when its collection has been written down so many times. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private CollectionReport collect(
      Backend connection, Optional<String> earlier, Consumer<String> journal) {
    return bench
        .collector(connection, TestTypes.ALL)
        .collect(earlier, 10, journal, name -> rows -> {});
  }

  private String killedAfter(int journaled, Backend connection) {
    List<String> journal = new ArrayList<>();
    assertThrows(
        Killed.class,
        () ->
            collect(
                connection,
                Optional.empty(),
                text -> {
                  journal.add(text);
                  if (journal.size() == journaled) {
                    throw new Killed();
                  }
                }));
    return journal.get(journal.size() - 1);
  }

  private void assertGoesOn(String left) {
    long version = bench.store.current(CollectionBench.MAIN).version();
    CollectionReport report = collect(bench.database, Optional.of(left), text -> {});
    assertEquals(GARBAGE, report.deletedInAll().rows());
    assertEquals(1, bench.rows("snapshot").size());
    assertEquals(version, bench.store.current(CollectionBench.MAIN).version());
  }

  @Test
  void everyPartGoesOnWhereAnotherProcessStopped() {
    String left = killedAfter(12, bench.database); // begun, fenced, ten stretches
    CollectionState state = CollectionState.ofText(left);
    assertTrue(state.left().orElseThrow().size() > 1, left);
    assertEquals(
        GARBAGE + 1 - state.counts().deleted().get("snapshot").rows(),
        bench.rows("snapshot").size());
    assertGoesOn(left);
  }

  @Test
  void nothingIsSweptTwiceAfterACrash() {
    long all = bench.preview().scanned();
    String left = killedAfter(15, bench.database);
    CollectionReport report = collect(bench.database, Optional.of(left), text -> {});
    assertEquals(all, report.scanned());
    assertEquals(GARBAGE, report.deletedInAll().rows());
  }

  @Test
  void aSweepWhosePartsAreAllDoneOnlyEnds() {
    List<String> journal = new ArrayList<>();
    collect(bench.database, Optional.empty(), journal::add);
    String last = journal.get(journal.size() - 1);
    assertEquals(Optional.of(List.of()), CollectionState.ofText(last).left());
    assertGoesOn(last);
  }

  @Test
  void aSweepThatCannotBeCutGoesOnWhereAnotherProcessStopped() {
    String left = killedAfter(5, new Uncut(bench.database)); // begun, fenced, three stretches
    assertEquals(1, CollectionState.ofText(left).left().orElseThrow().size());
    assertEquals(GARBAGE + 1 - 3_000, bench.rows("snapshot").size());
    assertGoesOn(left);
  }

  @Test
  void aSweepThatAnEarlierReleaseBeganGoesOn() {
    CollectionState left = CollectionState.ofText(killedAfter(5, new Uncut(bench.database)));
    CollectionState earlier =
        new CollectionState(
            left.start(),
            left.cutoff(),
            left.retainFrom(),
            true,
            left.left().map(positions -> positions.get(0)),
            left.counts(),
            Optional.empty());
    assertGoesOn(earlier.toText());
  }

  @Test
  void severalThreadsFindWhatOneFinds() throws InterruptedException {
    bench.open(new Scope("nobody", "knows")).putAll(List.of(new TestTypes.Snapshot("lost")));
    bench.open(new Scope("anybody", "knows")).putAll(List.of(new TestTypes.Snapshot("lost")));
    for (int i = 0; i < 40; i++) {
      bench.open(new Scope("t" + i, "c")).putAll(List.of(new TestTypes.Snapshot("lost")));
      bench.open(new Scope("t" + i, "c")).putAll(List.of(new TestTypes.Snapshot("lost")));
    }
    bench.time.move(CollectionBench.GRACE.plusMillis(1)); // what is newer is not read
    Backend uncut = new Uncut(bench.database);
    CollectionReport serial = bench.collector(uncut, TestTypes.ALL).preview(10, name -> rows -> {});
    assertEquals(GARBAGE, serial.deletedInAll().rows());
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      CountDownLatch together = new CountDownLatch(3);
      Backend meeting = new Meeting(bench.database, together);
      Collector parallel =
          bench.collector(meeting, TestTypes.ALL, CollectionBench.SETTINGS, threads);
      CollectionReport preview = parallel.preview(10, name -> rows -> {});
      assertEquals(0, together.getCount(), "threads did not meet");
      assertEquals(serial, preview);
      CollectionReport done = parallel.collect(Optional.empty(), 10, t -> {}, name -> rows -> {});
      assertEquals(serial.deleted(), done.deleted());
      assertEquals(serial.unknownScopes(), done.unknownScopes());
      assertEquals(30, done.unknownScopes().size());
      assertEquals(83, bench.rows("snapshot").size());
    } finally {
      threads.shutdown();
      assertTrue(threads.awaitTermination(1, TimeUnit.MINUTES));
    }
  }

  /** Lets a scan go on only when several are in progress. */
  private static final class Meeting extends ForwardingBackend {
    private final CountDownLatch together;

    Meeting(Backend delegate, CountDownLatch together) {
      super(delegate);
      this.together = together;
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      together.countDown();
      try {
        boolean unused = together.await(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return super.scanObjects(scope, type, bound, after, visitor);
    }
  }

  @Test
  void aPartThatFailsStopsTheOthers() {
    AtomicInteger deletes = new AtomicInteger();
    Backend failing =
        new ForwardingBackend(bench.database) {
          @Override
          public void delete(Collection<ObjectKey> keys) {
            if (deletes.incrementAndGet() == 3) {
              throw new IllegalStateException("the third delete fails");
            }
            super.delete(keys);
          }
        };
    List<String> journal = new ArrayList<>();
    assertThrows(
        IllegalStateException.class, () -> collect(failing, Optional.empty(), journal::add));
    assertEquals(3, deletes.get());
    // What failed was not written down as done.
    assertGoesOn(journal.get(journal.size() - 1));
  }

  @Test
  void allPartsTogetherAreNoFasterThanTheyMayBe() {
    Instant began = bench.time.now();
    CollectionSettings slow =
        new CollectionSettings(
            CollectionBench.GRACE, CollectionBench.RETENTION, false, 100, 1 << 20, 4);
    bench
        .collector(bench.database, TestTypes.ALL, slow)
        .collect(Optional.empty(), 10, text -> {}, name -> rows -> {});
    Duration took = Duration.between(began, bench.time.now());
    assertEquals(Duration.ofSeconds(GARBAGE / 100), took);
  }

  @Test
  void aClockThatJumpsHoldsNothingBackForLong() {
    Pace pace = new Pace(bench.environment, 100, 4_000);
    long now = bench.environment.nowMicros();
    assertEquals(Duration.ofSeconds(10), pace.pause(1_000, now));
    assertEquals(Duration.ofSeconds(20), pace.pause(1_000, now)); // another thread's
    bench.time.move(Duration.ofDays(-1));
    assertEquals(Duration.ofSeconds(40), pace.pause(1_000, bench.environment.nowMicros()));
    bench.time.move(Duration.ofDays(3));
    assertEquals(Duration.ofSeconds(10), pace.pause(1_000, bench.environment.nowMicros()));
    assertEquals(Duration.ZERO, new Pace(bench.environment, 0, 4_000).pause(1_000, now));
  }
}
