package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.Workspace;
import dev.cairn.testkit.contract.ContractPart;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A process that is cut off at every call of a piece of work, with that call done or not: the next
 * one finds the old state or the new one, and the answer that was given was true.
 */
public interface CrashContract extends ContractPart {
  @Test
  default void theFirstCommitOfAReferenceIsDoneOrNot() {
    CrashScene.atEveryCall(
        this,
        scene -> scene.store.createReference(World.MAIN),
        scene -> scene.commit("mine"),
        (scene, told) -> scene.checkCommits(List.of(), told));
  }

  @Test
  default void aCommitOfAStoreThatKnowsTheStateIsDoneOrNot() {
    CrashScene.atEveryCall(
        this,
        scene -> {
          scene.store.createReference(World.MAIN);
          scene.commit("a").forEach((name, outcome) -> outcome.get());
        },
        scene -> scene.commit("mine"),
        (scene, told) -> scene.checkCommits(List.of("a"), told));
  }

  @Test
  default void aCommitOfAStoreThatHasToReadFirstIsDoneOrNot() {
    CrashScene.atEveryCall(
        this,
        scene -> {
          Store other = scene.world.store();
          other.createReference(World.MAIN);
          other.commit(World.MAIN, scene.ledger.commit("a", "all"));
        },
        scene -> scene.commit("mine"),
        (scene, told) -> scene.checkCommits(List.of("a"), told));
  }

  @Test
  default void aCommitThatLosesARaceIsDoneOrNot() {
    CrashScene.atEveryCall(
        this,
        scene -> {
          scene.store.createReference(World.MAIN);
          scene.commit("a").forEach((name, outcome) -> outcome.get());
          scene.world.store().commit(World.MAIN, scene.ledger.commit("b", "all"));
        },
        scene -> scene.commit("mine"),
        (scene, told) -> scene.checkCommits(List.of("a", "b"), told));
  }

  @Test
  default void aGroupIsDoneAsAWholeOrNotAtAll() {
    CrashScene.atEveryCall(
        this,
        scene -> {
          scene.store.createReference(World.MAIN);
          scene.commit("a").forEach((name, outcome) -> outcome.get());
        },
        scene -> scene.commit("one", "two", "three"),
        (scene, told) -> scene.checkCommits(List.of("a"), told));
  }

  @Test
  default void aCommitWithACallThatFailsIsDoneOnceOrNotAtAll() {
    CrashScene.onceAtEveryCall(
        this,
        scene -> {
          scene.store.createReference(World.MAIN);
          scene.commit("a").forEach((name, outcome) -> outcome.get());
          scene.world.store().commit(World.MAIN, scene.ledger.commit("b", "all"));
        },
        scene -> scene.commit("one", "two"),
        (scene, told) -> scene.checkCommits(List.of("a", "b"), told));
  }

  @Test
  default void aCommitOfManyRowsIsDoneOrNot() {
    CrashScene.atEveryCall(
        this,
        scene -> scene.store.createReference(World.MAIN),
        scene -> {
          int row = backend().limits().maxValueBytes();
          Change<Long> small = scene.ledger.commit("mine", "all");
          return scene.commit(
              "mine",
              workspace -> {
                var large = new Item("large", Bytes.wrap(new byte[2 * row]));
                workspace.index("large").put(Key.of("a"), workspace.put(large));
                for (int i = 0; i < 400; i++) {
                  workspace
                      .index("many", ValueSerializer.bytes())
                      .put(Key.of("some long name", "" + i), Bytes.ofUtf8("value"));
                }
                return small.apply(workspace);
              });
        },
        (scene, told) -> {
          Store fresh = scene.world.store();
          boolean isThere = fresh.current(World.MAIN).indexNames().contains("large");
          if (isThere) {
            int row = backend().limits().maxValueBytes();
            Item large =
                fresh.current(World.MAIN).find(Item.class, "large", Key.of("a")).orElseThrow();
            assertEquals(2 * row, large.content().length());
            assertEquals(
                400,
                fresh
                    .current(World.MAIN)
                    .index("many", ValueSerializer.bytes())
                    .count(IndexRange.all()));
          }
          scene.checkCommits(List.of(), told);
        });
  }

