package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.View;
import dev.cairn.api.store.Workspace;
import dev.cairn.testkit.contract.ContractPart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The log, states of the past, what differs between them, and the way back. */
public interface TimeTravelContract extends ContractPart {
  @Test
  default void theLogTellsEveryCommitInPagesOfAnySize() {
    try (World world = new World(this)) {
      Past past = new Past(world, seed().random("past"), 23);
      Store asked = world.store();
      for (int size : List.of(1, 7, 23, 100)) {
        List<LogEntry> all = new ArrayList<>();
        LogPage page = asked.log(World.MAIN, size);
        all.addAll(page.entries());
        while (page.next().isPresent()) {
          assertEquals(size, page.entries().size(), "a page that is not the last");
          page = asked.log(page.next().get(), size);
          all.addAll(page.entries());
        }
        Collections.reverse(all);
        assertEquals(past.ids, all.stream().map(LogEntry::id).toList());
        for (int i = 0; i < all.size(); i++) {
          LogEntry entry = all.get(i);
          assertEquals("commit " + i, entry.message());
          assertEquals(Map.of("by", "test " + i), entry.attributes());
          assertEquals(past.times.get(i), entry.time());
          assertEquals(Map.of(Past.INDEX, past.changed.get(i)), entry.changedKeys());
        }
      }
      CommitId unknown =
          new CommitId(World.MAIN, past.ids.get(3).createdAtMicros(), past.ids.get(3).head(), 99);
      assertThrows(HeadNotFoundException.class, () -> asked.log(unknown, 1));
    }
  }

  @Test
  default void everyStateOfThePastIsFoundByItsHeadAndByItsTime() {
    try (World world = new World(this)) {
      Past past = new Past(world, seed().random("past"), 30);
      Store asked = world.store();
      for (int i = 0; i < past.states.size(); i++) {
        HeadId head = past.ids.get(i).head();
        assertEquals(past.states.get(i), Past.read(asked.at(World.MAIN, head)));
        Instant time = past.times.get(i);
        assertEquals(past.states.get(i), Past.read(asked.at(World.MAIN, time)));
        assertEquals(past.states.get(i), Past.read(asked.at(World.MAIN, time.plusSeconds(59))));
        if (i > 0) {
          assertEquals(
              past.states.get(i - 1), Past.read(asked.at(World.MAIN, time.minusSeconds(1))));
        }
        assertEquals(head, asked.at(World.MAIN, time).head().orElseThrow());
        assertEquals(time, asked.at(World.MAIN, head).time().orElseThrow());
      }
      Instant before = past.times.get(0).minusSeconds(1);
      assertThrows(HeadNotFoundException.class, () -> asked.at(World.MAIN, before));
      HeadId never = new HeadId(3, past.ids.get(0).head().id() + 12_345);
      assertThrows(HeadNotFoundException.class, () -> asked.at(World.MAIN, never));
    }
  }

  @Test
  default void aDiffOfTwoStatesTellsWhatEachHasUnderTheKeysThatDiffer() {
    try (World world = new World(this)) {
      Past past = new Past(world, seed().random("past"), 20);
      Store asked = world.store();
      for (int older = 0; older < 20; older += 3) {
        for (int newer = 0; newer < 20; newer += 4) {
          Snapshot from = asked.at(World.MAIN, past.ids.get(older).head());
          Snapshot to = asked.at(World.MAIN, past.ids.get(newer).head());
          IndexDiff<Bytes> diff = from.diff(to, Past.INDEX, ValueSerializer.bytes());
          Map<Bytes, Bytes> reached = new TreeMap<>(past.states.get(older));
          while (diff.next()) {
            assertNotEquals(diff.before(), diff.after());
            assertEquals(
                diff.before().orElse(null), past.states.get(older).get(diff.key()), "before");
            diff.after()
                .ifPresentOrElse(
                    value -> reached.put(diff.key(), value), () -> reached.remove(diff.key()));
          }
          assertEquals(past.states.get(newer), reached);
        }
      }
    }
  }

  @Test
  default void aResetBringsAnEarlierStateBackAsANewHeadOfTheSameLine() {
    try (World world = new World(this)) {
      Past past = new Past(world, seed().random("past"), 12);
      Store other = world.store();
      other.commit(World.MAIN, workspace -> put(workspace, "newer", "a"));
      CommitId reset = other.resetReference(World.MAIN, past.ids.get(4).head(), "back to 4");
      assertNotEquals(past.ids.get(4).head(), reset.head(), "no head becomes current twice");
      Snapshot now = past.store.current(World.MAIN);
      assertEquals(reset.head(), now.head().orElseThrow());
      assertEquals(past.states.get(4), Past.read(now));
      assertEquals(0, now.index("newer", ValueSerializer.bytes()).count(IndexRange.all()));
      List<LogEntry> log = Ledger.entries(world.store());
      assertEquals(14, log.size(), "the log goes on");
      assertEquals("back to 4", log.get(13).message());
      assertEquals(Set.of("newer", Past.INDEX), log.get(13).changedKeys().keySet());
      for (CommitId id : past.ids) {
        assertEquals(CommitStatus.APPLIED, other.commitStatus(id), "what was applied stays so");
      }
      past.store.commit(World.MAIN, workspace -> put(workspace, Past.INDEX, "after"));
      Map<Bytes, Bytes> expected = new TreeMap<>(past.states.get(4));
      expected.put(Key.of("after"), Bytes.ofUtf8("reset"));
      assertEquals(expected, Past.read(other.current(World.MAIN)));
      assertEquals(past.states.get(11), Past.read(other.at(World.MAIN, past.ids.get(11).head())));
    }
  }

