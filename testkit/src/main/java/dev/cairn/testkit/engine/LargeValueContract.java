package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Large values, which callers encode themselves while a leader runs their changes. */
public interface LargeValueContract extends ContractPart {
  @Test
  default void largeValuesOfConcurrentCallersAreStoredAsTheyWerePut() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      List<List<ObjectRef>> refs =
          Race.run(
              6,
              caller -> {
                List<ObjectRef> mine = new ArrayList<>();
                for (int i = 0; i < 5 * scale(); i++) {
                  String name = caller + "." + i;
                  mine.add(store.commit(World.MAIN, putLarge(name, i % 3 == 2)).value());
                }
                return mine;
              });
      Snapshot found = world.store().current(World.MAIN);
      for (int caller = 0; caller < refs.size(); caller++) {
        for (int i = 0; i < refs.get(caller).size(); i++) {
          String name = caller + "." + i;
          ObjectRef ref = refs.get(caller).get(i);
          assertEquals(large(name, i % 3 == 2), found.get(Item.class, ref));
          assertEquals(Optional.of(ref), found.index(Ledger.ITEMS).get(Key.of(name)));
        }
      }
    }
  }

  // mine: runs, encodes, writes | other: commits | mine: conflict, runs again. Where write and swap
  // are one call, the first attempt stored nothing.
  @Test
  default void aLargeValueThatItsCallerEncodedIsStoredDespiteAConflict() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping);
      store.createReference(World.MAIN);
      store.commit(World.MAIN, putLarge("the size is known", false));
      for (boolean isLarger : List.of(false, true)) {
        String name = "larger " + isLarger;
        AtomicInteger runs = new AtomicInteger();
        Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
        Caller<Committed<ObjectRef>> caller =
            Caller.start(
                () ->
                    store.commit(
                        World.MAIN,
                        workspace -> {
                          runs.incrementAndGet();
                          return putLarge(name, isLarger).apply(workspace);
                        }));
        swap.awaitReached();
        world.store().commit(World.MAIN, putLarge("other " + isLarger, false));
        swap.proceed();
        ObjectRef ref = caller.outcome().get().value();
        assertEquals(2, runs.get());
        Snapshot found = world.store().current(World.MAIN);
        assertEquals(Optional.of(ref), found.index(Ledger.ITEMS).get(Key.of(name)));
        assertEquals(large(name, isLarger), found.get(Item.class, ref));
      }
    }
  }

  private static Change<ObjectRef> putLarge(String name, boolean isLarger) {
    return workspace -> {
      ObjectRef ref = workspace.put(large(name, isLarger));
      workspace.index(Ledger.ITEMS).put(Key.of(name), ref);
      return ref;
    };
  }

  private static Item large(String name, boolean isLarger) {
    String text = name.repeat((isLarger ? 40_000 : 8_000) / name.length());
    return new Item(text, Bytes.ofUtf8(text));
  }
}
