package dev.cairn.testkit.maintenance;

import static dev.cairn.testkit.maintenance.FilledStore.MAIN;
import static dev.cairn.testkit.maintenance.FilledStore.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.CairnException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.store.Store;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.core.Cairn;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.testkit.Budget;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.fault.CrashingBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crashes, commits, collections and clocks that come between. */
public abstract class InterruptedTransferSuite extends TransferBase {
  private static final int COMMITS_PER_EXPORT = 100;

  // Half of the default grace, less the skew.
  private static final Duration YOUNG = Duration.ofHours(12).minusSeconds(5);

  /** The process that imports dies in every call it makes, and another one repeats the import. */
  @ParameterizedTest
  @EnumSource(CrashingBackend.Cut.class)
  void anInterruptedImportIsFinishedByItsRepetition(CrashingBackend.Cut cut) {
    Cairn source = small(backend());
    assertInstanceOf(
        IdempotentResult.Executed.class, CountedRequests.execute(source, SCOPE, "request-0001"));
    byte[] file = exported(source, Optional.of(SCOPE));
    Map<String, Object> expected = Contents.of(source, SCOPE);
    Backend backend = backend();
    Cairn other = process(backend);
    boolean isDone = false;
    int crashes = 0;
    while (!isDone) {
      Scope scope = newScope();
      CrashingBackend connection = new CrashingBackend(backend);
      Cairn dying = process(connection);
      connection.crashAt(crashes + 1, cut);
      try {
        var unused = imported(dying, file, Optional.of(scope));
        isDone = !connection.isCrashed();
      } catch (CairnException e) {
        assertTrue(connection.isCrashed(), e::toString);
      }
      crashes++;
      assertClean(other);
      repeat(other, file, scope);
      land(connection);
      assertEquals(expected, Contents.of(other, scope), () -> "after " + cut);
      assertEquals(1, CountedRequests.effects(other, scope, "request-0001"));
    }
    assertTrue(crashes > 20, "it died in " + crashes + " calls");
    assertClean(other);
    assertTrue(
        !types(backend).contains("cairn.import") || cut == CrashingBackend.Cut.LATE,
        "the marks are gone");
  }

  // A scan that arrives late finds what is there by now, and has no caller any more.
  private static void land(CrashingBackend connection) {
    try {
      connection.land();
    } catch (ImportRefusedException e) {
      assertTrue(e.toString().contains("not empty"), e::toString);
    }
  }

  // If only the answer was lost, there is nothing to repeat.
  private static void repeat(Cairn other, byte[] file, Scope scope) {
    try {
      var unused = imported(other, file, Optional.of(scope));
    } catch (ImportRefusedException e) {
      assertTrue(e.toString().contains("not empty"), e::toString);
    }
  }

  /** What the export finds, and what happens in the source before it looks. */
  private static final class Watched extends ForwardingBackend {
    private Optional<Runnable> beforeReferences = Optional.empty();
    private Optional<Runnable> beforeObjects = Optional.empty();

    Watched(Backend delegate) {
      super(delegate);
    }

    @Override
    public Optional<ScanPosition> scanReferences(
        Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
      Optional<Runnable> now = beforeReferences;
      beforeReferences = Optional.empty();
      now.ifPresent(Runnable::run);
      return super.scanReferences(scope, after, visitor);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      if (type.isEmpty()) {
        Optional<Runnable> now = beforeObjects;
        beforeObjects = Optional.empty();
        now.ifPresent(Runnable::run);
      }
      return super.scanObjects(scope, type, bound, after, visitor);
    }
  }