  private static int put(Workspace workspace, String index, String key) {
    workspace.index(index, ValueSerializer.bytes()).put(Key.of(key), Bytes.ofUtf8("reset"));
    return 0;
  }

  @Test
  default void aResetToWhatNeverWasOrIsTooOldIsRefused() {
    try (World world = new World(this)) {
      Past past = new Past(world, seed().random("past"), 3);
      HeadId target = past.ids.get(0).head();
      HeadId never = new HeadId(target.version(), target.id() + 12_345);
      assertThrows(
          HeadNotFoundException.class,
          () -> past.store.resetReference(World.MAIN, never, "nowhere"));
      assertThrows(HeadNotFoundException.class, () -> past.store.checkReset(World.MAIN, never));
      past.store.checkReset(World.MAIN, target);
      world.clock().advance(World.LIMITS.restorable().plus(Duration.ofDays(1)));
      assertThrows(
          HeadNotFoundException.class,
          () -> past.store.resetReference(World.MAIN, target, "too late"));
      assertThrows(HeadNotFoundException.class, () -> past.store.checkReset(World.MAIN, target));
      assertEquals(past.states.get(2), Past.read(world.store().current(World.MAIN)));
      assertEquals(3, Ledger.entries(past.store).size());
      // The current state was not superseded, however old it is.
      past.store.resetReference(World.MAIN, past.ids.get(2).head(), "to itself");
      assertEquals(past.states.get(2), Past.read(world.store().current(World.MAIN)));
    }
  }

  @Test
  default void everyProcessFindsTheStatusOfACommitHoweverManyFollowed() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      Store store = world.store();
      store.createReference(World.MAIN);
      List<CommitId> ids = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        ids.add(store.commit(World.MAIN, ledger.commit("c" + i, "a")).id().orElseThrow());
      }
      Store asked = world.store();
      for (CommitId id : ids) {
        assertEquals(id, CommitId.parse(id.toString()));
        assertEquals(CommitStatus.APPLIED, asked.commitStatus(id));
        HeadId otherHead = new HeadId(id.head().version(), id.head().id() + 99_999);
        assertEquals(
            CommitStatus.UNKNOWN,
            asked.commitStatus(
                new CommitId(World.MAIN, id.createdAtMicros(), otherHead, id.entry())));
        assertEquals(
            CommitStatus.UNKNOWN,
            asked.commitStatus(
                new CommitId(World.MAIN, id.createdAtMicros(), id.head(), id.entry() + 99_999)));
      }
      CommitId elsewhere = new CommitId("other", 0, ids.get(0).head(), ids.get(0).entry());
      assertEquals(CommitStatus.UNKNOWN, asked.commitStatus(elsewhere));
    }
  }

  /** A line of commits a minute apart, and what each of them made of the state. */
  final class Past {
    static final String INDEX = "past";

    final Store store;
    final List<CommitId> ids = new ArrayList<>();
    final List<Instant> times = new ArrayList<>();
    final List<Map<Bytes, Bytes>> states = new ArrayList<>();
    final List<List<Bytes>> changed = new ArrayList<>();

    Past(World world, Random random, int commits) {
      store = world.store();
      store.createReference(World.MAIN);
      Map<Bytes, Bytes> state = new TreeMap<>();
      for (int i = 0; i < commits; i++) {
        times.add(world.clock().advance(Duration.ofMinutes(1)));
        TreeMap<Bytes, Bytes> edits = new TreeMap<>();
        for (int k = 0; k <= random.nextInt(5); k++) {
          edits.put(Key.of("key " + random.nextInt(20)), Bytes.ofUtf8("value of " + i));
        }
        Bytes removed = Key.of("key " + random.nextInt(20));
        edits.remove(removed);
        String number = Integer.toString(i);
        ids.add(
            store
                .commit(
                    World.MAIN,
                    workspace -> {
                      var index = workspace.index(INDEX, ValueSerializer.bytes());
                      edits.forEach(index::put);
                      index.remove(removed);
                      workspace.message("commit " + number);
                      workspace.attribute("by", "test " + number);
                      return 0;
                    })
                .id()
                .orElseThrow());
        state.putAll(edits);
        state.remove(removed);
        states.add(new TreeMap<>(state));
        edits.put(removed, Bytes.empty());
        changed.add(List.copyOf(edits.keySet()));
      }
    }

    static Map<Bytes, Bytes> read(View state) {
      Map<Bytes, Bytes> found = new TreeMap<>();
      state
          .index(INDEX, ValueSerializer.bytes())
          .list(IndexRange.all())
          .forEachRemaining(entry -> found.put(entry.key(), entry.value()));
      return found;
    }
  }
}
