package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CallCounts;
import dev.cairn.testkit.fault.CountingBackend;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Values that are encoded outside a commit, and objects that are written outside. */
public interface PreparedContract extends ContractPart {
  private static Change<ObjectRef> put(String key, Prepared<?> prepared) {
    return workspace -> {
      ObjectRef ref = workspace.put(prepared);
      workspace.index(Ledger.ITEMS).put(Key.of(key), ref);
      return ref;
    };
  }

  /** Limits with another age from which on objects are no longer young. */
  static CommitLimits limits(Duration young) {
    CommitLimits limits = World.LIMITS;
    return new CommitLimits(
        limits.timeLimit(),
        limits.maxAttempts(),
        limits.groupSize(),
        limits.groupBytes(),
        limits.groupTime(),
        limits.maxQueued(),
        young,
        limits.restorable());
  }

  @Test
  default void preparedValuesReferToEachOtherAndAreStoredByTheCommitThatPutsThem() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      Prepared<Item> item = store.prepare(new Item("item"));
      Prepared<Bundle> bundle = store.prepare(Bundle.of("bundle", item.ref()));
      assertEquals(new Item("item"), item.value());
      assertEquals(
          List.of(Optional.empty()), store.findAll(Item.class, List.of(item.ref())), "not yet");
      store.commit(
          World.MAIN,
          workspace -> {
            assertEquals(item.ref(), workspace.put(item));
            assertEquals(item.ref(), workspace.put(item), "a second time is the same object");
            assertEquals(item.value(), workspace.get(Item.class, item.ref()));
            workspace.index(Ledger.ITEMS).put(Key.of("b"), workspace.put((Object) bundle));
            return 0;
          });
      Snapshot found = world.store().current(World.MAIN);
      assertEquals(
          Optional.of(bundle.value()), found.find(Bundle.class, Ledger.ITEMS, Key.of("b")));
      assertEquals(item.value(), found.get(Item.class, item.ref()));
    }
  }

  @Test
  default void aPreparedValueWhoseNeedsAreNotPutIsRefused() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      Prepared<Item> item = store.prepare(new Item("item"));
      Prepared<Bundle> bundle = store.prepare(Bundle.of("bundle", item.ref()));
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class, () -> store.commit(World.MAIN, put("b", bundle)));
      assertTrue(
          String.valueOf(refused.getMessage()).contains(item.ref().toString()),
          refused.getMessage());
      store.commit(World.MAIN, put("i", item));
      store.commit(World.MAIN, put("b", bundle)); // now a young object that exists
      assertTrue(
          world.store().current(World.MAIN).index(Ledger.ITEMS).contains(Key.of("b")),
          "an earlier commit put what it needs");
    }
  }

  // mine: runs, writes | other: commits | mine: conflict, runs again with the same prepared value.
  // Where write and swap are one call, the first attempt stored nothing.
  @Test
  default void aChangeThatRunsAgainPutsTheSamePreparedValue() {
    for (int bytes : List.of(10, 2 * backend().limits().maxValueBytes())) {
      try (World world = new World(this)) {
        StoppingBackend stopping = new StoppingBackend(backend());
        Store store = world.store(stopping);
        Ledger ledger = new Ledger();
        store.createReference(World.MAIN);
        store.commit(World.MAIN, ledger.commit("warm", "a"));
        Item value = new Item("large", Bytes.wrap(new byte[bytes]));
        Prepared<Item> prepared = store.prepare(value);
        AtomicInteger runs = new AtomicInteger();
        Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
        Caller<Committed<ObjectRef>> caller =
            Caller.start(
                () ->
                    store.commit(
                        World.MAIN,
                        workspace -> {
                          runs.incrementAndGet();
                          return put("p", prepared).apply(workspace);
                        }));
        swap.awaitReached();
        world.store().commit(World.MAIN, ledger.commit("other", "a"));
        swap.proceed();
        assertEquals(prepared.ref(), caller.outcome().get().value());
        assertEquals(2, runs.get());
        assertEquals(
            Optional.of(value),
            world.store().current(World.MAIN).find(Item.class, Ledger.ITEMS, Key.of("p")));
      }
    }
  }

  // Both are in one group, which meets a conflict; in the next group the first one fails, so that
  // the second has to store what the first was about to store for both.
  @Test
  default void commitsOfAGroupThatPutTheSamePreparedValueAreIndependent() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      CountingBackend counting = new CountingBackend(backend());
      Store store = world.store(counting, executor, World.LIMITS);
      Store other = world.store();
      other.createReference(World.MAIN);
      Prepared<Item> both = store.prepare(new Item("both"));
      PendingCommit<ObjectRef> first = store.submit(World.MAIN, put("1", both));
      PendingCommit<ObjectRef> second = store.submit(World.MAIN, put("2", both));
      executor.runAll();
      assertEquals(CallOutcome.of(first).get().value(), CallOutcome.of(second).get().value());
      assertEquals(
          2, writtenRows(counting.counts()), "the head and the object, which was sent once");

      Prepared<Item> shared = store.prepare(new Item("shared"));
      AtomicInteger runs = new AtomicInteger();
      PendingCommit<ObjectRef> failing =
          store.submit(
              World.MAIN,
              workspace -> {
                if (runs.incrementAndGet() > 1) {
                  throw new IllegalStateException("not now");
                }
                other.commit(World.MAIN, put("other", other.prepare(new Item("x"))));
                return put("3", shared).apply(workspace);
              });
      PendingCommit<ObjectRef> lasting = store.submit(World.MAIN, put("4", shared));
      executor.runAll();
      CallOutcome.of(failing).thrown(IllegalStateException.class);
      assertEquals(shared.ref(), CallOutcome.of(lasting).get().value());
      Snapshot found = world.store().current(World.MAIN);
      assertEquals(Optional.of(shared.value()), found.find(Item.class, Ledger.ITEMS, Key.of("4")));
    }
  }

  private static long writtenRows(CallCounts counts) {
    long inOne = counts.of(Operation.WRITE_AND_SWAP).rows();
    long swaps = counts.of(Operation.WRITE_AND_SWAP).calls();
    return counts.of(Operation.WRITE).rows() + inOne - swaps;
  }

  @Test
  default void severalCommitsMayPutIt() {
    try (World world = new World(this)) {
      Store store = world.store();
      Prepared<Item> prepared = store.prepare(new Item("often"));
      for (String reference : List.of(World.MAIN, "other")) {
        store.createReference(reference);
        assertEquals(prepared.ref(), store.commit(reference, put("p", prepared)).value());
      }
      store.commit(
          World.MAIN,
          workspace -> {
            workspace.index(Ledger.ITEMS).remove(Key.of("p"));
            return 0;
          });
      store.commit(World.MAIN, put("again", prepared));
      Snapshot found = world.store().current(World.MAIN);
      assertEquals(
          Optional.of(prepared.value()), found.find(Item.class, Ledger.ITEMS, Key.of("again")));
    }
  }

  @Test
  default void aPreparedValueIsRefusedPastHalfTheGrace() {
    try (World world = new World(this)) {
      Store store = world.store(backend(), world.threads(), limits(Duration.ofMinutes(5)));
      store.createReference(World.MAIN);
      Prepared<Item> prepared = store.prepare(new Item("old"));
      world.clock().advance(Duration.ofMinutes(4));
      store.commit(World.MAIN, put("in time", prepared));
      store.commit(
          World.MAIN,
          workspace -> {
            workspace.index(Ledger.ITEMS).remove(Key.of("in time"));
            return 0;
          });
      world.clock().advance(Duration.ofMinutes(2));
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> store.commit(World.MAIN, put("late", prepared)));
      assertTrue(
          String.valueOf(refused.getMessage()).contains("prepare it again"), refused.getMessage());
      assertTrue(
          String.valueOf(refused.getMessage()).contains("cairn.gc.grace"), refused.getMessage());
    }
  }

  // Between its first run and the second, its prepared value becomes too old.
  @Test
  default void aChangeThatRunsAgainTooLateIsRefused() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping, world.threads(), limits(Duration.ofMinutes(5)));
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("warm", "a"));
      Prepared<Item> prepared = store.prepare(new Item("old"));
      Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
      Caller<?> caller = Caller.start(() -> store.commit(World.MAIN, put("p", prepared)));
      swap.awaitReached();
      world.store().commit(World.MAIN, ledger.commit("other", "a"));
      world.clock().advance(Duration.ofMinutes(6));
      swap.proceed();
      caller.outcome().thrown(IllegalArgumentException.class);
      assertEquals(List.of("warm", "other"), ledger.check(world.store()));
    }
  }

  @Test
  default void whatAnotherScopeOrProcessPreparedIsRefused() {
    try (World world = new World(this)) {
      Stores process = world.process(backend(), world.threads(), World.LIMITS);
      Store store = process.open(world.scope());
      store.createReference(World.MAIN);
      Store sameScope = process.open(world.scope());
      store.commit(World.MAIN, put("same", sameScope.prepare(new Item("same"))));
      List<Prepared<Item>> foreign =
          List.of(
              process.open(World.newScope()).prepare(new Item("scope")),
              world.store().prepare(new Item("process")),
              new Foreign(new Item("none"), new ObjectRef("item", 1)));
      for (Prepared<Item> each : foreign) {
        assertThrows(
            IllegalArgumentException.class, () -> store.commit(World.MAIN, put("x", each)));
        assertThrows(
            IllegalArgumentException.class,
            () -> store.commit(World.MAIN, workspace -> workspace.put((Object) each)));
      }
    }
  }

  /** Not what a store prepared. */
  record Foreign(Item value, ObjectRef ref) implements Prepared<Item> {}

  // In the first run an index refers to it, in the second none does.
  @Test
  default void aPreparedValueThatNothingRefersToIsRefusedInEveryRun() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("warm", "a"));
      Prepared<Item> prepared = store.prepare(new Item("lost"));
      assertThrows(
          IllegalStateException.class,
          () -> store.commit(World.MAIN, workspace -> workspace.put(prepared)));
      AtomicInteger runs = new AtomicInteger();
      Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
      Caller<?> caller =
          Caller.start(
              () ->
                  store.commit(
                      World.MAIN,
                      workspace ->
                          runs.incrementAndGet() == 1
                              ? put("p", prepared).apply(workspace)
                              : workspace.put(prepared)));
      swap.awaitReached();
      world.store().commit(World.MAIN, ledger.commit("other", "a"));
      swap.proceed();
      caller.outcome().thrown(IllegalStateException.class);
    }
  }

  // Two equal values are two objects, also if one of them was prepared and both were stored by an
  // attempt before.
  @Test
  default void anEqualValueIsNotTakenForThePreparedOne() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("warm", "a"));
      Prepared<Item> prepared = store.prepare(new Item("equal"));
      Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
      Caller<Committed<ObjectRef>> caller =
          Caller.start(
              () ->
                  store.commit(
                      World.MAIN,
                      workspace -> {
                        ObjectRef equal = workspace.put(new Item("equal"));
                        workspace.index(Ledger.ITEMS).put(Key.of("equal"), equal);
                        put("p", prepared).apply(workspace);
                        return equal;
                      }));
      swap.awaitReached();
      world.store().commit(World.MAIN, ledger.commit("other", "a"));
      swap.proceed();
      assertNotEquals(prepared.ref(), caller.outcome().get().value());
    }
  }

  @Test
  default void aCommitThatRefersToWhatThisProcessHasPutReadsNothing() {
    try (World world = new World(this)) {
      CountingBackend counting = new CountingBackend(backend());
      Store store = world.store(counting, Runnable::run, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("warm", "a"));
      int large = 2 * backend().limits().maxValueBytes();
      ObjectRef item = store.putAll(List.of(new Item("item", Bytes.wrap(new byte[large])))).get(0);
      ObjectRef bundle = store.putAll(List.of(Bundle.of("bundle", item))).get(0);
      CallCounts before = counting.counts();
      store.commit(
          World.MAIN,
          workspace -> {
            workspace.index(Ledger.ITEMS).put(Key.of("b"), bundle);
            return workspace.get(Bundle.class, bundle);
          });
      assertEquals(
          0, counting.counts().since(before).of(Operation.FETCH).calls(), "neither is read");
      assertEquals(List.of("bundle"), texts(store, bundle));
      assertEquals(0, counting.counts().since(before).of(Operation.FETCH).calls());
      assertEquals(List.of("bundle"), texts(world.store(), bundle));
    }
  }

  private static List<String> texts(Store store, ObjectRef ref) {
    return store.findAll(Bundle.class, List.of(ref)).stream()
        .map(found -> found.orElseThrow().text())
        .toList();
  }
}
