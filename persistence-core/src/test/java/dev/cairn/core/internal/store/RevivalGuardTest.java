package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.TestTypes.Snapshot;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A commit refers to nothing that garbage collection may be about to delete. */
class RevivalGuardTest {
  private static final Duration HALF_GRACE = TestStores.LIMITS.young();

  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private ObjectRef reachable;
  private ObjectRef snapshot;
  private ObjectRef foreign;

  /** An old table in an index, the snapshot it refers to, and an old one without references. */
  @BeforeEach
  void makeOldObjects() {
    foreign = mine.store.putAll(List.of(Table.named("foreign"))).get(0);
    snapshot = mine.store.putAll(List.of(new Snapshot("old"))).get(0);
    reachable =
        mine.commit(
                workspace -> {
                  ObjectRef ref =
                      workspace.put(
                          Table.of("old", Map.of(), Bytes.empty(), List.of(snapshot.id())));
                  workspace.index("tables").put(key("old"), ref);
                  return ref;
                })
            .value();
    bench.world.move(HALF_GRACE.plusSeconds(1));
  }

  private static Change<ObjectRef> refer(ObjectRef ref) {
    return workspace -> {
      workspace.index("more").put(key("new"), ref);
      return ref;
    };
  }

  private static Table withSnapshot(ObjectRef snapshot) {
    return Table.of("t", Map.of(), Bytes.empty(), List.of(snapshot.id()));
  }

