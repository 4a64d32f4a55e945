package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.store.Bench.Client;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommitStatusTest {
  private final Bench bench = new Bench();
  private final Client mine = bench.first();

  private CommitId commit(String key) {
    return mine.commit(set(key, "1")).id().orElseThrow();
  }

  /** What a process that remembers nothing says. */
  private CommitStatus status(CommitId id) {
    return bench.process().store.commitStatus(id);
  }

  @Test
  void aCommitIsAppliedHoweverManyFollow() {
    CommitId id = commit("a");
    for (int i = 0; i < 100; i++) {
      assertEquals(CommitStatus.APPLIED, status(id), i + " later");
      commit("b" + i);
    }
  }

  @Test
  void anEntryThatItsHeadDoesNotHaveIsUnknown() {
    CommitId id = commit("a");
    CommitId forged = new CommitId(MAIN, id.createdAtMicros(), id.head(), id.entry() + 1);
    assertEquals(CommitStatus.UNKNOWN, status(forged));
  }

  @Test
  void aHeadThatNeverBecameCurrentIsUnknown() {
    mine.lossy.all(Fate.LOST);
    CommitUnknownException e =
        assertThrows(CommitUnknownException.class, () -> mine.commit(set("a", "1")));
    mine.lossy.all(Fate.FINE);
    assertEquals(CommitStatus.UNKNOWN, status(e.commitId()));
    for (int i = 0; i < 20; i++) {
      commit("b" + i);
    }
    assertEquals(CommitStatus.UNKNOWN, status(e.commitId()));
  }

  @Test
  void aCommitStaysAppliedAfterItsReferenceIsDeletedAndCreatedAgain() {
    CommitId id = commit("a");
    commit("b");
    mine.store.deleteReference(MAIN);
    assertEquals(CommitStatus.APPLIED, status(id));
    mine.store.createReference(MAIN);
    assertEquals(CommitStatus.APPLIED, status(id));
    for (int i = 0; i < 20; i++) {
      commit("c" + i);
    }
    assertEquals(CommitStatus.APPLIED, status(id));
  }

  @Test
  void aCommitWhoseHeadIsCollectedIsUnknown() {
    CommitId id = commit("a");
    commit("b");
    bench.database.delete(
        List.of(new ObjectRef("cairn.head", id.head().id()).in(TestStores.SCOPE)));
    assertEquals(CommitStatus.UNKNOWN, status(id));
  }

  @Test
  void aCommitToWhichCollectedHeadsLeadIsUnknown() {
    CommitId id = commit("a");
    CommitId between = null;
    for (int i = 0; i < 40; i++) {
      CommitId next = commit("b" + i);
      between = i == 4 ? next : between;
    }
    // Whatever the lists name: all heads but the sought and the current one are gone.
    long current = bench.row().headId().getAsLong();
    bench.database.scanObjects(
        Optional.of(TestStores.SCOPE),
        Optional.of("cairn.head"),
        ScanBound.NONE,
        Optional.empty(),
        row -> {
          long head = row.key().id().toLong();
          if (head != current && head != id.head().id()) {
            bench.database.delete(List.of(row.key()));
          }
          return true;
        });
    assertEquals(CommitStatus.UNKNOWN, status(between));
  }

  @Test
  void withoutTheReferenceItIsUnknown() {
    assertEquals(CommitStatus.UNKNOWN, status(new CommitId("never", 1, new HeadId(2, 3), 4)));
  }

  @Test
  void theNewestCommitCostsTwoReads() {
    CommitId id = commit("a");
    Client fresh = bench.process();
    assertEquals(CommitStatus.APPLIED, fresh.store.commitStatus(id));
    assertEquals(List.of(Operation.READ_REFERENCE, Operation.FETCH), fresh.backend.calls());
  }
}