  /**
   * One request ends after records were read and before references were: its commit travels. One
   * ends after that: nothing of it travels, and above all not its record, by which the target would
   * answer for something that it does not have.
   */
  @Test
  void aRequestThatEndsDuringTheExportTookEffectOnceOrNeverInTheTarget() {
    Watched watched = new Watched(backend());
    Cairn other = process(watched);
    Cairn source = small(watched);
    watched.beforeReferences = Optional.of(() -> execute(other, "request-0001"));
    watched.beforeObjects = Optional.of(() -> execute(other, "request-0002"));
    byte[] file = exported(source, Optional.of(SCOPE));
    assertEquals(1, CountedRequests.effects(source, SCOPE, "request-0001"));
    assertEquals(1, CountedRequests.effects(source, SCOPE, "request-0002"));
    Cairn target = process(backend());
    var unused = imported(target, file, Optional.empty());
    assertEquals(1, CountedRequests.effects(target, SCOPE, "request-0001"));
    assertEquals(0, CountedRequests.effects(target, SCOPE, "request-0002"));
    execute(target, "request-0001");
    execute(target, "request-0002");
    assertEquals(1, CountedRequests.effects(target, SCOPE, "request-0001"));
    assertEquals(1, CountedRequests.effects(target, SCOPE, "request-0002"));
  }

  private static void execute(Cairn cairn, String key) {
    IdempotentResult result = CountedRequests.execute(cairn, SCOPE, key);
    assertTrue(!(result instanceof IdempotentResult.Refused), result::toString);
  }

  @Test
  void anExportDuringCommitsHasAStateThatWas() throws InterruptedException {
    Backend backend = backend();
    Cairn source = small(backend);
    Cairn committing = process(backend);
    AtomicInteger last = new AtomicInteger(2);
    Budget commits = new Budget();
    Thread committer =
        new Thread(
            () -> {
              while (commits.take()) {
                commit(committing, SCOPE, last.incrementAndGet());
              }
            });
    committer.start();
    Cairn target = process(backend());
    try {
      for (int i = 0; i < 10; i++) {
        int before = last.get();
        commits.add(COMMITS_PER_EXPORT);
        byte[] file = exported(source, Optional.of(SCOPE));
        int after = last.get();
        Scope scope = newScope();
        var unused = imported(target, file, Optional.of(scope));
        int found = checkPairs(target, scope);
        assertTrue(before - 1 <= found && found <= after, before + " " + found + " " + after);
      }
    } finally {
      commits.end();
      committer.join();
    }
    assertClean(target);
  }

  /** Nothing was visible yet, so a later copy brings what the source has by then. */
  @Test
  void anInterruptedCopyIsRepeatedWithWhatTheSourceHasByThen() {
    Cairn source = small(backend());
    Backend backend = backend();
    CrashingBackend connection = new CrashingBackend(backend);
    Cairn dying = process(connection);
    connection.crashAt(6, CrashingBackend.Cut.HALF_DONE);
    assertThrows(
        CairnException.class,
        () ->
            source
                .transfers()
                .copyTo(dying.transfers(), Optional.of(SCOPE), Optional.empty(), told -> {}));
    assertTrue(rows(backend).stream().anyMatch(row -> row.contains("cairn.import")));
    commit(source, SCOPE, 3);
    Cairn target = process(backend);
    source.transfers().copyTo(target.transfers(), Optional.of(SCOPE), Optional.empty(), told -> {});
    assertEquals(3, checkPairs(target, SCOPE));
    assertEquals(Contents.of(source, SCOPE), Contents.of(target, SCOPE));
  }

  /** Does something at the first write of objects, and notes when references became visible. */
  private static final class SlowTarget extends ForwardingBackend {
    private final Runnable atWrite;
    private final TestClock clock;
    private Optional<Instant> visible = Optional.empty();

    SlowTarget(Backend delegate, TestClock clock, Runnable atWrite) {
      super(delegate);
      this.clock = clock;
      this.atWrite = atWrite;
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(rows);
      atWrite.run();
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      visible = visible.or(() -> Optional.of(clock.instant()));
      return super.swapReference(expected, next);
    }
  }

