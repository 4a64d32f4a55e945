package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.View;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Parts of an earlier state that a commit brings back. */
class EarlierStateTest {
  private final Bench bench = new Bench();
  private final Client mine = bench.first();

  private HeadId headId() {
    return mine.store.current(MAIN).head().orElseThrow();
  }

  private ObjectRef add(String name) {
    return mine.commit(
            workspace -> {
              ObjectRef ref = workspace.put(Table.named(name));
              workspace.index("tables").put(key(name), ref);
              return ref;
            })
        .value();
  }

  private void remove(String name) {
    mine.commit(
        workspace -> {
          workspace.index("tables").remove(key(name));
          return "";
        });
  }

  private static Change<ObjectRef> bringBack(String name, HeadId head) {
    return workspace -> {
      ObjectRef ref = workspace.earlier(head).index("tables").get(key(name)).orElseThrow();
      workspace.index("tables").put(key(name), ref);
      return ref;
    };
  }

  @Test
  void whatIsReachedThroughTheEarlierStateComesBackAndNothingElse() {
    ObjectRef old = add("t");
    add("u");
    HeadId target = headId();
    remove("t");
    remove("u");
    mine.commit(set("a", "1"));
    bench.world.move(TestStores.LIMITS.restorable().minusHours(1)); // nothing of it is young
    assertThrows(
        IllegalArgumentException.class,
        () ->
            mine.commit(
                workspace -> {
                  workspace.index("tables").put(key("t"), old);
                  return "";
                }));
    assertEquals(old, mine.store.commit(MAIN, bringBack("t", target)).value());
    View now = mine.store.current(MAIN);
    assertEquals("t", now.find(Table.class, "tables", key("t")).orElseThrow().name());
    assertEquals(1, now.index("tables").count(IndexRange.all()));
    assertEquals("1", mine.get("a").orElseThrow(), "the rest stays as it is");
  }

  @Test
  void cursorsAndBulkReadsReachTooAndTheViewEndsWithTheChange() {
    add("t");
    add("u");
    HeadId target = headId();
    remove("t");
    remove("u");
    bench.world.move(TestStores.LIMITS.restorable().minusHours(1));
    AtomicReference<View> kept = new AtomicReference<>();
    mine.store.commit(
        MAIN,
        workspace -> {
          View earlier = workspace.earlier(target);
          kept.set(earlier);
          assertTrue(earlier.indexNames().contains("tables"));
          assertEquals(MAIN, earlier.reference());
          assertTrue(earlier.index("tables").contains(key("t")));
          assertEquals(2, earlier.index("tables").count(IndexRange.all()));
          assertThrows(IllegalArgumentException.class, () -> earlier.index("cairn.applied"));
          earlier
              .index("tables")
              .getAll(List.of(key("t"), key("none")))
              .forEach(workspace.index("tables")::put);
          IndexCursor<ObjectRef> cursor = earlier.index("tables").list(IndexRange.all());
          while (cursor.next()) {
            workspace.index("copies").put(cursor.key(), cursor.value());
          }
          return earlier.findAll(Table.class, List.of(cursorless(earlier))).size();
        });
    assertEquals(2, mine.store.current(MAIN).index("copies").count(IndexRange.all()));
    assertThrows(IllegalStateException.class, () -> kept.get().index("tables"));
  }

  /** The reply was lost, and another commit has removed it since: the key decides. */
  @Test
  void underAKeyItComesBackOnce() {
    ObjectRef old = add("t");
    HeadId target = headId();
    remove("t");
    Instant accepted = bench.world.now();
    Duration window = Duration.ofHours(1);
    CommitKey key = new CommitKey("restore t", "", accepted, accepted.plus(window), window);
    Change<Bytes> change =
        workspace -> {
          bringBack("t", target).apply(workspace);
          return Bytes.ofUtf8("done");
        };
    assertInstanceOf(KeyedCommit.Applied.class, mine.store.commit(MAIN, key, change));
    assertEquals(old, mine.store.current(MAIN).index("tables").get(key("t")).orElseThrow());
    remove("t");
    assertInstanceOf(KeyedCommit.AlreadyApplied.class, mine.store.commit(MAIN, key, change));
    assertEquals(0, mine.store.current(MAIN).index("tables").count(IndexRange.all()));
  }

  private static ObjectRef cursorless(View earlier) {
    return earlier.index("tables").get(key("t")).orElseThrow();
  }

  @Test
  void aHeadThatWasSupersededTooLongAgoOrNeverWasCurrentIsRefused() {
    add("t");
    HeadId target = headId();
    remove("t");
    bench.world.move(TestStores.LIMITS.restorable().plusSeconds(1));
    assertThrows(
        HeadNotFoundException.class, () -> mine.store.commit(MAIN, bringBack("t", target)));
    HeadId last = headId();
    HeadId other = new HeadId(last.version(), last.id() + 1);
    assertThrows(HeadNotFoundException.class, () -> mine.store.commit(MAIN, bringBack("t", other)));
  }

  // The head is superseded longer than allowed by the time the attempt that swaps runs.
  @Test
  void howOldTheHeadIsIsCheckedInTheAttemptThatSwaps() {
    add("t");
    HeadId target = headId();
    remove("t");
    bench.world.move(TestStores.LIMITS.restorable().minusSeconds(1));
    Client other = bench.process();
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          other.commit(set("b", "1"));
          bench.world.move(Duration.ofSeconds(2));
        });
    assertThrows(
        HeadNotFoundException.class, () -> mine.store.commit(MAIN, bringBack("t", target)));
    assertEquals(0, mine.store.current(MAIN).index("tables").count(IndexRange.all()));
  }

  // So many keys that the earlier state has pages, which are lost.
  @Test
  void anEarlierStateThatIsDamagedIsNotTakenForTheCurrentOne() {
    for (int i = 0; i < 60; i++) {
      add("t" + i + "-".repeat(200));
    }
    HeadId target = headId();
    for (int i = 0; i < 60; i++) {
      remove("t" + i + "-".repeat(200));
    }
    Set<ObjectKey> lost = new HashSet<>();
    var unused =
        bench.database.scanObjects(
            Optional.of(TestStores.SCOPE),
            Optional.of("cairn.page"),
            ScanBound.NONE,
            Optional.empty(),
            row -> lost.add(row.key()));
    assertFalse(lost.isEmpty());
    Client other = bench.process();
    other.commit(set("a", "1")); // its state needs none of these pages
    bench.database.delete(lost);
    DamagedDataException damaged =
        assertThrows(
            DamagedDataException.class,
            () -> other.store.commit(MAIN, bringBack("t0" + "-".repeat(200), target)));
    assertTrue(damaged.getMessage().contains("an earlier one"), damaged.getMessage());
    assertEquals("2", other.commit(set("a", "2")).value());
  }
}
