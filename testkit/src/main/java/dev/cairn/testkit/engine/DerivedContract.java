package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Prepared;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Objects with the ID of an object of another type. */
public interface DerivedContract extends ContractPart {
  private static Change<ObjectRef> derive(String key, ObjectRef item, ItemSummary summary) {
    return workspace -> {
      ObjectRef ref = workspace.put(summary, item);
      workspace.index(Ledger.ITEMS).put(Key.of(key), ref);
      return ref;
    };
  }

  private static Optional<ItemSummary> find(Store store, String key) {
    return store.current(World.MAIN).find(ItemSummary.class, Ledger.ITEMS, Key.of(key));
  }

  @Test
  default void aDerivedObjectHasTheIdOfItsObject() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      Bytes large = Bytes.wrap(new byte[2 * backend().limits().maxValueBytes()]);
      ObjectRef item =
          store
              .commit(
                  World.MAIN,
                  workspace -> {
                    ObjectRef put = workspace.put(new Item("item"));
                    ObjectRef derived = workspace.put(new ItemSummary("sum", large), put);
                    assertEquals(ItemSummary.of(put), derived);
                    assertEquals(
                        derived, workspace.put(new ItemSummary("sum", large), put), "again");
                    assertThrows(
                        IllegalArgumentException.class,
                        () -> workspace.put(new ItemSummary("other"), put));
                    assertThrows(
                        IllegalArgumentException.class, () -> workspace.put(new Item("x"), put));
                    workspace.index(Ledger.ITEMS).put(Key.of("item"), put);
                    workspace.index(Ledger.ITEMS).put(Key.of("sum"), derived);
                    return put;
                  })
              .value();
      Snapshot found = world.store().current(World.MAIN);
      assertEquals(new Item("item"), found.get(Item.class, item));
      assertEquals(
          new ItemSummary("sum", large), found.get(ItemSummary.class, ItemSummary.of(item)));
    }
  }

  @Test
  default void anObjectThatIsOldOrMissingHasNone() {
    try (World world = new World(this)) {
      Store store =
          world.store(backend(), world.threads(), PreparedContract.limits(Duration.ofMinutes(5)));
      store.createReference(World.MAIN);
      ObjectRef item = store.putAll(List.of(new Item("item"))).get(0);
      Prepared<Item> prepared = store.prepare(new Item("never put"));
      assertThrows(
          IllegalArgumentException.class,
          () -> store.commit(World.MAIN, derive("x", prepared.ref(), new ItemSummary("x"))));
      store.commit(World.MAIN, derive("young", item, new ItemSummary("young")));
      store.commit(
          World.MAIN,
          workspace -> {
            workspace.index(Ledger.ITEMS).put(Key.of("item"), item);
            return 0;
          });
      world.clock().advance(Duration.ofMinutes(6));
      // Reached through the state, and still too old: its ID is what a sweep looks at.
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  store.commit(
                      World.MAIN,
                      workspace -> {
                        ObjectRef old =
                            workspace.index(Ledger.ITEMS).get(Key.of("item")).orElseThrow();
                        return workspace.put(new ItemSummary("late"), old);
                      }));
      assertTrue(
          String.valueOf(refused.getMessage()).contains("cairn.gc.grace"), refused.getMessage());
      assertEquals(Optional.of(new ItemSummary("young")), find(world.store(), "young"));
    }
  }

  @Test
  default void allCommitsThatDeriveFromOneObjectStoreTheSame() {
    try (World world = new World(this)) {
      Store store = world.store();
      Store other = world.store();
      store.createReference(World.MAIN);
      ObjectRef item = store.putAll(List.of(new Item("item"))).get(0);
      store.commit(World.MAIN, derive("1", item, new ItemSummary("same")));
      other.commit(World.MAIN, derive("2", item, new ItemSummary("same")));
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> other.commit(World.MAIN, derive("3", item, new ItemSummary("different"))));
      assertTrue(
          String.valueOf(refused.getMessage()).contains("another value"), refused.getMessage());
      assertThrows(
          ValueTooLargeException.class,
          () ->
              other.commit(
                  World.MAIN,
                  derive(
                      "4",
                      other.putAll(List.of(new Item("second"))).get(0),
                      new ItemSummary(
                          "large", Bytes.wrap(new byte[2 * backend().limits().maxValueBytes()])))));
      assertEquals(Optional.of(new ItemSummary("same")), find(world.store(), "1"));
      assertEquals(Optional.of(new ItemSummary("same")), find(world.store(), "2"));
    }
  }

  @Test
  default void commitsOfAGroupThatDeriveDifferentValuesAreDistinguished() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      Store store = world.store(backend(), executor, World.LIMITS);
      store.createReference(World.MAIN);
      ObjectRef item = store.putAll(List.of(new Item("item"))).get(0);
      PendingCommit<ObjectRef> first =
          store.submit(World.MAIN, derive("1", item, new ItemSummary("same")));
      PendingCommit<ObjectRef> same =
          store.submit(World.MAIN, derive("2", item, new ItemSummary("same")));
      PendingCommit<ObjectRef> different =
          store.submit(World.MAIN, derive("3", item, new ItemSummary("different")));
      executor.runAll();
      assertEquals(CallOutcome.of(first).get().value(), CallOutcome.of(same).get().value());
      CallOutcome.of(different).thrown(IllegalArgumentException.class);
      assertEquals(Optional.of(new ItemSummary("same")), find(world.store(), "2"));
    }
  }

  // The first run stores an item with a summary of the state it found; the second finds another
  // state. The summary of the first must not be overwritten, so the item gets another ID.
  @Test
  default void aChangeThatRunsAgainMayDeriveAnotherValue() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("warm", "a"));
      AtomicInteger runs = new AtomicInteger();
      ObjectRef[] items = new ObjectRef[2];
      Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
      Caller<Committed<ObjectRef>> caller =
          Caller.start(
              () ->
                  store.commit(
                      World.MAIN,
                      workspace -> {
                        int run = runs.getAndIncrement();
                        items[run] = workspace.put(new Item("item"));
                        workspace.index(Ledger.ITEMS).put(Key.of("item"), items[run]);
                        return derive("sum", items[run], new ItemSummary("run " + run))
                            .apply(workspace);
                      }));
      swap.awaitReached();
      world.store().commit(World.MAIN, ledger.commit("other", "a"));
      swap.proceed();
      ObjectRef derived = caller.outcome().get().value();
      assertEquals(ItemSummary.of(items[1]), derived);
      assertNotEquals(items[0], items[1]);
      assertEquals(Optional.of(new ItemSummary("run 1")), find(world.store(), "sum"));
    }
  }

  @Test
  default void aDerivedObjectOfAPreparedValueIsStoredWithIt() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      Prepared<Item> prepared = store.prepare(new Item("item"));
      for (String key : List.of("1", "2")) {
        store.commit(
            World.MAIN,
            workspace -> {
              workspace.put(prepared);
              return derive(key, prepared.ref(), new ItemSummary("s")).apply(workspace);
            });
        assertEquals(Optional.of(new ItemSummary("s")), find(world.store(), key));
      }
    }
  }
}
