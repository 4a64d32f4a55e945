package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A store that remembers a state which others have left behind, and must not answer from it. */
public interface StaleHeadContract extends ContractPart {
  @Test
  default void whatIsMissingInARememberedStateIsNotReportedMissing() {
    try (World world = new World(this)) {
      Behind behind = new Behind(world);
      behind.other.commit(World.MAIN, behind.ledger.commit("other", "new"));
      Committed<String> found = behind.store.commit(World.MAIN, require("new"));
      assertEquals(new Committed<>("other", Optional.empty()), found);
    }
  }

  @Test
  default void whatIsThereInARememberedStateIsNotReportedThere() {
    try (World world = new World(this)) {
      Behind behind = new Behind(world);
      behind.other.commit(
          World.MAIN,
          workspace -> {
            workspace.index(Ledger.ITEMS).remove(Key.of("old"));
            return 0;
          });
      Committed<Integer> created = behind.store.commit(World.MAIN, create("old"));
      assertTrue(created.id().isPresent());
      assertEquals(
          "created",
          behind
              .other
              .current(World.MAIN)
              .find(Item.class, Ledger.ITEMS, Key.of("old"))
              .orElseThrow()
              .text());
    }
  }

  @Test
  default void aResultWithoutAnEditIsNotTakenFromARememberedState() {
    try (World world = new World(this)) {
      Behind behind = new Behind(world);
      for (int i = 0; i < 3; i++) {
        behind.other.commit(World.MAIN, behind.ledger.commit("other " + i, "old"));
        Committed<String> found = behind.store.commit(World.MAIN, require("old"));
        assertTrue(found.value().endsWith("other " + i), found::value);
      }
      assertEquals(4, behind.ledger.check(behind.store).size());
    }
  }

  @Test
  default void anEditRunsAgainOnTheStateItDidNotKnow() {
    try (World world = new World(this)) {
      Behind behind = new Behind(world);
      behind.other.commit(World.MAIN, behind.ledger.commit("other", "old", "new"));
      Committed<Long> mine =
          behind.store.commit(World.MAIN, behind.ledger.commit("mine", "old", "new"));
      assertEquals(3, mine.value());
      assertEquals(List.of("before", "other", "mine"), behind.ledger.check(behind.other));
    }
  }

  @Test
  default void aReadThatBeganBeforeACommitWasSubmittedIsNoProofForIt() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Ledger ledger = new Ledger();
      Store store = world.store(stopping);
      Store other = world.store();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("before", "old"));
      Stop read = stopping.stopAfter(Operation.READ_REFERENCE);
      PendingCommit<String> first = store.submit(World.MAIN, require("old"));
      read.awaitReached();
      other.commit(World.MAIN, ledger.commit("other", "new"));
      PendingCommit<String> second = store.submit(World.MAIN, require("new"));
      read.proceed();
      assertEquals("before", CallOutcome.of(first).get().value());
      assertEquals("other", CallOutcome.of(second).get().value());
    }
  }

  @Test
  default void aReferenceCreatedBeforeACommitWasSubmittedIsFound() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Ledger ledger = new Ledger();
      Store store = world.store(stopping);
      Store other = world.store();
      Stop read = stopping.stopAfter(Operation.READ_REFERENCE);
      PendingCommit<Long> early = store.submit(World.MAIN, ledger.commit("early", "a"));
      read.awaitReached();
      other.createReference(World.MAIN);
      PendingCommit<Long> late = store.submit(World.MAIN, ledger.commit("late", "a"));
      read.proceed();
      CallOutcome.of(early).thrown(ReferenceNotFoundException.class);
      assertEquals(1, CallOutcome.of(late).get().value());
      assertEquals(List.of("late"), ledger.check(other));
    }
  }

  @Test
  default void currentIsWhatOthersHaveFinishedAndRecentNeverGoesBack() {
    try (World world = new World(this)) {
      Behind behind = new Behind(world);
      behind.other.commit(World.MAIN, behind.ledger.commit("second", "a"));
      assertEquals(1, items(behind.store.recent(World.MAIN)), "what is remembered");
      assertEquals(2, items(behind.store.current(World.MAIN)));
      assertEquals(2, items(behind.store.recent(World.MAIN)), "what was just given");
      behind.other.commit(World.MAIN, behind.ledger.commit("third", "b"));
      world.clock().advance(Duration.ofSeconds(2));
      assertEquals(3, items(behind.store.recent(World.MAIN)), "what is not too old");
      behind.store.commit(World.MAIN, behind.ledger.commit("fourth", "c"));
      assertEquals(4, items(behind.store.recent(World.MAIN)), "what the store did itself");
    }
  }

  @Test
  default void aSlowReadBringsNoOldStateBack() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Ledger ledger = new Ledger();
      Store store = world.store(stopping);
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("first", "a"));
      Stop read = stopping.stopAfter(Operation.READ_REFERENCE);
      Caller<Snapshot> slow = Caller.start(() -> store.current(World.MAIN));
      read.awaitReached();
      store.commit(World.MAIN, ledger.commit("second", "b"));
      read.proceed();
      assertEquals(1, items(slow.outcome().get()));
      assertEquals(2, items(store.recent(World.MAIN)));
    }
  }

  private static long items(View state) {
    return state.index(Ledger.ITEMS).count(IndexRange.all());
  }

  private static Change<String> require(String key) {
    return workspace ->
        workspace
            .find(Item.class, Ledger.ITEMS, Key.of(key))
            .orElseThrow(() -> new IllegalStateException(key + " is missing"))
            .text();
  }

  private static Change<Integer> create(String key) {
    return workspace -> {
      if (workspace.index(Ledger.ITEMS).contains(Key.of(key))) {
        throw new IllegalStateException(key + " is there");
      }
      workspace.index(Ledger.ITEMS).put(Key.of(key), workspace.put(new Item("created")));
      return 0;
    };
  }

  /** A store that has seen the reference, and another that will move it. */
  final class Behind {
    final Ledger ledger = new Ledger();
    final Store store;
    final Store other;

    Behind(World world) {
      store = world.store();
      other = world.store();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("before", "old"));
    }
  }
}