  /**
   * A collection that does not see the references, since it began before they were visible, has a
   * cutoff a whole grace before. It spares all that was written, however old that is in the source.
   */
  @Test
  void aCollectionSparesAnImportThatIsNotVisibleYet() {
    byte[] file = exported(small(backend()), Optional.of(SCOPE));
    clock.advance(Duration.ofDays(30));
    Backend backend = backend();
    SlowTarget slow = new SlowTarget(backend, clock, () -> clock.advance(YOUNG.minusMinutes(1)));
    var unused = imported(process(slow), file, Optional.empty());
    Instant cutoff = slow.visible.orElseThrow().minus(Duration.ofHours(24));
    backend.scanObjects(
        Optional.of(SCOPE),
        Optional.empty(),
        ScanBound.NONE,
        Optional.empty(),
        row -> {
          Instant created = Instant.EPOCH.plusNanos(row.createdAtMicros() * 1000);
          assertTrue(row.token().isPresent() || created.isAfter(cutoff), row.key()::toString);
          return true;
        });
  }

  /** A collection may be at what the first attempt wrote, and takes no notice of a second. */
  @Test
  void anImportThatTakesTooLongIsRefusedBeforeItIsVisible() {
    byte[] file = exported(small(backend()), Optional.of(SCOPE));
    Backend backend = backend();
    SlowTarget slow = new SlowTarget(backend, clock, () -> clock.advance(YOUNG.plusMinutes(1)));
    assertThrows(
        ImportRefusedException.class, () -> imported(process(slow), file, Optional.empty()));
    Cairn target = process(backend);
    assertThrows(ImportRefusedException.class, () -> imported(target, file, Optional.empty()));
    try (Store store = target.store(SCOPE)) {
      assertEquals(List.of(), store.listReferences());
    }
    var unused = imported(target, file, Optional.of(newScope()));
  }

  /** The clock of the target is behind, so its processes would draw IDs that are in the file. */
  @Test
  void nothingIsVisibleBeforeTheClockIsPastTheNewestId() {
    Backend from = backend();
    byte[] file = exported(small(from), Optional.of(SCOPE));
    TestClock behind = new TestClock(clock.instant().minusSeconds(60));
    Cairn target = process(backend(), behind);
    var unused = imported(target, file, Optional.empty());
    List<Long> ids = new ArrayList<>();
    from.scanObjects(
        Optional.of(SCOPE),
        Optional.empty(),
        ScanBound.NONE,
        Optional.empty(),
        row -> row.key().id().isName() || ids.add(row.key().id().toLong()));
    Instant newest = SnowflakeId.instant(ids.stream().max(Long::compare).orElseThrow());
    assertTrue(!behind.instant().isBefore(newest.plusSeconds(6)), behind + " " + newest);
    commit(target, SCOPE, 3);
    assertClean(target);
    Cairn farBehind = process(backend(), new TestClock(clock.instant().minusSeconds(3600)));
    assertThrows(ImportRefusedException.class, () -> imported(farBehind, file, Optional.empty()));
  }

  @Test
  void aReferenceThatWasFencedMeanwhileGetsAHigherVersion() {
    Cairn source = small(backend());
    byte[] file = exported(source, Optional.of(SCOPE));
    Backend backend = backend();
    Cairn target = process(backend);
    try (Store store = target.store(SCOPE)) {
      store.createReference(MAIN);
    }
    ReferenceKey key = new ReferenceKey(SCOPE, MAIN);
    for (int i = 0; i < 10; i++) {
      ReferenceRow row = backend.readReference(key, ReadMode.STRONG).orElseThrow();
      var unused = backend.swapReference(row.token(), row.fence(Token.random(random)));
    }
    var unused = imported(target, file, Optional.empty());
    assertEquals(12, backend.readReference(key, ReadMode.STRONG).orElseThrow().version());
    assertEquals(2, checkPairs(target, SCOPE));
    commit(target, SCOPE, 3);
    assertEquals(3, checkPairs(target, SCOPE));
    assertClean(target);
  }
}
