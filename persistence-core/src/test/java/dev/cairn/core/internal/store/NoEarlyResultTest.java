package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.refuse;
import static dev.cairn.core.internal.store.Bench.require;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.internal.store.Bench.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** No caller gets a result of a state that never existed, or that was no longer current. */
class NoEarlyResultTest {
  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private final Client other = bench.process();
  private final List<String> runs = new ArrayList<>();

  private <R> Change<R> noting(String name, Change<R> change) {
    return workspace -> {
      runs.add(name);
      return change.apply(workspace);
    };
  }

  // mine runs [A sets a, B fails because of a]; other forbids A; the swap conflicts; A fails, so
  // what B saw never was.
  @Test
  void aFailureFromAnEditThatWasNeverAppliedIsNotReported() {
    PendingCommit<String> first =
        mine.submit(
            workspace -> {
              if (Bench.get(workspace, "blocked").isPresent()) {
                throw new IllegalStateException("blocked");
              }
              return set("a", "1").apply(workspace);
            });
    PendingCommit<String> second = mine.submit(noting("second", refuse("a")));
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("blocked", "1")));
    bench.tasks.run();
    assertEquals("blocked", failure(IllegalStateException.class, first).getMessage());
    assertEquals("none", result(second).value());
    assertEquals(List.of("second", "second"), runs);
    assertEquals(List.of("set first", "set blocked"), bench.log());
  }

  // The same, but the swap succeeds: what B saw is the current state now.
  @Test
  void aFailureFromAnAppliedEditIsReported() {
    PendingCommit<String> first = mine.submit(set("a", "1"));
    PendingCommit<String> second = mine.submit(noting("second", refuse("a")));
    bench.tasks.run();
    assertTrue(result(first).id().isPresent());
    assertEquals("there is a", failure(IllegalStateException.class, second).getMessage());
    assertEquals(List.of("second"), runs);
    assertEquals(List.of(Operation.WRITE, Operation.SWAP_REFERENCE), mine.backend.calls());
  }

  // other sets a; mine remembers the head before it.
  @Test
  void notFoundIsNotReportedFromARememberedHead() {
    other.commit(set("a", "1"));
    assertEquals("1", mine.commit(noting("required", require("a"))).value());
    assertEquals(List.of("required", "required"), runs);
    assertEquals(1, mine.backend.count(Operation.READ_REFERENCE));
  }

  @Test
  void aResultWithoutAnEditIsNotReportedFromARememberedHead() {
    other.commit(set("first", "2"));
    var committed = mine.commit(workspace -> Bench.get(workspace, "first").orElseThrow());
    assertEquals("2", committed.value());
    assertEquals(Optional.empty(), committed.id());
  }

  @Test
  void aGroupWithoutEditsCostsOneStrongRead() {
    List<PendingCommit<String>> pending = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      pending.add(mine.submit(noting("idle", i % 2 == 0 ? require("first") : refuse("first"))));
    }
    bench.tasks.run();
    assertEquals("1", result(pending.get(0)).value());
    failure(IllegalStateException.class, pending.get(1));
    assertEquals(5, runs.size());
    assertEquals(List.of(Operation.READ_REFERENCE), mine.backend.calls());
  }

  // Nothing is remembered, so mine reads the row for A; when the row is on its way, other sets a
  // and
  // B is submitted: the row is older than B.
  @Test
  void aReadThatBeganBeforeASubmissionDoesNotSpeakForIt() {
    Client fresh = bench.process();
    List<PendingCommit<String>> second = new ArrayList<>();
    fresh.backend.after(
        Operation.READ_REFERENCE,
        () -> {
          other.commit(set("a", "1"));
          second.add(fresh.submit(noting("second", require("a"))));
        });
    PendingCommit<String> first = fresh.submit(noting("first", require("first")));
    bench.tasks.run();
    assertEquals("1", result(first).value());
    assertEquals("1", result(second.get(0)).value());
    assertEquals(List.of("first", "second", "first", "second"), runs);
    assertEquals(2, fresh.backend.count(Operation.READ_REFERENCE));
  }

  // The same without other: the read of the row spoke for A, so that a second one is for B alone,
  // and finds the same row.
  @Test
  void aReadThatBeganAfterTheSubmissionSpeaksForIt() {
    Client fresh = bench.process();
    PendingCommit<String> first = fresh.submit(noting("first", require("first")));
    PendingCommit<String> second = fresh.submit(noting("second", refuse("first")));
    bench.tasks.run();
    assertEquals("1", result(first).value());
    failure(IllegalStateException.class, second);
    assertEquals(1, fresh.backend.count(Operation.READ_REFERENCE));
  }

  // A conflict returns a row, which is as good as a read that began with the swap: [A sets a unless
  // blocked] conflicts, runs on the row found, and fails without another read.
  @Test
  void theRowThatAConflictShowsSpeaksForThoseInTheGroup() {
    PendingCommit<String> pending =
        mine.submit(
            workspace -> {
              var unused = refuse("blocked").apply(workspace);
              return set("a", "1").apply(workspace);
            });
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("blocked", "1")));
    bench.tasks.run();
    failure(IllegalStateException.class, pending);
    assertEquals(0, mine.backend.count(Operation.READ_REFERENCE));
  }

  // The same, but B is submitted while the swap is on its way, and other unblocks before B: the row
  // that the conflict showed must not speak for B.
  @Test
  void theRowThatAConflictShowsDoesNotSpeakForThoseSubmittedLater() {
    List<PendingCommit<String>> second = new ArrayList<>();
    PendingCommit<String> first =
        mine.submit(
            workspace -> {
              var unused = refuse("blocked").apply(workspace);
              return set("a", "1").apply(workspace);
            });
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("blocked", "1")));
    mine.backend.after(
        Operation.SWAP_REFERENCE,
        () -> {
          other.commit(workspace -> removed(workspace, "blocked"));
          second.add(mine.submit(refuse("blocked")));
        });
    bench.tasks.run();
    assertEquals("none", result(second.get(0)).value());
    assertEquals("1", result(first).value());
  }

  private static String removed(Workspace workspace, String key) {
    Bench.settings(workspace).remove(Bench.key(key));
    return key;
  }

  @Test
  void aMissingReferenceFailsCommitsSubmittedBeforeTheRead() {
    Client fresh = bench.process();
    PendingCommit<String> first = fresh.store.submit("later", set("a", "1"));
    List<PendingCommit<String>> second = new ArrayList<>();
    fresh.backend.after(
        Operation.READ_REFERENCE,
        () -> {
          other.store.createReference("later");
          second.add(fresh.store.submit("later", set("b", "1")));
        });
    bench.tasks.run();
    assertTrue(failure(ReferenceNotFoundException.class, first).getMessage().contains("later"));
    assertTrue(result(second.get(0)).id().isPresent());
  }

  @Test
  void aReferenceDeletedBehindARememberedHeadIsNotFound() {
    other.store.deleteReference(Bench.MAIN);
    assertThrows(ReferenceNotFoundException.class, () -> mine.commit(set("a", "1")));
    assertThrows(ReferenceNotFoundException.class, () -> mine.commit(require("first")));
  }

  @Test
  void aReferenceDeletedBehindARememberedHeadIsNotFoundByACommitWithoutEdits() {
    other.store.deleteReference(Bench.MAIN);
    assertThrows(ReferenceNotFoundException.class, () -> mine.commit(require("first")));
  }

  // other deletes and creates it again: the remembered head is one of an earlier life.
  @Test
  void aReferenceCreatedAgainIsEmpty() {
    other.store.deleteReference(Bench.MAIN);
    other.store.createReference(Bench.MAIN);
    assertThrows(IllegalStateException.class, () -> mine.commit(require("first")));
    mine.commit(set("a", "1"));
    assertEquals(List.of("set a"), bench.log());
    assertEquals(Optional.empty(), other.get("first"));
  }

  // [A requires a, B sets b, C fails because of b], and what became of the swap stays unknown.
  @Test
  void aCommitWithoutEditsGetsNoResultIfTheSwapIsUnknown() {
    PendingCommit<String> before = mine.submit(require("nothing"));
    PendingCommit<String> writer = mine.submit(set("b", "1"));
    PendingCommit<String> after = mine.submit(refuse("b"));
    mine.lossy.all(Fate.LOST);
    bench.tasks.run();
    failure(CommitUnknownException.class, writer);
    assertTrue(
        failure(BackendUnavailableException.class, before).getMessage().contains("did nothing"));
    failure(BackendUnavailableException.class, after);
  }
}
