package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.store.Snapshot;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cached state saves reads, and is never reported once it is out of date. */
class CachedReadsTest {
  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private final Client other = bench.process();

  private String recent() {
    return Bench.get(mine.store.recent(MAIN), "first").orElseThrow();
  }

  @Test
  void aRecentStateCostsNothing() {
    assertEquals("1", recent());
    assertEquals(List.of(), mine.backend.calls());
  }

  @Test
  void aRecentStateIsNoOlderThanAllowed() {
    other.commit(set("first", "2"));
    bench.world.move(Duration.ofSeconds(1));
    assertEquals("1", recent());
    bench.world.move(Duration.ofNanos(1000));
    assertEquals("2", recent());
    mine.backend.forget();
    assertEquals("2", recent());
    assertEquals(List.of(), mine.backend.calls());
  }

  // The age of a row that was seen in the future is unknown.
  @Test
  void aClockThatWentBackMakesNothingYounger() {
    other.commit(set("first", "2"));
    bench.world.move(Duration.ofMillis(-1));
    assertEquals("2", recent());
  }

  @Test
  void theCurrentStateIsAlwaysRead() {
    other.commit(set("first", "2"));
    assertEquals("2", mine.get("first").orElseThrow());
    assertEquals(1, mine.backend.count(Operation.READ_REFERENCE));
    assertEquals("2", recent());
  }

  @Test
  void anObjectIsReadAndDecodedOnce() {
    ObjectRef ref = other.store.putAll(List.of(Table.named("t"))).get(0);
    Snapshot snapshot = mine.store.recent(MAIN);
    Table table = snapshot.get(Table.class, ref);
    assertSame(table, snapshot.get(Table.class, ref));
    assertSame(table, mine.store.findAll(Table.class, List.of(ref)).get(0).orElseThrow());
    assertEquals(List.of(Operation.FETCH), mine.backend.calls());
  }

  @Test
  void whatIsMissingIsNotRemembered() {
    ObjectRef ref = other.store.putAll(List.of(Table.named("t"))).get(0);
    ObjectRow row =
        bench
            .database
            .fetch(List.of(ref.in(TestStores.SCOPE)), ReadMode.STRONG)
            .get(0)
            .orElseThrow();
    bench.database.delete(List.of(row.key()));
    assertEquals(List.of(Optional.empty()), mine.store.findAll(Table.class, List.of(ref)));
    assertThrows(
        ObjectNotFoundException.class, () -> mine.store.recent(MAIN).get(Table.class, ref));
    bench.database.write(List.of(row));
    assertTrue(mine.store.findAll(Table.class, List.of(ref)).get(0).isPresent());
  }

  @Test
  void anotherScopeDoesNotReadThroughTheCache() {
    Stores process = bench.stores.process(bench.database);
    EngineStore store = process.open(TestStores.SCOPE);
    EngineStore stranger = process.open(new Scope("tenant", "catalog2"));
    ObjectRef ref = store.putAll(List.of(Table.named("t"))).get(0);
    store.commit(
        MAIN,
        workspace -> {
          workspace.index("tables").put(key("t"), ref);
          return "";
        });
    assertTrue(store.current(MAIN).find(Table.class, "tables", key("t")).isPresent());
    assertEquals(List.of(Optional.empty()), stranger.findAll(Table.class, List.of(ref)));
    assertThrows(CairnException.class, () -> stranger.recent(MAIN));
    stranger.createReference(MAIN);
    assertEquals(0, stranger.recent(MAIN).version());
    assertEquals(
        "t",
        process
            .open(TestStores.SCOPE)
            .recent(MAIN)
            .find(Table.class, "tables", key("t"))
            .orElseThrow()
            .name());
  }

  private void spill(Client process) {
    for (int i = 0; i < 40; i++) {
      process.commit(set("key" + i, "x".repeat(500)));
    }
  }

  private void deletePages(Client process) {
    List<ObjectRow> pages = process.backend.written("cairn.page");
    assertTrue(pages.size() > 2, pages.size() + " pages");
    bench.database.delete(pages.stream().map(ObjectRow::key).toList());
  }

  // A head that is cached for long: other processes have moved the reference, and its pages are
  // collected. The change that misses a page runs again on the current state.
  @Test
  void aMissingPageUnderARememberedHeadMeansToReadAgain() {
    spill(other);
    bench.stores.withCache(12_000); // holds the head, but not its pages
    Client forgetful = bench.process();
    assertTrue(forgetful.get("key0").isPresent());
    deletePages(other);
    other.commit(
        workspace -> {
          for (int i = 0; i < 40; i++) {
            set(workspace, "key" + i, "y".repeat(500));
          }
          return "";
        });
    assertEquals("y", forgetful.commit(Bench.require("key0")).value().substring(0, 1));
    assertTrue(forgetful.commit(set("a", "1")).id().isPresent());
  }

  @Test
  void aMissingPageUnderTheCurrentHeadIsDamage() {
    spill(other);
    deletePages(other);
    Client fresh = bench.process();
    CairnException e =
        assertThrows(CairnException.class, () -> fresh.commit(Bench.require("key0")));
    assertTrue(e.getMessage().contains("missing"), e.getMessage());
  }

  @Test
  void aMissingHeadUnderTheCurrentRowIsDamage() {
    other.commit(set("a", "1"));
    long head = bench.row().headId().getAsLong();
    bench.database.delete(List.of(new ObjectRef("cairn.head", head).in(TestStores.SCOPE)));
    Client fresh = bench.process();
    assertThrows(DamagedDataException.class, () -> fresh.commit(set("b", "1")));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> fresh.store.current(MAIN));
    assertTrue(e.getMessage().contains("current head of reference"), e.getMessage());
    assertThrows(DamagedDataException.class, () -> fresh.store.at(MAIN, bench.world.now()));
  }
}
