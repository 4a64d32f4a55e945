package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keys in runs, while others commit, replies are lost, and references are reset and replaced. */
class SpilledKeysTest {
  private static final Duration WINDOW = Duration.ofSeconds(2135);

  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private final List<CommitKey> applied = new ArrayList<>();

  private CommitKey key(String request) {
    Instant now = bench.world.now();
    return new CommitKey(request, "", now, now.plus(WINDOW), WINDOW);
  }

  private KeyedCommit commit(EngineStore store, CommitKey key) {
    return store.commit(MAIN, key, workspace -> Bytes.ofUtf8("result"));
  }

  private void apply(EngineStore store, CommitKey key) {
    assertInstanceOf(KeyedCommit.Applied.class, commit(store, key));
    applied.add(key);
  }

  private void apply(int count) {
    for (int i = 0; i < count; i++) {
      apply(mine.store, key("request " + applied.size()));
    }
  }

  private void assertAllAreKnown() {
    EngineStore fresh = bench.stores.open(bench.database);
    for (CommitKey key : applied) {
      assertInstanceOf(
          KeyedCommit.AlreadyApplied.class, fresh.findKey(MAIN, key).orElseThrow(), key.toString());
      assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(fresh, key), key.toString());
    }
  }

  private static List<ObjectRow> rows(InMemoryBackend database, String type) {
    List<ObjectRow> rows = new ArrayList<>();
    var unused =
        database.scanObjects(
            Optional.of(TestStores.SCOPE),
            Optional.of(type),
            ScanBound.NONE,
            Optional.empty(),
            row -> rows.add(row));
    return rows;
  }

  private long runs() {
    return rows(bench.database, "cairn.keys").size();
  }

  // Each attempt to write a run meets a commit of another process that writes one of its own.
  @Test
  void aConflictOfTwoThatSpillLosesNoKey() {
    Client other = bench.process();
    apply(20);
    for (int i = 0; i < 60; i++) {
      long before = runs();
      mine.backend.before(
          Operation.SWAP_REFERENCE,
          () -> apply(other.store, key("request of another " + applied.size())));
      apply(mine.store, key("request " + applied.size()));
      assertTrue(runs() - before <= 4, "runs of one attempt");
    }
    assertTrue(mine.backend.count(Operation.SWAP_REFERENCE) > 100, "there were conflicts");
    assertAllAreKnown();
  }

  @Test
  void lostRepliesToSwapsThatSpillLoseNoKey() {
    for (int i = 0; i < 120; i++) {
      mine.lossy.next(i % 2 == 0 ? Fate.APPLIED_REPLY_LOST : Fate.LOST);
      CommitKey key = key("request " + i);
      KeyedCommit committed = commit(mine.store, key);
      assertFalse(committed instanceof KeyedCommit.WindowExpired, committed.toString());
      applied.add(key);
    }
    assertTrue(runs() > 2);
    assertAllAreKnown();
  }

  @Test
  void aResetToBeforeTheFirstRunKeepsTheirKeys() {
    HeadId before = mine.store.current(MAIN).head().orElseThrow();
    apply(100);
    assertTrue(runs() > 1);
    var unused = mine.store.resetReference(MAIN, before, "back");
    assertAllAreKnown();
    apply(100);
    assertAllAreKnown();
  }

  // Runs of the first life go on into the second; nothing of it may be taken for new.
  @Test
  void aReferenceThatIsCreatedAgainKnowsTheKeysOfItsFirstLife() {
    apply(100);
    mine.store.deleteReference(MAIN);
    bench.world.move(Duration.ofSeconds(1));
    var unused = mine.store.createReference(MAIN);
    assertAllAreKnown();
    apply(100);
    assertAllAreKnown();
  }

  // A process reads a state and stands still; meanwhile all that only that state needs is
  // collected. What it then misses is no damage, and no proof that a key was not applied.
  @Test
  void aProcessWithAnOldStateReadsAgainInsteadOfMissingKeys() {
    apply(60);
    Client paused = bench.process();
    assertTrue(paused.get("first").isPresent()); // remembers the head, but no run of it
    List<ObjectRow> runs = rows(bench.database, "cairn.keys");
    CommitKey early = applied.get(0);
    bench.world.move(WINDOW.multipliedBy(3));
    apply(60); // the first slice has left the head
    bench.database.delete(runs.stream().map(ObjectRow::key).toList());
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(paused.store, early));
    paused.backend.forget();
    assertInstanceOf(
        KeyedCommit.WindowExpired.class, paused.store.findKey(MAIN, early).orElseThrow());
  }

  @Test
  void aLookupOfAKeyInALostRunReportsTheDamage() {
    apply(60);
    bench.database.delete(rows(bench.database, "cairn.keys").stream().map(ObjectRow::key).toList());
    EngineStore fresh = bench.stores.open(bench.database);
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> fresh.findKey(MAIN, applied.get(0)));
    assertTrue(e.getMessage().contains("run of keys"), e.getMessage());
  }

  // Sixteen keys at once with the largest results do not fit into a row of 64 KB.
  @Test
  void aRunThatIsTooLargeForARowIsStoredInPartsAndFound() {
    Bench small = new Bench(new InMemoryBackend(64 << 10));
    Client process = small.first();
    List<CommitKey> keys = new ArrayList<>();
    Bytes large = Bytes.wrap(new byte[CommitKey.MAX_RESULT_BYTES]);
    for (int i = 0; i < 16; i++) {
      keys.add(key("request " + i));
      CommitKey key = keys.get(i);
      var unused =
          process.store.enqueue(
              MAIN,
              new KeyedChange(
                  key,
                  AppliedKeys.place(key),
                  workspace -> large,
                  false,
                  small.environment.clock()));
    }
    small.tasks.run();
    List<ObjectRow> chunks = rows(small.database, "cairn.chunk");
    assertEquals(1, rows(small.database, "cairn.keys").size());
    assertTrue(chunks.size() > 1, "parts: " + chunks.size());
    EngineStore fresh = small.stores.open(small.database);
    for (CommitKey key : keys) {
      KeyedCommit.AlreadyApplied found =
          assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(fresh, key));
      assertEquals(large, found.result());
    }
    small.database.delete(List.of(chunks.get(0).key()));
    EngineStore another = small.stores.open(small.database);
    assertThrows(DamagedDataException.class, () -> commit(another, keys.get(0)));
  }
}
