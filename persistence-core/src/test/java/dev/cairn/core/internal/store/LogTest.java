package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogTest {
  private final Bench bench = new Bench();
  private final Client mine = bench.first();

  private static List<String> messages(LogPage page) {
    return page.entries().stream().map(LogEntry::message).toList();
  }

  private void group(String... names) {
    for (String name : names) {
      PendingCommit<String> unused = mine.submit(set(name, "1"));
    }
    bench.tasks.run();
  }

  @Test
  void aPageMayEndWithinAGroup() {
    group("a", "b", "c");
    group("d", "e");
    LogPage first = bench.process().store.log(MAIN, 3);
    assertEquals(List.of("set e", "set d", "set c"), messages(first));
    LogPage second = bench.process().store.log(first.next().orElseThrow(), 2);
    assertEquals(List.of("set b", "set a"), messages(second));
    LogPage third = bench.process().store.log(second.next().orElseThrow(), 2);
    assertEquals(List.of("set first"), messages(third));
    assertEquals(Optional.empty(), third.next());
  }

  @Test
  void everyPageSizeTellsTheSameLog() {
    for (int i = 0; i < 12; i++) {
      group("a" + i, "b" + i, "c" + i);
    }
    List<String> all = messages(mine.store.log(MAIN, 1000));
    assertEquals(37, all.size());
    for (int limit = 1; limit <= 38; limit++) {
      List<String> paged = new ArrayList<>();
      LogPage page = mine.store.log(MAIN, limit);
      paged.addAll(messages(page));
      while (page.next().isPresent()) {
        page = mine.store.log(page.next().get(), limit);
        assertTrue(page.entries().size() <= limit);
        paged.addAll(messages(page));
      }
      assertEquals(all, paged, "pages of " + limit);
    }
  }

  @Test
  void aLogIsReadSeveralHeadsAtATime() {
    for (int i = 0; i < 64; i++) {
      mine.commit(set("a" + i, "1"));
    }
    Client fresh = bench.process();
    assertEquals(65, fresh.store.log(MAIN, 1000).entries().size());
    long fetches = fresh.backend.count(Operation.FETCH);
    assertTrue(fetches <= 1 + 64 / 8 + 1, fetches + " reads for 65 heads");
  }

  @Test
  void anEntrySaysWhatItsChangeSaid() {
    mine.commit(
        workspace -> {
          workspace.message("why");
          workspace.attribute("author", "ann");
          workspace.attribute("author", "bob");
          workspace.attribute("ticket", "");
          Bench.settings(workspace).remove(key("nothing"));
          workspace.index("tables").remove(key("t"));
          return "";
        });
    LogEntry entry = mine.store.log(MAIN, 1).entries().get(0);
    assertEquals("why", entry.message());
    assertEquals(Map.of("author", "bob", "ticket", ""), entry.attributes());
    assertEquals(
        Map.of("settings", List.of(key("nothing")), "tables", List.of(key("t"))),
        entry.changedKeys());
    assertEquals(bench.world.now(), entry.time());
  }

  @Test
  void textsAreBounded() {
    String much = "x".repeat(LogEntry.MAX_TEXT_BYTES);
    mine.commit(
        workspace -> {
          set(workspace, "a", "1");
          workspace.message(much);
          assertThrows(IllegalArgumentException.class, () -> workspace.message(much + "x"));
          workspace.attribute("a", much.substring(1));
          assertThrows(IllegalArgumentException.class, () -> workspace.attribute("b", ""));
          workspace.attribute("a", "less"); // what is replaced does not count
          workspace.attribute("b", "more");
          return "";
        });
    LogEntry entry = mine.store.log(MAIN, 1).entries().get(0);
    assertEquals(much, entry.message());
    assertEquals(Map.of("a", "less", "b", "more"), entry.attributes());
  }

  private void setMany(String prefix, int count) {
    mine.commit(
        workspace -> {
          for (int i = 0; i < count; i++) {
            set(workspace, prefix + (100 + i), "1");
          }
          workspace.message(prefix);
          return "";
        });
  }

  private List<Bytes> changed(String message) {
    return bench.process().store.log(MAIN, 100).entries().stream()
        .filter(entry -> entry.message().equals(message))
        .findAny()
        .orElseThrow()
        .changedKeys()
        .getOrDefault("settings", List.of());
  }

  @Test
  void manyKeysAreDerivedFromTheDifference() {
    setMany("few", CommitLimits.LOGGED_KEYS);
    setMany("many", 100);
    mine.commit(set("a", "1"));
    assertEquals(CommitLimits.LOGGED_KEYS, changed("few").size());
    List<Bytes> many = changed("many");
    assertEquals(100, many.size());
    assertEquals(key("many100"), many.get(0));
    assertEquals(key("many199"), many.get(99));
  }

  @Test
  void manyKeysOfTheFirstCommitAreAllThereAre() {
    mine.store.deleteReference(MAIN);
    mine.store.createReference(MAIN);
    setMany("many", 100);
    assertEquals(100, changed("many").size());
  }

  // What the head before it had is not known any more, so neither is what changed: all keys of the
  // index would be wrong.
  @Test
  void manyKeysAreNotMadeUpIfTheHeadBeforeIsCollected() {
    setMany("before", 100);
    long before = bench.row().headId().getAsLong();
    setMany("many", 50);
    bench.database.delete(List.of(new ObjectRef("cairn.head", before).in(TestStores.SCOPE)));
    assertEquals(List.of(), changed("many"));
    assertEquals(1, bench.process().store.log(MAIN, 100).entries().size());
  }

  @Test
  void theLogEndsWhereTheReferenceWasCreatedAgain() {
    mine.commit(set("a", "1"));
    CommitId earlier = mine.store.log(MAIN, 1).entries().get(0).id();
    mine.store.deleteReference(MAIN);
    mine.store.createReference(MAIN);
    assertEquals(List.of(), mine.store.log(MAIN, 10).entries());
    mine.commit(set("b", "1"));
    assertEquals(List.of("set b"), bench.log());
    assertThrows(HeadNotFoundException.class, () -> mine.store.log(earlier, 10));
  }

  @Test
  void theLogEndsWhereHeadsAreCollected() {
    List<CommitId> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(mine.commit(set("a" + i, "1")).id().orElseThrow());
    }
    bench.database.delete(
        List.of(new ObjectRef("cairn.head", ids.get(1).head().id()).in(TestStores.SCOPE)));
    assertEquals(List.of("set a2", "set a3", "set a4"), bench.log());
    HeadNotFoundException e =
        assertThrows(HeadNotFoundException.class, () -> bench.process().store.log(ids.get(1), 1));
    assertTrue(e.getMessage().contains("no longer retained"), e.getMessage());
  }

  // A forged ID must not cost a walk through the whole log.
  @Test
  void anEntryThatItsHeadDoesNotHaveIsSoughtNowhereElse() {
    for (int i = 0; i < 50; i++) {
      mine.commit(set("a" + i, "1"));
    }
    CommitId last = mine.store.log(MAIN, 1).entries().get(0).id();
    CommitId forged = new CommitId(MAIN, last.createdAtMicros(), last.head(), last.entry() + 1);
    Client fresh = bench.process();
    assertThrows(HeadNotFoundException.class, () -> fresh.store.log(forged, 1));
    assertTrue(fresh.backend.reads() <= 4, fresh.backend.reads() + " reads");
  }

  @Test
  void aPageHasAtLeastOneEntry() {
    assertThrows(IllegalArgumentException.class, () -> mine.store.log(MAIN, 0));
  }

  @Test
  void timesNeverGoBackThoughTheClockDoes() {
    Instant start = bench.world.now();
    bench.world.move(Duration.ofHours(1));
    mine.commit(set("a", "1"));
    bench.world.move(Duration.ofHours(-2));
    mine.commit(set("b", "1"));
    bench.world.move(Duration.ofMinutes(90));
    bench.process().commit(set("c", "1"));
    bench.world.move(Duration.ofHours(1));
    bench.process().commit(set("d", "1"));
    List<Instant> times = mine.store.log(MAIN, 4).entries().stream().map(LogEntry::time).toList();
    Instant latest = start.plus(Duration.ofHours(1));
    assertEquals(List.of(start.plus(Duration.ofMinutes(90)), latest, latest, latest), times);
  }
}
