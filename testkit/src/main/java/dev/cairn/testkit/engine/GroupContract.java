package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ClosedException;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CrashingBackend;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Commits of one process that share a swap: each has its own answer. */
public interface GroupContract extends ContractPart {
  @Test
  default void everyMemberOfAGroupSeesThoseBeforeItAndGetsItsOwnAnswer() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      Store store = world.store(backend(), executor, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      IllegalStateException refusal = new IllegalStateException("a is there");
      PendingCommit<Long> a = store.submit(World.MAIN, ledger.commit("a", "a"));
      PendingCommit<Long> failing = store.submit(World.MAIN, failIfThere("a", refusal));
      PendingCommit<Long> b = store.submit(World.MAIN, requiring("a", ledger.commit("b", "b")));
      PendingCommit<Long> counting = store.submit(World.MAIN, GroupContract::count);
      PendingCommit<Long> late = store.submit(World.MAIN, editAndFail(refusal));
      PendingCommit<Long> again = store.submit(World.MAIN, ledger.commit("again", "a", "b"));
      executor.runAll();

      assertEquals(1, CallOutcome.of(a).get().value());
      assertSame(refusal, CallOutcome.of(failing).thrown(IllegalStateException.class));
      assertEquals(2, CallOutcome.of(b).get().value());
      assertEquals(new Committed<>(2L, Optional.empty()), CallOutcome.of(counting).get());
      assertSame(refusal, CallOutcome.of(late).thrown(IllegalStateException.class));
      assertEquals(3, CallOutcome.of(again).get().value());
      assertEquals(List.of("a", "b", "again"), ledger.check(world.store()));
      assertEquals(
          1,
          Ledger.entries(store).stream().map(entry -> entry.id().head()).distinct().count(),
          "heads of one group");
      Ledger.checkAnswer("b", CallOutcome.of(b).get(), world.store());
    }
  }

  @Test
  default void malformedTextFailsOnlyTheChangeThatHasIt() {
    String malformed = "x\uD800";
    List<Consumer<Workspace>> faults =
        List.of(
            workspace -> workspace.message(malformed),
            workspace -> workspace.attribute(malformed, "value"),
            workspace -> workspace.attribute("name", malformed),
            workspace -> workspace.index(malformed, ValueSerializer.bytes()),
            workspace -> workspace.index(Ledger.ITEMS).remove(Key.of(malformed)),
            workspace -> workspace.put(new Item(malformed)));
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      Store store = world.store(backend(), executor, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      List<String> names = new ArrayList<>();
      for (Consumer<Workspace> fault : faults) {
        String first = "before " + names.size();
        String last = "after " + names.size();
        PendingCommit<Long> before = store.submit(World.MAIN, ledger.commit(first, "a"));
        PendingCommit<Long> faulty =
            store.submit(
                World.MAIN,
                workspace -> {
                  Long number = ledger.commit("faulty", "b").apply(workspace);
                  fault.accept(workspace);
                  return number;
                });
        PendingCommit<Long> after = store.submit(World.MAIN, ledger.commit(last, "a"));
        executor.runAll();

        names.addAll(List.of(first, last));
        assertEquals(names.size() - 1, CallOutcome.of(before).get().value());
        CallOutcome.of(faulty).thrown(IllegalArgumentException.class);
        assertEquals(names.size(), CallOutcome.of(after).get().value());
        assertEquals(names, ledger.check(world.store()));
        assertEquals(
            names.size() / 2,
            Ledger.entries(store).stream().map(entry -> entry.id().head()).distinct().count(),
            "heads, one for each group");
      }
    }
  }

  @Test
  default void aGroupThatLostItsRaceGetsTheStateItLostTo() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping, executor, World.LIMITS);
      Store other = world.store();
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      IllegalStateException missing = new IllegalStateException("x is missing");
      IllegalStateException present = new IllegalStateException("x is there");
      PendingCommit<Long> a = store.submit(World.MAIN, ledger.commit("a", "a"));
      PendingCommit<Long> needsX = store.submit(World.MAIN, failIfMissing("x", missing));
      PendingCommit<Long> needsNoX = store.submit(World.MAIN, failIfThere("x", present));
      PendingCommit<Long> counting = store.submit(World.MAIN, GroupContract::count);
      Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
      world.threads().execute(executor::runAll);
      swap.awaitReached();
      other.commit(World.MAIN, ledger.commit("x", "x"));
      swap.proceed();

      assertEquals(2, CallOutcome.of(a).get().value());
      assertEquals(-1, CallOutcome.of(needsX).get().value());
      assertSame(present, CallOutcome.of(needsNoX).thrown(IllegalStateException.class));
      assertEquals(2, CallOutcome.of(counting).get().value());
      assertEquals(List.of("x", "a"), ledger.check(other));
    }
  }

  @Test
  default void noCallerGetsAStateThatNeverExisted() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      CrashingBackend crashing = new CrashingBackend(backend());
      Store store = world.store(crashing, executor, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      PendingCommit<Long> before = store.submit(World.MAIN, ledger.commit("before", "b"));
      executor.runAll();
      assertEquals(1, CallOutcome.of(before).get().value());

      IllegalStateException refusal = new IllegalStateException("a is there");
      PendingCommit<Long> a = store.submit(World.MAIN, ledger.commit("a", "a"));
      PendingCommit<Long> failing = store.submit(World.MAIN, failIfThere("a", refusal));
      PendingCommit<Long> counting = store.submit(World.MAIN, GroupContract::count);
      crashing.crashAt(swapOfACommit(), CrashingBackend.Cut.REFUSED);
      executor.runAll();

      CallOutcome.of(a).thrown(BackendUnavailableException.class);
      CallOutcome.of(failing).thrown(BackendUnavailableException.class);
      CallOutcome.of(counting).thrown(BackendUnavailableException.class);
      assertEquals(List.of("before"), ledger.check(world.store()));
    }
  }

  /** Which call of a commit swaps: the one after the bulk write, unless that is the same. */
  private int swapOfACommit() {
    return backend().writesAndSwapsAtOnce() ? 1 : 2;
  }

  @Test
  default void onlyThoseWhoEditedAreLeftInDoubtWithTheirSwap() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      CrashingBackend crashing = new CrashingBackend(backend());
      Store store = world.store(crashing, executor, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      PendingCommit<Long> a = store.submit(World.MAIN, ledger.commit("a", "a"));
      PendingCommit<Long> counting = store.submit(World.MAIN, GroupContract::count);
      executor.runAll();
      assertEquals(1, CallOutcome.of(a).get().value());
      assertEquals(1, CallOutcome.of(counting).get().value());

      IllegalStateException refusal = new IllegalStateException("a is there");
      PendingCommit<Long> b = store.submit(World.MAIN, ledger.commit("b", "b"));
      PendingCommit<Long> failing = store.submit(World.MAIN, failIfThere("b", refusal));
      PendingCommit<Long> again = store.submit(World.MAIN, GroupContract::count);
      crashing.crashAt(swapOfACommit(), CrashingBackend.Cut.REPLY_LOST);
      executor.runAll();
      CommitId told = CallOutcome.of(b).thrown(CommitUnknownException.class).commitId();
      CallOutcome.of(failing).thrown(BackendUnavailableException.class);
      CallOutcome.of(again).thrown(BackendUnavailableException.class);
      assertEquals(List.of("a", "b"), ledger.check(world.store()));
      Ledger.checkStatus("b", told, world.store());
    }
  }

  @Test
  default void commitsThatDoNotFitIntoOneGroupAreAppliedInTheirOrder() {
    CommitLimits small =
        new CommitLimits(
            World.LIMITS.timeLimit(),
            World.LIMITS.maxAttempts(),
            4,
            600,
            World.LIMITS.groupTime(),
            World.LIMITS.maxQueued(),
            World.LIMITS.young(),
            World.LIMITS.restorable());
    // Where much fits, one with so many keys that the log derives them is still alone.
    for (CommitLimits limits : List.of(small, World.LIMITS)) {
      try (World world = new World(this)) {
        ManualExecutor executor = new ManualExecutor();
        Store store = world.store(backend(), executor, limits);
        Ledger ledger = new Ledger();
        store.createReference(World.MAIN);
        List<String> names = new ArrayList<>();
        List<PendingCommit<Long>> pending = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
          String name = "commit " + i;
          String[] keys = new String[i % 5 == 3 ? 40 : 1 + i % 2];
          for (int k = 0; k < keys.length; k++) {
            keys[k] = "key " + k;
          }
          keys[0] = "key of " + i;
          names.add(name);
          pending.add(store.submit(World.MAIN, ledger.commit(name, keys)));
        }
        executor.runAll();
        for (int i = 0; i < pending.size(); i++) {
          assertEquals(i + 1, CallOutcome.of(pending.get(i)).get().value());
        }
        assertEquals(names, ledger.check(world.store()));
      }
    }
  }

  @Test
  default void aFullQueueAndAClosedStoreRefuseWithoutApplying() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      CommitLimits two =
          new CommitLimits(
              World.LIMITS.timeLimit(),
              World.LIMITS.maxAttempts(),
              World.LIMITS.groupSize(),
              World.LIMITS.groupBytes(),
              World.LIMITS.groupTime(),
              2,
              World.LIMITS.young(),
              World.LIMITS.restorable());
      Store store = world.store(backend(), executor, two);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      PendingCommit<Long> a = store.submit(World.MAIN, ledger.commit("a", "a"));
      PendingCommit<Long> b = store.submit(World.MAIN, ledger.commit("b", "b"));
      Change<Long> refused = ledger.commit("refused", "c");
      assertThrows(StoreBusyException.class, () -> store.submit(World.MAIN, refused));
      executor.runAll();
      assertEquals(1, CallOutcome.of(a).get().value());
      assertEquals(2, CallOutcome.of(b).get().value());

      PendingCommit<Long> waiting = store.submit(World.MAIN, ledger.commit("waiting", "d"));
      store.close();
      CallOutcome.of(waiting).thrown(ClosedException.class);
      executor.runAll();
      assertThrows(ClosedException.class, () -> store.submit(World.MAIN, refused));
      assertEquals(List.of("a", "b"), ledger.check(world.store()));
    }
  }

  private static boolean isThere(Workspace workspace, String key) {
    return workspace.index(Ledger.ITEMS).contains(Key.of(key));
  }

  private static Change<Long> failIfThere(String key, RuntimeException failure) {
    return workspace -> {
      if (isThere(workspace, key)) {
        throw failure;
      }
      return -1L;
    };
  }

  private static Change<Long> failIfMissing(String key, RuntimeException failure) {
    return workspace -> {
      if (!isThere(workspace, key)) {
        throw failure;
      }
      return -1L;
    };
  }

  private static Change<Long> requiring(String key, Change<Long> change) {
    return workspace -> {
      assertEquals(true, isThere(workspace, key), "an earlier member of the group put it");
      return change.apply(workspace);
    };
  }

  private static Change<Long> editAndFail(RuntimeException failure) {
    return workspace -> {
      workspace.index(Ledger.ITEMS).remove(Key.of("a"));
      workspace.index(Ledger.ITEMS).put(Key.of("never"), workspace.put(new Item("never")));
      throw failure;
    };
  }

  private static Long count(Workspace workspace) {
    return workspace.index(Ledger.ITEMS).count(IndexRange.all());
  }
}
