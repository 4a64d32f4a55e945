package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupBoundsTest {
  private static final int SIZE = 4;
  private static final int BYTES = 10_000;
  private static final Duration TIME = Duration.ofSeconds(1);

  private final Bench bench = new Bench();
  private final Client other = bench.first();
  private final List<String> runs = new ArrayList<>();
  private final Client mine = mine();

  private Client mine() {
    return client(TestStores.LIMITS.maxAttempts());
  }

  private Client client(int maxAttempts) {
    CommitLimits limits = TestStores.LIMITS;
    bench.stores.with(
        new CommitLimits(
            limits.timeLimit(),
            maxAttempts,
            SIZE,
            BYTES,
            TIME,
            limits.maxQueued(),
            limits.young(),
            limits.restorable()));
    return bench.process();
  }

  /** Appends its name to one value, so that the value tells the order. */
  private Change<String> append(String name) {
    return workspace -> {
      runs.add(name);
      String before = Bench.get(workspace, "order").orElse("");
      set(workspace, "order", before + name);
      workspace.message(name);
      return before;
    };
  }

  private Change<String> with(Change<String> change, Runnable more) {
    return workspace -> {
      more.run();
      return change.apply(workspace);
    };
  }

  private Change<String> with(Change<String> change, int payloadBytes) {
    return workspace -> {
      Bench.settings(workspace).put(key("payload"), Bytes.wrap(new byte[payloadBytes]));
      return change.apply(workspace);
    };
  }

  /** The names of commits by the head they are in, oldest first. */
  private List<String> heads() {
    Map<HeadId, String> heads = new LinkedHashMap<>();
    List<LogEntry> entries = new ArrayList<>(bench.process().store.log(MAIN, 1000).entries());
    Collections.reverse(entries);
    for (LogEntry entry : entries) {
      heads.merge(entry.id().head(), entry.message(), String::concat);
    }
    List<String> names = new ArrayList<>(heads.values());
    assertEquals("set first", names.remove(0));
    return names;
  }

  private void submit(String names) {
    names.chars().forEach(name -> mine.submit(append(Character.toString(name))));
  }

  @Test
  void aGroupHasABoundedNumberOfCommits() {
    submit("abcdefghij");
    bench.tasks.run();
    assertEquals(List.of("abcd", "efgh", "ij"), heads());
    assertEquals("abcdefghij", mine.get("order").orElseThrow());
    assertEquals(10, runs.size());
  }

  @Test
  void everyCommitHasItsOwnEntryAndSeesThoseBeforeIt() {
    List<PendingCommit<String>> pending = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      pending.add(mine.submit(append(name)));
    }
    bench.tasks.run();
    assertEquals(List.of("", "a", "ab"), pending.stream().map(p -> result(p).value()).toList());
    assertEquals(3, pending.stream().map(p -> result(p).id().orElseThrow()).distinct().count());
    assertEquals(1, heads().size());
  }

  @Test
  void aFailingCommitFailsNoOther() {
    PendingCommit<String> a = mine.submit(append("a"));
    PendingCommit<String> b =
        mine.submit(
            workspace -> {
              String unused = append("b").apply(workspace);
              throw new IllegalArgumentException("b");
            });
    PendingCommit<String> c = mine.submit(append("c"));
    bench.tasks.run();
    assertEquals("", result(a).value());
    assertEquals("b", failure(IllegalArgumentException.class, b).getMessage());
    assertEquals("a", result(c).value(), "it does not see what b did before it failed");
    assertEquals(List.of("ac"), heads());
  }

  // c exceeds the limit: its edits are dropped when it returns, and it runs again, alone.
  @Test
  void aCommitThatMakesTheGroupTooLargeRunsAlone() {
    mine.submit(with(append("a"), 4_000));
    mine.submit(with(append("b"), 4_000));
    mine.submit(with(append("c"), 4_000));
    mine.submit(append("d"));
    mine.submit(append("e"));
    bench.tasks.run();
    assertEquals(List.of("ab", "c", "de"), heads());
    assertEquals(List.of("a", "b", "c", "c", "d", "e"), runs);
    assertEquals("abcde", mine.get("order").orElseThrow());
  }

  @Test
  void aSingleCommitOverTheSizeLimitIsApplied() {
    mine.submit(with(append("a"), BYTES + 1));
    submit("b");
    bench.tasks.run();
    assertEquals(List.of("a", "b"), heads());
    assertEquals(List.of("a", "b"), runs);
  }

  // No other process moved the reference: the dropped run must not be reported as a conflict.
  @Test
  void theRunThatDidNotFitIsNoAttempt() {
    Client once = client(1);
    PendingCommit<String> a = once.submit(append("a"));
    PendingCommit<String> b = once.submit(with(append("b"), BYTES));
    bench.tasks.run();
    assertEquals("", result(a).value());
    assertEquals("a", result(b).value());
  }

  @Test
  void aCommitThatMakesTheGroupTooSlowRunsAlone() {
    submit("a");
    mine.submit(with(append("b"), () -> bench.world.move(TIME.plusMillis(1))));
    submit("cd");
    bench.tasks.run();
    assertEquals(List.of("a", "b", "cd"), heads());
    assertEquals(List.of("a", "b", "b", "c", "d"), runs);
  }

  @Test
  void aSingleCommitOverTheTimeLimitIsApplied() {
    mine.submit(with(append("a"), () -> bench.world.move(TIME.plusMillis(1))));
    submit("bc");
    bench.tasks.run();
    assertEquals(List.of("a", "bc"), heads());
    assertEquals(List.of("a", "b", "c"), runs);
  }

  // A commit without edits has nothing to drop, but the others do not wait for further commits.
  @Test
  void aSlowCommitWithoutEditsEndsTheGroup() {
    submit("a");
    PendingCommit<String> slow =
        mine.submit(
            workspace -> {
              bench.world.move(TIME.plusMillis(1));
              throw new IllegalStateException("slow");
            });
    submit("b");
    bench.tasks.run();
    failure(IllegalStateException.class, slow);
    assertEquals(List.of("a", "b"), heads());
    assertEquals(List.of("a", "b"), runs);
  }

  private Change<String> manyKeys(String name, int count) {
    return workspace -> {
      IntStream.range(0, count).forEach(i -> set(workspace, name + i, ""));
      return append(name).apply(workspace);
    };
  }

  // The log derives the keys of such a commit from the difference of two heads.
  @Test
  void aCommitWithMoreKeysThanTheLogNamesHasItsOwnHead() {
    submit("a");
    mine.submit(manyKeys("b", CommitLimits.LOGGED_KEYS));
    submit("cd");
    bench.tasks.run();
    assertEquals(List.of("a", "b", "cd"), heads());
    assertEquals(List.of("a", "b", "b", "c", "d"), runs);
  }

  @Test
  void asManyKeysAsTheLogNamesDoNotNeedIt() {
    submit("a");
    mine.submit(manyKeys("b", CommitLimits.LOGGED_KEYS - 1));
    submit("c");
    bench.tasks.run();
    assertEquals(List.of("abc"), heads());
  }

  @Test
  void aCommitWithLongKeysHasItsOwnHead() {
    submit("a");
    mine.submit(
        workspace -> {
          for (int i = 0; i < 5; i++) {
            set(workspace, i + "x".repeat(1000), "");
          }
          return append("b").apply(workspace);
        });
    submit("c");
    bench.tasks.run();
    assertEquals(List.of("a", "b", "c"), heads());
  }

  // Another process moves the reference before the group's swap, while c waits to run alone.
  @Test
  void theOrderIsKeptThroughConflictsAndOverruns() {
    submit("ab");
    mine.submit(with(append("c"), BYTES));
    submit("defg");
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("x", "1")));
    mine.backend.before(Operation.SWAP_REFERENCE, () -> {});
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("y", "1")));
    bench.tasks.run();
    assertEquals("abcdefg", mine.get("order").orElseThrow());
    assertEquals(List.of("set x", "ab", "set y", "c", "defg"), heads());
  }

  // The first run of b, whose edits are dropped, wanted other things than the second.
  @Test
  void nothingOfADroppedRunIsLeft() {
    submit("a");
    int[] run = {0};
    mine.submit(
        workspace -> {
          set(workspace, "run" + run[0]++, "");
          bench.world.move(TIME.plusMillis(1));
          return append("b").apply(workspace);
        });
    bench.tasks.run();
    assertTrue(mine.get("run0").isEmpty());
    assertTrue(mine.get("run1").isPresent());
  }

  @Test
  void commitsOfAGroupThatWroteObjectsSeeEachOthers() {
    mine.submit(
        workspace -> {
          workspace.index("tables").put(key("t"), workspace.put(Table.named("orders")));
          return "";
        });
    PendingCommit<String> second =
        mine.submit(
            workspace ->
                workspace.find(Table.class, "tables", key("t")).orElseThrow().name()
                    + workspace.indexNames()
                    + workspace.index("tables").count(IndexRange.all()));
    bench.tasks.run();
    assertEquals("orders[settings, tables]1", result(second).value());
    assertEquals(1, mine.backend.written("table").size());
  }
}
