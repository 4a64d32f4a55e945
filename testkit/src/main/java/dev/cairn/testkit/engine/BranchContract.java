package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Token;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultScript;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** References that begin with the state of another one, and resets that leave some indexes out. */
public interface BranchContract extends ContractPart {
  private static Change<Integer> put(String index, String key) {
    return workspace -> {
      workspace.index(index).put(Key.of(key), workspace.put(new Item(key)));
      return 0;
    };
  }

  private static HeadId commit(Store store, String reference, String index, String key) {
    return store.commit(reference, put(index, key)).id().orElseThrow().head();
  }

  private static Set<String> keys(Snapshot state, String index) {
    Set<String> keys = new TreeSet<>();
    state
        .index(index)
        .list(IndexRange.all())
        .forEachRemaining(entry -> keys.add(Key.elements(entry.key()).get(0).toUtf8()));
    return keys;
  }

  private static CommitLimits limits(Duration restorable) {
    CommitLimits limits = World.LIMITS;
    return new CommitLimits(
        limits.timeLimit(),
        limits.maxAttempts(),
        limits.groupSize(),
        limits.groupBytes(),
        limits.groupTime(),
        limits.maxQueued(),
        limits.young(),
        restorable);
  }

  @Test
  default void aBranchHasTheStateOfItsSourceAndItsOwnHistory() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      HeadId first = commit(store, World.MAIN, "a", "1");
      commit(store, World.MAIN, "b", "2");
      Reference branch = store.createReference("branch", World.MAIN, first);
      assertEquals(branch, world.store().findReference("branch").orElseThrow());
      Store other = world.store();
      Snapshot state = other.current("branch");
      assertEquals(Set.of("1"), keys(state, "a"));
      assertEquals(Set.of("a"), state.indexNames());
      assertTrue(state.head().orElseThrow().id() != first.id(), "a head becomes current once");
      assertEquals(1, other.log("branch", 10).entries().size(), "not the log of its source");
      assertThrows(HeadNotFoundException.class, () -> other.at("branch", first));

