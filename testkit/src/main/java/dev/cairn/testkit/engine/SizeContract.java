package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.WorkingIndex;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.testkit.contract.ContractPart;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is large, and what must not be mixed up in one process. */
public interface SizeContract extends ContractPart {
  @Test
  default void valuesLargerThanARowComeBackWhole() {
    try (World world = new World(this)) {
      Random random = seed().random("contents");
      int row = backend().limits().maxValueBytes();
      Store store = world.store();
      store.createReference(World.MAIN);
      List<Item> items =
          List.of(
              large(random, "fits", row / 2),
              large(random, "just", row),
              large(random, "large", 3 * row));
      store.commit(
          World.MAIN,
          workspace -> {
            for (Item item : items) {
              ObjectRef ref = workspace.put(item);
              workspace.index(Ledger.ITEMS).put(Key.of(item.text()), ref);
              assertEquals(item, workspace.get(Item.class, ref), "before it is stored");
            }
            return 0;
          });
      ObjectRef apart = store.putAll(List.of(large(random, "apart", 2 * row))).get(0);
      store.commit(
          World.MAIN,
          workspace -> {
            workspace.index(Ledger.ITEMS).put(Key.of("apart"), apart);
            return 0;
          });
      Snapshot state = world.store().current(World.MAIN);
      for (Item item : items) {
        assertEquals(Optional.of(item), state.find(Item.class, Ledger.ITEMS, Key.of(item.text())));
      }
      Item found = state.find(Item.class, Ledger.ITEMS, Key.of("apart")).orElseThrow();
      assertEquals(2 * row, found.content().length());
    }
  }

  private static Item large(Random random, String text, int length) {
    byte[] content = new byte[length];
    random.nextBytes(content);
    return new Item(text, Bytes.wrap(content));
  }

  @Test
  default void aCommitOfThousandsOfEditsIsOneCommit() {
    try (World world = new World(this)) {
      int edits = 3_000;
      Store store = world.store();
      Store other = world.store();
      store.createReference(World.MAIN);
      CommitId id =
          store
              .commit(
                  World.MAIN,
                  workspace -> {
                    for (int i = 0; i < edits; i++) {
                      put(workspace.index("even", ValueSerializer.bytes()), 2 * i);
                      put(workspace.index("odd", ValueSerializer.bytes()), 2 * i + 1);
                    }
                    return 0;
                  })
              .id()
              .orElseThrow();
      assertEquals(edits, count(other, "even"));
      assertEquals(edits, count(other, "odd"));
      LogEntry entry = other.log(id, 1).entries().get(0);
      assertEquals(edits, changed(entry, "even"));
      assertEquals(edits, changed(entry, "odd"));
      CommitId removal =
          other
              .commit(
                  World.MAIN,
                  workspace -> {
                    for (int i = 0; i < edits; i += 2) {
                      workspace.index("even", ValueSerializer.bytes()).remove(key(2 * i));
                    }
                    return 0;
                  })
              .id()
              .orElseThrow();
      assertEquals(edits / 2, count(store, "even"));
      assertEquals(edits, count(store, "odd"));
      assertEquals(edits / 2, changed(world.store().log(removal, 1).entries().get(0), "even"));
    }
  }

  // Its keys are hidden by removals in the head and in pages, which are not gone at once.
  @Test
  default void anIndexThatLostItsLastKeyIsNamedNoMore() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      assertNamed(store);
      int large = 2_000;
      for (int size : List.of(1, 100, large)) {
        edit(store, "kept", index -> put(index, 0));
        edit(
            store,
            "emptied",
            index -> {
              for (int i = 0; i < size; i++) {
                put(index, i);
              }
            });
        assertNamed(store, "emptied", "kept");
        Snapshot before = store.current(World.MAIN);
        edit(
            store,
            "emptied",
            index -> {
              for (int i = 1; i < size; i++) {
                index.remove(key(i));
              }
            });
        assertNamed(store, "emptied", "kept");
        edit(store, "emptied", index -> index.remove(key(0)));
        edit(store, "never", index -> index.remove(key(0)));
        assertNamed(store, "kept");
        assertNamed(world.store(), "kept");
        assertEquals(Set.of("emptied", "kept"), before.indexNames());
      }
    }
  }

  private static void edit(Store store, String index, Consumer<WorkingIndex<Bytes>> edits) {
    store.commit(
        World.MAIN,
        workspace -> {
          edits.accept(workspace.index(index, ValueSerializer.bytes()));
          return 0;
        });
  }

  private static void assertNamed(Store store, String... names) {
    assertEquals(Set.of(names), store.current(World.MAIN).indexNames());
    assertEquals(Set.of(names), store.commit(World.MAIN, Workspace::indexNames).value());
  }

  private static int changed(LogEntry entry, String index) {
    return entry.changedKeys().getOrDefault(index, List.of()).size();
  }

  private static Bytes key(int number) {
    return Key.of("some longer name that keys share", "%08d".formatted(number));
  }

  private static void put(WorkingIndex<Bytes> index, int number) {
    index.put(key(number), Bytes.ofUtf8("value " + number));
  }

  private static long count(Store store, String index) {
    return store.current(World.MAIN).index(index, ValueSerializer.bytes()).count(IndexRange.all());
  }

  @Test
  default void scopesThatShareAProcessNeverSeeEachOther() {
    try (World world = new World(this)) {
      Stores process = world.process(backend(), world.threads(), World.LIMITS);
      Scope scope = world.scope();
      Store mine = process.open(scope);
      // Another that a careless key would take for the same.
      Store theirs = process.open(new Scope(scope.tenantId() + ":x", scope.catalogId()));
      Store alsoTheirs = process.open(new Scope(scope.tenantId(), "x:" + scope.catalogId()));
      Ledger myLedger = new Ledger();
      mine.createReference(World.MAIN);
      CommitId id = mine.commit(World.MAIN, myLedger.commit("mine", "a")).id().orElseThrow();
      ObjectRef ref = mine.current(World.MAIN).index(Ledger.ITEMS).get(Key.of("a")).orElseThrow();
      assertEquals(Optional.of(new Item("mine")), mine.findAll(Item.class, List.of(ref)).get(0));
      for (Store other : List.of(theirs, alsoTheirs)) {
        Ledger ledger = new Ledger();
        assertTrue(other.findReference(World.MAIN).isEmpty());
        assertEquals(List.of(), other.listReferences());
        other.createReference(World.MAIN);
        assertEquals(1, other.commit(World.MAIN, ledger.commit("theirs", "a")).value());
        assertEquals(Optional.empty(), other.findAll(Item.class, List.of(ref)).get(0));
        assertEquals(CommitStatus.UNKNOWN, other.commitStatus(id));
        assertThrows(HeadNotFoundException.class, () -> other.at(World.MAIN, id.head()));
        assertEquals(List.of("theirs"), ledger.check(other));
      }
      theirs.deleteReference(World.MAIN);
      alsoTheirs.deleteReference(World.MAIN);
      assertEquals(List.of("mine"), myLedger.check(mine));
      assertEquals(List.of("mine"), myLedger.check(world.store()));
    }
  }
}