  @Test
  default void aResetIsDoneOrNot() {
    CrashScene.atEveryCall(
        this,
        scene -> {
          scene.store.createReference(World.MAIN);
          scene.commit("a").forEach((name, outcome) -> outcome.get());
          scene.commit("b").forEach((name, outcome) -> outcome.get());
        },
        scene -> {
          // A reset waits for its commit, so it needs a store that runs it at once.
          Store store = scene.world.store(scene.connection, Runnable::run, World.LIMITS);
          List<LogEntry> log = Ledger.entries(scene.world.store());
          HeadId target = log.get(0).id().head();
          return CallOutcome.of(() -> store.resetReference(World.MAIN, target, "reset"));
        },
        (scene, told) -> {
          checkReset(scene, told);
          scene.connection.land();
          checkReset(scene, told);
          scene.world.store().commit(World.MAIN, CrashContract::putNote);
        });
  }

  private static long putNote(Workspace workspace) {
    workspace.index("after", ValueSerializer.bytes()).put(Key.of("a"), Bytes.ofUtf8("b"));
    return 0;
  }

  private static void checkReset(CrashScene scene, CallOutcome<CommitId> told) {
    Store fresh = scene.world.store();
    boolean isDone = Ledger.names(fresh).equals(List.of("a", "b", "reset"));
    if (!isDone) {
      assertEquals(List.of("a", "b"), scene.ledger.check(fresh));
    }
    String all = isDone ? "a" : "a b";
    assertEquals(
        all,
        fresh
            .current(World.MAIN)
            .find(Item.class, Ledger.ITEMS, Key.of("all"))
            .orElseThrow()
            .text());
    if (told instanceof CallOutcome.Value) {
      assertTrue(isDone, "the reset was reported as done");
    } else if (((CallOutcome.Failure<?>) told).thrown() instanceof CommitUnknownException unknown) {
      Ledger.checkStatus("reset", unknown.commitId(), fresh);
    } else {
      told.thrown(BackendUnavailableException.class);
      assertTrue(!isDone, "the reset was reported as not done");
    }
  }

  @Test
  default void aReferenceIsCreatedOrNot() {
    for (boolean isCreatedAgain : List.of(false, true)) {
      CrashScene.atEveryCall(
          this,
          scene -> {
            if (isCreatedAgain) {
              scene.store.createReference(World.MAIN);
              scene.commit("a").forEach((name, outcome) -> outcome.get());
              scene.store.deleteReference(World.MAIN);
            }
          },
          scene -> CallOutcome.of(() -> scene.store.createReference(World.MAIN)),
          (scene, told) -> {
            checkThere(scene, told, true);
            scene.connection.land();
            checkThere(scene, told, true);
            Store fresh = scene.world.store();
            if (fresh.findReference(World.MAIN).isEmpty()) {
              fresh.createReference(World.MAIN);
            }
            assertEquals(1, fresh.commit(World.MAIN, scene.ledger.commit("b", "all")).value());
            assertEquals(List.of("b"), scene.ledger.check(scene.world.store()));
          });
    }
  }

  @Test
  default void aReferenceIsDeletedOrNot() {
    CrashScene.atEveryCall(
        this,
        scene -> {
          scene.store.createReference(World.MAIN);
          scene.commit("a").forEach((name, outcome) -> outcome.get());
        },
        scene ->
            CallOutcome.of(
                () -> {
                  Reference found = scene.store.findReference(World.MAIN).orElseThrow();
                  scene.store.deleteReference(World.MAIN);
                  return found;
                }),
        (scene, told) -> {
          checkThere(scene, told, false);
          scene.connection.land();
          checkThere(scene, told, false);
          Store fresh = scene.world.store();
          boolean isThere = fresh.findReference(World.MAIN).isPresent();
          if (!isThere) {
            fresh.createReference(World.MAIN);
          }
          fresh.commit(World.MAIN, scene.ledger.commit("b", "all"));
          assertEquals(
              isThere ? List.of("a", "b") : List.of("b"), scene.ledger.check(scene.world.store()));
        });
  }

  /**
   * Checks the answer that the caller got.
   *
   * @param whenDone whether the reference is there if what was asked for is done
   */
  private static void checkThere(CrashScene scene, CallOutcome<Reference> told, boolean whenDone) {
    boolean isThere = scene.world.store().findReference(World.MAIN).isPresent();
    if (told instanceof CallOutcome.Value) {
      assertEquals(whenDone, isThere, "it was reported as done");
    } else if (!(((CallOutcome.Failure<?>) told).thrown() instanceof UnknownOutcomeException)) {
      told.thrown(BackendUnavailableException.class);
      assertEquals(!whenDone, isThere, "it was reported as not done");
    }
  }
}