      commit(other, "branch", "a", "3");
      commit(store, World.MAIN, "a", "4");
      assertEquals(Set.of("1", "3"), keys(store.current("branch"), "a"));
      assertEquals(Set.of("1", "4"), keys(other.current(World.MAIN), "a"));
      IndexDiff<?> diff =
          store
              .current(World.MAIN)
              .diff(store.current("branch"), "a", ValueSerializer.references());
      int differences = 0;
      while (diff.next()) {
        differences++;
      }
      assertEquals(2, differences);
      store.deleteReference(World.MAIN);
      assertEquals(Set.of("1", "3"), keys(world.store().current("branch"), "a"));
    }
  }

  @Test
  default void aBranchNeedsANewNameAndAHeadThatItsSourceHas() {
    try (World world = new World(this)) {
      Store store = world.store(backend(), world.threads(), limits(Duration.ofMinutes(10)));
      store.createReference(World.MAIN);
      store.createReference("other");
      HeadId first = commit(store, World.MAIN, "a", "1");
      HeadId foreign = commit(store, "other", "a", "x");
      assertThrows(
          ReferenceExistsException.class, () -> store.createReference("other", World.MAIN, first));
      assertThrows(
          ReferenceExistsException.class,
          () -> store.createReference(World.MAIN, World.MAIN, first));
      assertThrows(
          HeadNotFoundException.class, () -> store.createReference("b", World.MAIN, foreign));
      assertThrows(
          ReferenceNotFoundException.class, () -> store.createReference("b", "none", first));
      commit(store, World.MAIN, "a", "2");
      world.clock().advance(Duration.ofMinutes(11));
      assertThrows(
          HeadNotFoundException.class, () -> store.createReference("b", World.MAIN, first));
      assertTrue(store.findReference("b").isEmpty(), "refused before anything was created");
      HeadId current = store.current(World.MAIN).head().orElseThrow();
      store.createReference("b", World.MAIN, current); // however old, it is current
      assertEquals(Set.of("1", "2"), keys(world.store().current("b"), "a"));
    }
  }

  // The process stops after the insert; another one repeats the call.
  @Test
  default void theSameCallCompletesACreationThatStoppedMidway() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      HeadId first = commit(store, World.MAIN, "a", "1");
      FaultScript script = new FaultScript();
      for (int call = 1; call <= 100; call++) {
        script.add(Operation.SWAP_REFERENCE, call, Fault.REFUSED, 0);
      }
      Store dying = world.store(new FaultyBackend(backend(), script));
      assertThrows(
          BackendUnavailableException.class,
          () -> dying.createReference("branch", World.MAIN, first));
      assertTrue(world.store().findReference("branch").orElseThrow().headId().isEmpty());
      world.store().createReference("branch", World.MAIN, first);
      assertEquals(Set.of("1"), keys(store.current("branch"), "a"));
      assertThrows(
          ReferenceExistsException.class, () -> store.createReference("branch", World.MAIN, first));
    }
  }

  @Test
  default void aLostReplyToTheSwapIsSettled() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      HeadId first = commit(store, World.MAIN, "a", "1");
      for (Fault fault : List.of(Fault.REPLY_LOST, Fault.REQUEST_LOST)) {
        FaultScript script = new FaultScript().add(Operation.SWAP_REFERENCE, 1, fault, 0);
        String name = "branch " + fault;
        world.store(new FaultyBackend(backend(), script)).createReference(name, World.MAIN, first);
        assertEquals(Set.of("1"), keys(store.current(name), "a"));
      }
    }
  }

  // A collection fences the new reference before its first swap, and the source's head becomes too
  // old meanwhile: the swap fails, and the attempt after it refuses.
  @Test
  default void anAttemptThatACollectionFencedChecksTheSourceAgain() {
    for (boolean isTooOld : List.of(false, true)) {
      try (World world = new World(this)) {
        StoppingBackend stopping = new StoppingBackend(backend());
        Store store = world.store(stopping, world.threads(), limits(Duration.ofMinutes(10)));
        store.createReference(World.MAIN);
        HeadId first = commit(store, World.MAIN, "a", "1");
        commit(store, World.MAIN, "a", "2");
        Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
        Caller<Reference> caller =
            Caller.start(() -> store.createReference("branch", World.MAIN, first));
        swap.awaitReached();
        ReferenceRow row =
            backend()
                .readReference(new ReferenceKey(world.scope(), "branch"), ReadMode.STRONG)
                .orElseThrow();
        assertInstanceOf(
            CasResult.Applied.class,
            backend()
                .swapReference(
                    row.token(), row.fence(Token.random(seed().random("fence " + isTooOld)))));
        if (isTooOld) {
          world.clock().advance(Duration.ofMinutes(11));
        }
        swap.proceed();
        if (isTooOld) {
          caller.outcome().thrown(HeadNotFoundException.class);
          assertTrue(world.store().findReference("branch").orElseThrow().headId().isEmpty());
        } else {
          caller.outcome().get();
          assertEquals(Set.of("1"), keys(world.store().current("branch"), "a"));
        }
      }
    }
  }

  // What was applied to the source may be in the branch's state, or not: a repetition on the branch
  // must not be executed again.
  @Test
  default void aBranchRefusesRequestsThatItsSourceMayHaveApplied() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      CommitKey before = KeyedContract.key(world, "before");
      Change<Bytes> change =
          workspace -> {
            workspace.index("a").put(Key.of("k"), workspace.put(new Item("k")));
            return Bytes.empty();
          };
      KeyedCommit.Applied applied =
          assertInstanceOf(KeyedCommit.Applied.class, store.commit(World.MAIN, before, change));
      store.createReference("branch", World.MAIN, applied.id().head());
      assertInstanceOf(KeyedCommit.WindowExpired.class, store.commit("branch", before, change));
      world.clock().advance(Duration.ofMillis(1));
      CommitKey after = KeyedContract.key(world, "after");
      assertInstanceOf(KeyedCommit.Applied.class, store.commit("branch", after, change));
      assertInstanceOf(KeyedCommit.AlreadyApplied.class, store.commit("branch", after, change));
      assertInstanceOf(KeyedCommit.AlreadyApplied.class, store.commit(World.MAIN, before, change));
    }
  }

  @Test
  default void aDeletedReferenceMayBecomeABranch() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      store.createReference("branch");
      HeadId old = commit(store, "branch", "a", "old");
      HeadId first = commit(store, World.MAIN, "a", "1");
      store.deleteReference("branch");
      long version = store.createReference("branch", World.MAIN, first).version();
      assertTrue(version > old.version(), "versions never decrease");
      assertEquals(Set.of("1"), keys(world.store().current("branch"), "a"));
      commit(world.store(), "branch", "a", "2");
      assertEquals(Set.of("1", "2"), keys(store.current("branch"), "a"));
    }
  }

  @Test
  default void aResetLeavesTheIndexesItNames() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      commit(store, World.MAIN, "gone", "0");
      HeadId target = commit(store, World.MAIN, "a", "1");
      commit(store, World.MAIN, "a", "2");
      commit(store, World.MAIN, "kept", "3");
      commit(store, World.MAIN, "new", "4");
      store.commit(
          World.MAIN,
          workspace -> {
            workspace.index("gone").remove(Key.of("0"));
            return 0;
          });
      store.resetReference(World.MAIN, target, "back", Set.of("kept", "gone", "neither has it"));
      Snapshot state = world.store().current(World.MAIN);
      assertEquals(Set.of("1"), keys(state, "a"));
      assertEquals(Set.of("3"), keys(state, "kept"));
      assertEquals(Set.of("a", "kept"), state.indexNames(), "gone stays gone, new is reset");
      store.resetReference(World.MAIN, target, "all");
      assertEquals(Set.of("a", "gone"), world.store().current(World.MAIN).indexNames());
      Set<String> everything = Set.of("a", "gone");
      store.resetReference(World.MAIN, target, "nothing", everything);
      assertEquals(everything, world.store().current(World.MAIN).indexNames());
    }
  }

  // Nothing of it is young any more: it comes back because the change reached it.
  @Test
  default void aChangeBringsPartsOfAnEarlierStateBack() {
    try (World world = new World(this)) {
      Store store = world.store(backend(), world.threads(), limits(Duration.ofDays(300)));
      store.createReference(World.MAIN);
      commit(store, World.MAIN, "a", "1");
      HeadId target = commit(store, World.MAIN, "a", "2");
      store.commit(
          World.MAIN,
          workspace -> {
            workspace.index("a").remove(Key.of("1"));
            workspace.index("a").remove(Key.of("2"));
            return 0;
          });
      commit(store, World.MAIN, "b", "3");
      world.clock().advance(World.LIMITS.young().plusDays(1));
      ObjectRef old = store.at(World.MAIN, target).index("a").get(Key.of("1")).orElseThrow();
      assertThrows(
          IllegalArgumentException.class,
          () ->
              store.commit(
                  World.MAIN,
                  workspace -> {
                    workspace.index("a").put(Key.of("1"), old);
                    return 0;
                  }),
          "it was not reached");
      store.commit(
          World.MAIN,
          workspace -> {
            ObjectRef back = workspace.earlier(target).index("a").get(Key.of("1")).orElseThrow();
            workspace.index("a").put(Key.of("1"), back);
            return 0;
          });
      Snapshot state = world.store().current(World.MAIN);
      assertEquals(Set.of("1"), keys(state, "a"));
      assertEquals(Set.of("3"), keys(state, "b"), "the rest stays");
      world.clock().advance(Duration.ofDays(100));
      assertThrows(
          HeadNotFoundException.class,
          () -> store.commit(World.MAIN, workspace -> workspace.earlier(target).indexNames()),
          "it may be collected by now");
    }
  }
}
