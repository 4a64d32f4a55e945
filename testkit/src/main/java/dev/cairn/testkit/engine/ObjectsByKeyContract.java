package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CallCounts;
import dev.cairn.testkit.fault.CountingBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** From keys of an index to objects, by few calls. */
public interface ObjectsByKeyContract extends ContractPart {
  @Test
  default void objectsAreFoundByTheirKeysAlsoInAChangeThatEditsThem() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      store.commit(
          World.MAIN,
          workspace -> {
            ObjectRef shared = workspace.put(new Item("shared"));
            workspace.index("items").put(Key.of("a"), shared);
            workspace.index("items").put(Key.of("b"), shared);
            workspace.index("items").put(Key.of("c"), workspace.put(new Item("old")));
            return 0;
          });
      List<Bytes> asked = List.of(Key.of("c"), Key.of("a"), Key.of("b"), Key.of("a"), Key.of("x"));
      Map<Bytes, Item> found =
          world.store().current(World.MAIN).findAll(Item.class, "items", asked);
      assertEquals(
          Map.of(
              Key.of("a"), new Item("shared"),
              Key.of("b"), new Item("shared"),
              Key.of("c"), new Item("old")),
          found);
      assertEquals(Map.of(), store.current(World.MAIN).findAll(Item.class, "none", asked));
      assertEquals(Map.of(), store.current(World.MAIN).findAll(Item.class, "items", List.of()));
      Map<Bytes, Item> edited =
          store
              .commit(
                  World.MAIN,
                  workspace -> {
                    workspace.index("items").put(Key.of("c"), workspace.put(new Item("new")));
                    workspace.index("items").remove(Key.of("a"));
                    return workspace.findAll(Item.class, "items", asked);
                  })
              .value();
      assertEquals(Map.of(Key.of("b"), new Item("shared"), Key.of("c"), new Item("new")), edited);
    }
  }

  @Test
  default void aKeyWhoseObjectIsLostIsAnError() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      ObjectRef lost =
          store
              .commit(
                  World.MAIN,
                  workspace -> {
                    ObjectRef ref = workspace.put(new Item("lost"));
                    workspace.index("items").put(Key.of("a"), ref);
                    return ref;
                  })
              .value();
      backend().delete(List.of(lost.in(world.scope())));
      Snapshot state = world.store().current(World.MAIN);
      assertThrows(
          ObjectNotFoundException.class,
          () -> state.findAll(Item.class, "items", List.of(Key.of("a"), Key.of("b"))));
    }
  }

  /** 200 of 5,000 objects: the head, one fetch for each level of the index, and the objects. */
  @Test
  default void manyObjectsCostOneFetchForEachLevelAndOneForAllOfThem() {
    try (World world = new World(this)) {
      Store writer = world.store();
      writer.createReference(World.MAIN);
      Map<Bytes, Item> stored = new TreeMap<>();
      for (int part = 0; part < 10; part++) {
        int from = part * 500;
        writer.commit(
            World.MAIN,
            workspace -> {
              for (int i = from; i < from + 500; i++) {
                Bytes key = Key.of("the namespace", "the table with the number " + i);
                Item item = new Item("item " + i);
                workspace.index("items").put(key, workspace.put(item));
                stored.put(key, item);
              }
              return 0;
            });
      }
      Random random = seed().random("keys");
      List<Bytes> keys = new ArrayList<>(stored.keySet());
      Map<Bytes, Item> expected = new TreeMap<>();
      for (int i = 0; i < 200; i++) {
        Bytes key = keys.get(random.nextInt(keys.size()));
        expected.put(key, stored.get(key));
      }
      CountingBackend counting = new CountingBackend(backend());
      Snapshot state = world.store(counting).current(World.MAIN);
      CallCounts before = counting.counts();
      assertEquals(expected, state.findAll(Item.class, "items", expected.keySet()));
      CallCounts cost = counting.counts().since(before);
      int levels = 2;
      assertTrue(cost.of(Operation.FETCH).calls() <= levels + 1, cost::toString);
      assertEquals(cost.of(Operation.FETCH).calls(), cost.calls(), cost::toString);
      before = counting.counts();
      assertEquals(expected, state.findAll(Item.class, "items", expected.keySet()));
      assertEquals(0, counting.counts().since(before).calls(), "all of it is cached");
    }
  }
}
