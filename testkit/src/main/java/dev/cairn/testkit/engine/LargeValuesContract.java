package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.fault.CallCounts;
import dev.cairn.testkit.fault.CountingBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Large values: written before a commit, or encoded by the callers of one group. */
public interface LargeValuesContract extends ContractPart {
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

  /** Callers encode large values themselves while a leader runs their changes. */
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
