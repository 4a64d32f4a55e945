package dev.cairn.core.internal.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Snapshot;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What readers get while a sweep has deleted only some rows of an expired state. */
class SweepUnderWayTest {
  private static final String MAIN = CollectionBench.MAIN;

  // The smallest rows: heads with much to say, and values, go into chunks.
  private final CollectionBench bench = new CollectionBench(new InMemoryBackend(4_096));

  /** A sweep that has come no farther than the rows of one type. */
  private static final class Only extends ForwardingBackend {
    private final String type;

    Only(String type, Backend delegate) {
      super(delegate);
      this.type = type;
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
      super.delete(keys.stream().filter(key -> key.type().equals(type)).toList());
    }
  }

  private HeadId commit(String prefix, int keys) {
    bench.store.commit(
        MAIN,
        workspace -> {
          ObjectRef ref = workspace.put(new TestTypes.Snapshot(prefix.repeat(1_500)));
          workspace.message(prefix.repeat(680));
          for (int i = 0; i < keys; i++) {
            workspace.index("tables").put(Key.of("%05d".formatted(i)), ref);
          }
          return 0;
        });
    return bench.store.current(MAIN).head().orElseThrow();
  }

  private void expireAndSweep(String type) {
    int before = bench.rows(type).size();
    bench.time.move(CollectionBench.RETENTION.plusSeconds(1));
    bench.collect(new Only(type, bench.database));
    assertTrue(bench.rows(type).size() < before, "nothing was swept");
  }

  @Test
  void anObjectOfAnExpiredStateThatLostAChunkIsExpiredAndNotDamaged() {
    HeadId first = commit("first", 1);
    Snapshot old = bench.store.at(MAIN, first);
    ObjectRef ref = old.index("tables").get(Key.of("00000")).orElseThrow();
    commit("second", 1);
    expireAndSweep("cairn.chunk");
    assertThrows(HeadNotFoundException.class, () -> old.get(TestTypes.Snapshot.class, ref));
  }

  @Test
  void anObjectOfACurrentStateThatLostAChunkIsDamaged() {
    Snapshot current = bench.store.at(MAIN, commit("first", 1));
    ObjectRef ref = current.index("tables").get(Key.of("00000")).orElseThrow();
    bench.database.delete(bench.rows("cairn.chunk").stream().map(row -> row.key()).toList());
    assertThrows(DamagedDataException.class, () -> current.get(TestTypes.Snapshot.class, ref));
  }

  @Test
  void anExpiredHeadThatLostAChunkIsNotFound() {
    HeadId first = commit("first", 200);
    Instant then = bench.time.now();
    bench.time.move(Duration.ofSeconds(1));
    HeadId second = commit("second", 200);
    expireAndSweep("cairn.chunk");
    assertEquals(2, bench.rows("cairn.head").size());
    assertThrows(HeadNotFoundException.class, () -> bench.store.at(MAIN, first));
    assertThrows(HeadNotFoundException.class, () -> bench.store.at(MAIN, then));
    assertEquals(second, bench.store.at(MAIN, second).head().orElseThrow());
    assertEquals(second, bench.store.at(MAIN, bench.time.now()).head().orElseThrow());
    assertEquals(1, bench.store.log(MAIN, 10).entries().size());
  }

  // Heads are read several at a time: one that is half gone must not hide the others.
  @Test
  void theNextCollectionIsNotStoppedByIt() {
    commit("first", 200);
    commit("second", 200);
    expireAndSweep("cairn.chunk");
    assertEquals(1, bench.collect().heads());
    assertEquals(1, bench.rows("cairn.head").size());
  }

  // A state of main has lost a chunk of one object. Another of its objects is needed by a second
  // reference too: it has been seen, with the one that is half gone, but not marked.
  @Test
  void whatIsSeenBesideSomethingHalfGoneIsStillMarkedForOthers() {
    List<ObjectRef> shared = new ArrayList<>();
    bench.store.commit(
        MAIN,
        workspace -> {
          for (int i = 0; i < 20; i++) {
            ObjectRef large = workspace.put(new TestTypes.Snapshot("large".repeat(1_500)));
            workspace.index("tables").put(Key.of("%02d large".formatted(i)), large);
            shared.add(workspace.put(new TestTypes.Snapshot("shared")));
            workspace.index("tables").put(Key.of("%02d kept".formatted(i)), shared.get(i));
          }
          return 0;
        });
    bench.store.createReference("second");
    bench.store.commit(
        "second",
        workspace -> {
          for (int i = 0; i < 20; i++) {
            workspace.index("tables").put(Key.of("%02d kept".formatted(i)), shared.get(i));
          }
          return 0;
        });
    bench.store.commit(
        MAIN,
        workspace -> {
          for (int i = 0; i < 20; i++) {
            workspace.index("tables").remove(Key.of("%02d large".formatted(i)));
            workspace.index("tables").remove(Key.of("%02d kept".formatted(i)));
          }
          return 0;
        });
    expireAndSweep("cairn.chunk");
    CollectionSettings longer =
        new CollectionSettings(
            CollectionBench.GRACE, CollectionBench.RETENTION.multipliedBy(4), false, 0, 1 << 24, 4);
    bench
        .collector(bench.database, TestTypes.ALL, longer)
        .collect(Optional.empty(), 10_000, text -> {}, name -> rows -> {});
    assertEquals(
        20,
        bench.store.findAll(TestTypes.Snapshot.class, shared).stream()
            .filter(Optional::isPresent)
            .count());
  }

  @Test
  void theLogHasAllButTheKeysThatCanNoLongerBeDerived() {
    commit("first", 1_500);
    commit("second", 1_500);
    List<LogEntry> whole = bench.store.log(MAIN, 1).entries();
    assertFalse(whole.get(0).changedKeys().isEmpty());
    expireAndSweep("cairn.page");
    List<LogEntry> entries = bench.store.log(MAIN, 1).entries();
    assertEquals(whole.get(0).id(), entries.get(0).id());
    assertTrue(entries.get(0).changedKeys().isEmpty());
  }
}