  private void assertRefused(Change<ObjectRef> change, ObjectRef ref) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> mine.commit(change));
    assertTrue(e.getMessage().contains("may not refer to " + ref), e.getMessage());
  }

  @Test
  void anOldObjectThatTheCommitDidNotReachIsRefused() {
    assertRefused(refer(foreign), foreign);
    assertRefused(refer(reachable), reachable);
  }

  @Test
  void aYoungObjectIsAllowedUntilItIsHalfTheGraceOld() {
    ObjectRef young = mine.store.putAll(List.of(Table.named("young"))).get(0);
    bench.world.move(HALF_GRACE.minusMillis(1));
    mine.commit(refer(young));
    bench.world.move(Duration.ofMillis(1));
    assertRefused(refer(young), young);
  }

  @Test
  void aValueThatWasReadFromAnIndexIsReached() {
    mine.commit(
        workspace -> {
          ObjectRef found = workspace.index("tables").get(key("old")).orElseThrow();
          assertEquals(reachable, found);
          return refer(reachable).apply(workspace);
        });
  }

  @Test
  void aValueThatWasListedIsReached() {
    mine.commit(
        workspace -> {
          IndexCursor<ObjectRef> cursor = workspace.index("tables").list(IndexRange.all());
          assertTrue(cursor.next());
          assertEquals(reachable, cursor.value());
          return refer(reachable).apply(workspace);
        });
  }

  @Test
  void aValueThatWasReadInBulkIsReached() {
    mine.commit(
        workspace -> {
          assertEquals(1, workspace.index("tables").getAll(List.of(key("old"))).size());
          return refer(reachable).apply(workspace);
        });
  }

  @Test
  void aKeyThatWasOnlyFoundToBeThereReachesNothing() {
    assertRefused(
        workspace -> {
          assertTrue(workspace.index("tables").contains(key("old")));
          return refer(reachable).apply(workspace);
        },
        reachable);
  }

  @Test
  void whatAReachedObjectRefersToIsReached() {
    mine.commit(
        workspace -> {
          ObjectRef found = workspace.index("tables").get(key("old")).orElseThrow();
          assertEquals("old", workspace.get(Table.class, found).name());
          return refer(snapshot).apply(workspace);
        });
  }

  @Test
  void whatAReachedObjectRefersToIsNotReachedUntilItIsRead() {
    assertRefused(
        workspace -> {
          var unused = workspace.index("tables").get(key("old"));
          return refer(snapshot).apply(workspace);
        },
        snapshot);
  }

  @Test
  void whatAnObjectInBulkRefersToIsReached() {
    mine.commit(
        workspace -> {
          ObjectRef found = workspace.index("tables").get(key("old")).orElseThrow();
          assertEquals(1, workspace.findAll(Table.class, List.of(found)).size());
          return refer(snapshot).apply(workspace);
        });
  }

  // Reading an object does not make it reached: it may be collected a moment later.
  @Test
  void anObjectReadByAnIdFromElsewhereIsNotReached() {
    assertRefused(
        workspace -> {
          assertEquals("foreign", workspace.get(Table.class, foreign).name());
          return refer(foreign).apply(workspace);
        },
        foreign);
    assertRefused(
        workspace -> {
          var unused = workspace.get(Table.class, reachable);
          return refer(snapshot).apply(workspace);
        },
        snapshot);
  }

  @Test
  void anOldObjectMayBeCopied() {
    ObjectRef copy =
        mine.commit(
                workspace -> {
                  ObjectRef ref = workspace.put(workspace.get(Table.class, foreign));
                  return refer(ref).apply(workspace);
                })
            .value();
    assertEquals("foreign", mine.store.current(Bench.MAIN).get(Table.class, copy).name());
  }

  @Test
  void aNewObjectMayNotReferToAnOldOneEither() {
    assertRefused(workspace -> workspace.put(withSnapshot(snapshot)), snapshot);
  }

  // The young object does not protect the old one: a collection that has marked before this commit
  // deletes it. So the guard follows what putAll stored, however long the chain is.
  @Test
  void aYoungObjectThatNeedsAnOldOneIsRefused() {
    ObjectRef young = mine.store.putAll(List.of(withSnapshot(snapshot))).get(0);
    assertRefused(refer(young), young);
    assertRefused(
        workspace -> {
          assertThrows(IllegalArgumentException.class, () -> refer(young).apply(workspace));
          return refer(young).apply(workspace); // a refusal leaves nothing behind
        },
        young);
  }

  @Test
  void aYoungObjectThatNeedsAYoungOneIsAllowed() {
    ObjectRef needed = mine.store.putAll(List.of(new Snapshot("young"))).get(0);
    ObjectRef young = mine.store.putAll(List.of(withSnapshot(needed))).get(0);
    mine.commit(refer(young));
  }

  @Test
  void anObjectThatIsNotThereIsRefused() {
    ObjectRef young = mine.store.putAll(List.of(new Snapshot("young"))).get(0);
    assertRefused(refer(new ObjectRef("table", young.id())), new ObjectRef("table", young.id()));
  }

  @Test
  void aNewObjectMayReferToWhatIsReached() {
    mine.commit(
        workspace -> {
          ObjectRef found = workspace.index("tables").get(key("old")).orElseThrow();
          var unused = workspace.get(Table.class, found);
          return refer(workspace.put(withSnapshot(snapshot))).apply(workspace);
        });
  }

  // What an earlier commit of the group refers to is in the state handed to the next one.
  @Test
  void whatAnEarlierCommitOfTheGroupRefersToIsReached() {
    mine.submit(
        workspace -> {
          ObjectRef found = workspace.index("tables").get(key("old")).orElseThrow();
          workspace.index("tables").remove(key("old"));
          workspace.index("moved").put(key("old"), found);
          return found;
        });
    PendingCommit<ObjectRef> second =
        mine.submit(
            workspace -> {
              ObjectRef found = workspace.index("moved").get(key("old")).orElseThrow();
              return refer(found).apply(workspace);
            });
    bench.tasks.run();
    assertEquals(reachable, result(second).value());
  }

  @Test
  void whatAnObjectOfAnEarlierCommitOfTheGroupRefersToIsReached() {
    PendingCommit<ObjectRef> first =
        mine.submit(
            workspace -> {
              ObjectRef found = workspace.index("tables").get(key("old")).orElseThrow();
              var unused = workspace.get(Table.class, found);
              ObjectRef ref = workspace.put(withSnapshot(snapshot));
              workspace.index("tables").put(key("next"), ref);
              return ref;
            });
    PendingCommit<ObjectRef> second =
        mine.submit(
            workspace -> {
              ObjectRef found = workspace.index("tables").get(key("next")).orElseThrow();
              assertEquals("t", workspace.get(Table.class, found).name());
              return refer(snapshot).apply(workspace);
            });
    bench.tasks.run();
    assertTrue(result(first).id().isPresent());
    assertEquals(snapshot, result(second).value());
  }
}
