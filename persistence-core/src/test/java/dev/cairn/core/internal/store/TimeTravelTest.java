package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Snapshot;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeTravelTest {
  private static final Duration STEP = Duration.ofSeconds(10);

  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private final List<HeadId> heads = new ArrayList<>();
  private final List<Instant> times = new ArrayList<>();

  /** Sets one key to 0, 1, 2 and so on, ten seconds apart. */
  private void grow(int count) {
    for (int i = 0; i < count; i++) {
      bench.world.move(STEP);
      heads.add(mine.commit(set("n", "" + i)).id().orElseThrow().head());
      times.add(bench.world.now());
    }
  }

  private String at(Instant time) {
    return Bench.get(bench.process().store.at(MAIN, time), "n").orElse("none");
  }

  @Test
  void aStateLastsFromItsTimeToTheNext() {
    grow(100);
    for (int i = 0; i < 100; i += 7) {
      assertEquals("" + i, at(times.get(i)), "at its time");
      assertEquals("" + i, at(times.get(i).plus(STEP).minusNanos(1000)), "until the next");
      assertEquals(i == 0 ? "none" : "" + (i - 1), at(times.get(i).minusNanos(1000)));
    }
    assertEquals("99", at(times.get(99).plusSeconds(1_000_000)));
  }

  @Test
  void beforeTheFirstHeadThereIsNothing() {
    grow(3);
    Instant first = mine.store.log(MAIN, 10).entries().get(3).time();
    assertEquals("none", at(first));
    assertThrows(HeadNotFoundException.class, () -> at(first.minusNanos(1000)));
  }

  @Test
  void aReferenceWithoutAHeadHasNoEarlierState() {
    mine.store.createReference("empty");
    assertThrows(HeadNotFoundException.class, () -> mine.store.at("empty", bench.world.now()));
    Snapshot empty = mine.store.current("empty");
    assertEquals(0, empty.version());
    assertEquals(Optional.empty(), empty.head());
    assertEquals(Optional.empty(), empty.time());
    assertEquals(0, empty.indexNames().size());
    assertThrows(ReferenceNotFoundException.class, () -> mine.store.at("no", Instant.EPOCH));
  }

  // Two heads within the same microsecond: the newer one is the state at that time.
  @Test
  void ofTwoHeadsWithOneTimeTheNewerCounts() {
    grow(1);
    mine.commit(set("n", "later"));
    assertEquals("later", at(bench.world.now()));
  }

  @Test
  void theTimeOfAnEarlierLifeIsNotFound() {
    grow(3);
    mine.store.deleteReference(MAIN);
    mine.store.createReference(MAIN);
    grow(1);
    assertEquals("0", at(bench.world.now()));
    assertThrows(HeadNotFoundException.class, () -> at(times.get(2)));
    assertThrows(HeadNotFoundException.class, () -> mine.store.at(MAIN, heads.get(1)));
  }

  @Test
  void aTimeWhoseHeadIsCollectedIsNotFound() {
    grow(30);
    for (HeadId head : heads.subList(0, 10)) {
      bench.database.delete(List.of(new ObjectRef("cairn.head", head.id()).in(TestStores.SCOPE)));
    }
    assertEquals("10", at(times.get(10)));
    assertThrows(HeadNotFoundException.class, () -> at(times.get(9)));
    assertThrows(HeadNotFoundException.class, () -> bench.process().store.at(MAIN, heads.get(9)));
  }

  @Test
  void anyHeadCanBeRead() {
    grow(50);
    for (int i = 0; i < 50; i++) {
      Snapshot snapshot = bench.process().store.at(MAIN, heads.get(i));
      assertEquals("" + i, Bench.get(snapshot, "n").orElseThrow());
      assertEquals(Optional.of(heads.get(i)), snapshot.head());
      assertEquals(Optional.of(times.get(i)), snapshot.time());
      assertEquals(heads.get(i).version(), snapshot.version());
    }
  }

  @Test
  void twoHeadsAreCompared() {
    grow(2);
    mine.commit(set("other", "1"));
    mine.commit(
        workspace -> {
          Bench.settings(workspace).remove(key("first"));
          return "";
        });
    Snapshot older = mine.store.at(MAIN, heads.get(0));
    IndexDiff<Bytes> diff =
        older.diff(mine.store.current(MAIN), "settings", ValueSerializer.bytes());
    assertTrue(diff.next());
    assertEquals(key("first"), diff.key());
    assertEquals(Optional.empty(), diff.after());
    assertTrue(diff.next());
    assertEquals(key("n"), diff.key());
    assertEquals(Optional.of(Bytes.ofUtf8("0")), diff.before());
    assertEquals(Optional.of(Bytes.ofUtf8("1")), diff.after());
    assertTrue(diff.next());
    assertEquals(key("other"), diff.key());
    assertEquals(Optional.empty(), diff.before());
    assertFalse(diff.next());
  }

  @Test
  void statesOfTwoStoresAreNotCompared() {
    Snapshot mineNow = mine.store.current(MAIN);
    Snapshot others = bench.process().store.current(MAIN);
    assertThrows(
        IllegalArgumentException.class,
        () -> mineNow.diff(others, "settings", ValueSerializer.bytes()));
  }
}
