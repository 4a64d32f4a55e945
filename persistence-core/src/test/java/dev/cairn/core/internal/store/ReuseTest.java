package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexEntry;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a commit that has to run again does with the objects it has stored already. */
class ReuseTest {
  private final Bench bench = new Bench(new InMemoryBackend(Limits.LEAST_MAX_VALUE_BYTES));
  private final Client mine = bench.first();
  private final Client other = bench.process();

  private void conflictOnce(Runnable more) {
    mine.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          other.commit(set("b", "1"));
          more.run();
        });
  }

  private static Change<List<ObjectRef>> put(Table... tables) {
    return workspace -> {
      List<ObjectRef> refs = new ArrayList<>();
      for (Table table : tables) {
        ObjectRef ref = workspace.put(table);
        workspace.index("tables").put(key("t" + refs.size()), ref);
        refs.add(ref);
      }
      return refs;
    };
  }

  private List<Long> writtenTables() {
    return mine.backend.written("table").stream().map(row -> row.key().id().toLong()).toList();
  }

  private List<ObjectRef> committedTables() {
    List<ObjectRef> refs = new ArrayList<>();
    bench
        .process()
        .store
        .current(MAIN)
        .index("tables")
        .list(IndexRange.all())
        .forEachRemaining((IndexEntry<ObjectRef> entry) -> refs.add(entry.value()));
    return refs;
  }

  @Test
  void anObjectIsWrittenOnceThoughItsCommitRunsTwice() {
    conflictOnce(() -> {});
    List<ObjectRef> refs = mine.commit(put(Table.named("orders"))).value();
    assertEquals(2, mine.backend.count(Operation.WRITE));
    assertEquals(List.of(refs.get(0).id()), writtenTables());
    assertEquals(refs, committedTables());
    assertEquals(2, mine.backend.written("cairn.head").size(), "a head is new each time");
  }

  @Test
  void itIsStillUsedAfterManyConflicts() {
    for (int i = 0; i < 5; i++) {
      conflictOnce(() -> {});
    }
    List<ObjectRef> refs = mine.commit(put(Table.named("orders"))).value();
    assertEquals(List.of(refs.get(0).id()), writtenTables());
  }

  @Test
  void anotherValueIsAnotherObject() {
    conflictOnce(() -> {});
    Change<ObjectRef> change =
        workspace -> {
          String name = Bench.get(workspace, "b").orElse("none");
          ObjectRef ref = workspace.put(Table.named(name));
          workspace.index("tables").put(key("t"), ref);
          return ref;
        };
    ObjectRef ref = mine.commit(change).value();
    assertEquals(2, writtenTables().size());
    assertEquals(ref.id(), writtenTables().get(1));
    assertEquals("1", bench.process().store.current(MAIN).get(Table.class, ref).name());
  }

  // Garbage collection may be at what is older than half the grace.
  @Test
  void whatIsNotYoungAnyMoreIsWrittenAnew() {
    CommitLimits limits = TestStores.LIMITS;
    bench.stores.with(
        new CommitLimits(
            limits.timeLimit(),
            limits.maxAttempts(),
            limits.groupSize(),
            limits.groupBytes(),
            limits.groupTime(),
            limits.maxQueued(),
            Duration.ofSeconds(5),
            limits.restorable()));
    Client strict = bench.process();
    strict.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          other.commit(set("b", "1"));
          bench.world.move(Duration.ofSeconds(6));
        });
    List<ObjectRef> refs = strict.commit(put(Table.named("orders"))).value();
    List<ObjectRow> written = strict.backend.written("table");
    assertEquals(2, written.size());
    assertNotEquals(written.get(0).key(), written.get(1).key());
    assertEquals(refs.get(0).id(), written.get(1).key().id().toLong());
  }

  // Equal values may be different things: two tables that were just created alike.
  @Test
  void equalValuesStayDifferentObjects() {
    conflictOnce(() -> {});
    List<ObjectRef> refs = mine.commit(put(Table.named("x"), Table.named("x"))).value();
    assertNotEquals(refs.get(0), refs.get(1));
    assertEquals(List.of(refs.get(0).id(), refs.get(1).id()), writtenTables());
    assertEquals(refs, committedTables());
  }

  @Test
  void aThirdEqualValueIsWritten() {
    conflictOnce(() -> {});
    Change<Integer> change =
        workspace -> {
          int count = Bench.get(workspace, "b").isPresent() ? 3 : 2;
          for (int i = 0; i < count; i++) {
            workspace.index("tables").put(key("t" + i), workspace.put(Table.named("x")));
          }
          return count;
        };
    mine.commit(change);
    assertEquals(3, writtenTables().size());
    assertEquals(3, committedTables().stream().distinct().count());
  }

  @Test
  void anObjectInChunksIsNotWrittenAgainEither() {
    Table large =
        Table.of(
            "large", Map.of(), Bytes.wrap(new byte[5 * Limits.LEAST_MAX_VALUE_BYTES]), List.of());
    conflictOnce(() -> {});
    ObjectRef ref = mine.commit(put(large)).value().get(0);
    assertEquals(6, mine.backend.written("cairn.chunk").size());
    assertEquals(1, mine.backend.written("table").size());
    assertEquals(large, bench.process().store.current(MAIN).get(Table.class, ref));
  }

  // Two commits of one group with equal values: neither takes the other's object, though both run
  // again.
  @Test
  void commitsDoNotShareObjects() {
    var a =
        mine.submit(
            workspace -> {
              ObjectRef ref = workspace.put(Table.named("x"));
              workspace.index("tables").put(key("a"), ref);
              return ref;
            });
    var b =
        mine.submit(
            workspace -> {
              ObjectRef ref = workspace.put(Table.named("x"));
              workspace.index("tables").put(key("b"), ref);
              return ref;
            });
    conflictOnce(() -> {});
    bench.tasks.run();
    assertNotEquals(Bench.result(a).value(), Bench.result(b).value());
    assertEquals(2, writtenTables().size());
    assertEquals(2, committedTables().stream().distinct().count());
  }
}
