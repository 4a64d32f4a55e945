package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CountingBackend;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Tells how long operations take on the server of this run, with the round trips that they consist
 * of. Times are printed, never judged: they are those of a server for tests on a machine that
 * builds.
 */
public interface TimesContract extends ContractPart {
  @Test
  default void operationsTakeTheRoundTripsThatAreClaimedAndTellTheirTimes() {
    try (World world = new World(this)) {
      CountingBackend counting = new CountingBackend(backend());
      Store store = world.store(counting);
      store.createReference(World.MAIN);
      Bytes key = Key.of("catalog", "table");
      Supplier<Committed<Boolean>> commit =
          () ->
              store.commit(
                  World.MAIN,
                  workspace -> {
                    workspace.index("tables").put(key, workspace.put(new Item("value")));
                    return true;
                  });
      Committed<Boolean> unused = commit.get();
      ObjectRef stored = store.putAll(List.of(new Item("stored"))).get(0);
      Times times = new Times(backend().name(), counting, Math.min(200, 10 * scale()));
      int calls = backend().writesAndSwapsAtOnce() ? 1 : 2;
      assertEquals(calls, times.of("commit of one key", commit));
      assertEquals(
          1,
          times.of(
              "lookup from the current head, warm",
              () -> store.current(World.MAIN).find(Item.class, "tables", key).orElseThrow()));
      assertEquals(
          0,
          times.of(
              "lookup from a recent head, warm",
              () -> store.recent(World.MAIN).find(Item.class, "tables", key).orElseThrow()));
      assertEquals(
          3,
          times.of(
              "lookup by a process that knows nothing",
              () ->
                  world
                      .store(counting)
                      .current(World.MAIN)
                      .find(Item.class, "tables", key)
                      .orElseThrow()));
      assertEquals(
          1,
          times.of(
              "listing of all keys, warm",
              () -> store.current(World.MAIN).index("tables").count(IndexRange.all())));
      assertEquals(1, times.of("object stored", () -> store.putAll(List.of(new Item("object")))));
      assertEquals(
          1,
          times.of(
              "object fetched",
              () -> world.store(counting).findAll(Item.class, List.of(stored)).get(0)));
      times.print();
    }
  }
}
