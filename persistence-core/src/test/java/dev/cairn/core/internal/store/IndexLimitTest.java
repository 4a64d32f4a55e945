package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.failure;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Workspace;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.OpenHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A head names all its indexes, so their number has a limit. */
class IndexLimitTest {
  private static final int MOST = Workspace.MAX_INDEXES;

  private final Bench bench = new Bench();
  private final Bench.Client mine = bench.first(); // has one index

  private static void put(Workspace workspace, String index, String key) {
    workspace.index(index, ValueSerializer.bytes()).put(key(key), Bytes.ofUtf8("1"));
  }

  private static void remove(Workspace workspace, String index, String key) {
    workspace.index(index, ValueSerializer.bytes()).remove(key(key));
  }

  private static Change<String> put(String index) {
    return workspace -> {
      put(workspace, index, "k");
      return index;
    };
  }

  /** Puts a key into indexes with these numbers. */
  private static Change<String> put(int from, int to) {
    return workspace -> {
      for (int i = from; i < to; i++) {
        put(workspace, "index " + i, "k");
      }
      return "";
    };
  }

  private int count() {
    return mine.store.current(MAIN).indexNames().size();
  }

  @Test
  void theCommitThatWouldExceedTheLimitIsRefusedAndNamesIt() {
    mine.commit(put(1, MOST));
    assertEquals(MOST, count());
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> mine.commit(put("one more")));
    assertTrue(e.getMessage().contains("'main'"), e.getMessage());
    assertTrue(e.getMessage().contains((MOST + 1) + " indexes"), e.getMessage());
    assertTrue(e.getMessage().contains("at most " + MOST), e.getMessage());
    mine.commit(put(1, MOST));
    assertEquals(MOST, count());
  }

  @Test
  void onlyTheMemberOfAGroupThatExceedsItFails() {
    mine.commit(put(1, MOST - 1));
    PendingCommit<String> a = mine.submit(put("a"));
    PendingCommit<String> b = mine.submit(put("b"));
    PendingCommit<String> again = mine.submit(put("a"));
    bench.tasks.run();
    assertEquals("a", result(a).value());
    failure(IllegalArgumentException.class, b);
    assertEquals("a", result(again).value());
    assertEquals(MOST, count());
  }

  @Test
  void anIndexThatTheSameCommitEmptiesMakesRoom() {
    mine.commit(put(1, MOST));
    mine.commit(
        workspace -> {
          remove(workspace, "settings", "first");
          put(workspace, "another", "k");
          put(workspace, "brief", "k");
          remove(workspace, "brief", "k");
          return "";
        });
    assertEquals(MOST, count());
    assertTrue(mine.store.current(MAIN).indexNames().contains("another"));
  }

  @Test
  void indexesThatEarlierCommitsEmptiedMakeRoom() {
    mine.commit(put(1, MOST));
    mine.commit(
        workspace -> {
          for (int i = 1; i < MOST; i++) {
            remove(workspace, "index " + i, "k");
          }
          return "";
        });
    assertEquals(1, count());
    mine.commit(put(MOST, 2 * MOST - 1));
    assertEquals(MOST, count());
    assertThrows(IllegalArgumentException.class, () -> mine.commit(put("one more")));
  }

  /** Makes a head as an earlier release could, with more indexes than the limit. */
  private HeadId overTheLimit() {
    ReferenceRow row = bench.row();
    OpenHead head = bench.stores.open(bench.database).headOf(row);
    SortedMap<String, Bytes> roots = new TreeMap<>(head.head().indexes());
    Bytes root = roots.get("settings");
    for (int i = 0; i < MOST + 10; i++) {
      roots.put("index " + i, root);
    }
    long id = head.id() + 1;
    EarlierHeads earlier = head.earlierOfNext();
    Head larger =
        new Head(
            row.version() + 1,
            head.head().life(),
            head.head().time(),
            earlier.toBytes(),
            roots,
            List.of(),
            Map.of());
    Bytes stored = new Codec(FormatLevel.NEWEST).encode(Head.TYPE, larger);
    ObjectKey key = new ObjectRef(Head.TYPE.name(), id).in(TestStores.SCOPE);
    bench.database.write(List.of(ObjectRow.immutable(key, stored, 1)));
    CasResult<ReferenceRow> unused =
        bench.database.swapReference(
            row.token(), row.moveTo(id, earlier, bench.environment.newToken()));
    return new HeadId(row.version() + 1, id);
  }

  @Test
  void aHeadThatIsOverTheLimitIsReadAndCommittedToUnlessItGetsMore() {
    HeadId large = overTheLimit();
    Bench.Client other = bench.process();
    assertEquals(MOST + 11, other.store.current(MAIN).indexNames().size());
    other.commit(put("settings"));
    other.commit(put(0, MOST + 10));
    assertThrows(IllegalArgumentException.class, () -> other.commit(put("one more")));
    other.commit(
        workspace -> {
          remove(workspace, "index 1", "first");
          remove(workspace, "index 1", "k");
          return "";
        });
    assertThrows(
        IllegalArgumentException.class,
        () -> other.commit(put(MOST + 20, MOST + 22)),
        "still over the limit");
    other.store.resetReference(MAIN, large, "back");
    assertEquals(MOST + 11, other.store.current(MAIN).indexNames().size());
  }

  // Each of the two states has fewer than the limit.
  @Test
  void aResetThatLeavesIndexesAsTheyAreKeepsTheLimit() {
    mine.commit(put(0, 600));
    HeadId before = mine.store.current(MAIN).head().orElseThrow();
    mine.commit(
        workspace -> {
          for (int i = 0; i < 600; i++) {
            remove(workspace, "index " + i, "k");
          }
          return "";
        });
    mine.commit(put(1_000, 1_600));
    Set<String> kept = new TreeSet<>(mine.store.current(MAIN).indexNames());
    assertThrows(
        IllegalArgumentException.class,
        () -> mine.store.resetReference(MAIN, before, "too many", kept));
    assertEquals(kept, mine.store.current(MAIN).indexNames());
    mine.store.resetReference(MAIN, before, "all");
    assertTrue(mine.store.current(MAIN).indexNames().size() < MOST);
  }

  @Test
  void unknownNamesLeaveNothingBehindInARememberedHead() {
    List<Boolean> found = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      String name = "unknown " + i;
      found.add(
          mine.store
              .recent(MAIN)
              .index(name, ValueSerializer.bytes())
              .get(key("first"))
              .isPresent());
    }
    assertTrue(mine.store.recent(MAIN).index("settings").contains(key("first")));
    mine.commit(
        workspace -> {
          for (int i = 0; i < 1_000; i++) {
            found.add(
                workspace
                    .index("unknown " + i, ValueSerializer.bytes())
                    .get(key("first"))
                    .isPresent());
          }
          return "";
        });
    assertTrue(!found.contains(true));
    assertEquals(1, mine.store.headOf(bench.row()).openedIndexes());
  }
}
