package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexChange;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.objects.ImmutableObjects;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A key that left the list of recent keys is found again, and no other. */
class KeyRunsTest {
  private static final Duration WINDOW = Duration.ofSeconds(2135);
  private static final long SPAN = KeyRuns.SPAN_MICROS;
  private static final StoredValue VALUE =
      AppliedKeys.value(
          false, Bytes.ofUtf8("ok"), new CommitId(MAIN, 5, new HeadId(42, 1000), 997));

  private final Bench bench = new Bench();
  private final Client mine = bench.first();
  private int executed;

  private static CommitKey key(String request, Instant accepted, Duration window) {
    return new CommitKey(request, "", accepted, accepted.plus(window), window);
  }

  private CommitKey key(String request) {
    return key(request, bench.world.now(), WINDOW);
  }

  private KeyedCommit commit(EngineStore store, CommitKey key) {
    return store.commit(
        MAIN,
        key,
        workspace -> {
          executed++;
          return Bytes.ofUtf8("result of " + key.request());
        });
  }

  private void apply(CommitKey key) {
    assertInstanceOf(KeyedCommit.Applied.class, commit(mine.store, key));
  }

  private Heads heads() {
    ImmutableObjects objects =
        new ImmutableObjects(
            bench.database,
            new Codec(1),
            ObjectTypes.of(List.of(Head.TYPE)),
            TestStores.SCOPE,
            bench.stores.ids(700),
            bench.environment);
    ObjectCache cache = new ObjectCache(0, Runnable::run);
    return new Heads(objects, TestStores.SCOPE, cache, IndexLimits.DEFAULT);
  }

  private Head head() {
    return heads().get(bench.row().headId().getAsLong()).head();
  }

  private List<ObjectRow> runs() {
    List<ObjectRow> runs = new ArrayList<>();
    bench.database.scanObjects(
        Optional.of(TestStores.SCOPE),
        Optional.of(Heads.KEYS_TYPE),
        ScanBound.NONE,
        Optional.empty(),
        row -> runs.add(row));
    return runs;
  }

  private static AppliedKeys.Place place(String request, long acceptedMicros) {
    Instant accepted = Instant.EPOCH.plus(acceptedMicros, ChronoUnit.MICROS);
    return AppliedKeys.place(key(request, accepted, WINDOW));
  }

  private static RecentKeys list(List<AppliedKeys.Place> places) {
    Map<AppliedKeys.Place, StoredValue> keys = new LinkedHashMap<>();
    places.forEach(place -> keys.put(place, VALUE));
    return RecentKeys.of(null).plus(keys);
  }

  /** What is made of keys that were accepted at these times, as text. */
  private static List<String> spilled(long... accepted) {
    List<AppliedKeys.Place> places = new ArrayList<>();
    for (long time : accepted) {
      places.add(place("request " + places.size(), time));
    }
    List<String> made = new ArrayList<>();
    var unused =
        new KeyRuns(
                list(places),
                bytes -> {
                  List<AppliedKeys.Place> inRun = new ArrayList<>();
                  new RecentKeys(bytes).forEach((place, value) -> inRun.add(place));
                  made.add("run of " + inRun.size());
                  return 7;
                },
                (index, change) -> made.add(index + " " + change.key().slice(0, 8).toHex()))
            .spill();
    return made;
  }

  // Readers of all releases have to understand these.
  @Test
  void entriesAndRunsAreWrittenAsTheSameBytesForEver() {
    List<AppliedKeys.Place> places = new ArrayList<>();
    for (int i = 0; i < KeyRuns.FEWEST; i++) {
      places.add(place("request", 1_767_225_600_123_456L + i * 100L));
    }
    RecentKeys recent = list(places);
    List<Bytes> runs = new ArrayList<>();
    Map<String, IndexChange<StoredValue>> edits = new TreeMap<>();
    long latest =
        new KeyRuns(
                recent,
                bytes -> {
                  runs.add(bytes);
                  return 0x1234;
                },
                edits::put)
            .spill();
    assertEquals(1_767_225_600_124_156L, latest);
    assertEquals(List.of(recent.bytes()), runs, "the list, unchanged");
    IndexChange<StoredValue> entry = edits.get("cairn.applied.9.3451612.runs");
    assertEquals(1, edits.size());
    assertEquals("00064748462224fc0000000000001234", entry.key().toHex());
    assertEquals("01bc05", entry.value().payload().toHex());
    assertEquals("cairn.keys/0000000000001234", entry.value().reference().toString());
  }

  @Test
  void fewKeysAndOldKeysHaveEntriesOfTheirOwn() {
    long now = 1_767_225_600_000_000L;
    assertEquals(7, spilled(now, now, now + 1, now, now, now, now).size());
    long[] accepted = new long[10];
    for (int i = 0; i < 8; i++) {
      accepted[i] = now + i;
    }
    accepted[8] = now + 7 - SPAN; // just near enough
    accepted[9] = now + 7 - SPAN - 1;
    List<String> made = spilled(accepted);
    assertEquals(3, made.size(), made.toString());
    assertEquals("run of 9", made.get(0));
    accepted[8] = now + 8 + SPAN; // from a clock that is ahead
    accepted[9] = now + 9 + SPAN;
    made = spilled(accepted);
    assertEquals(4, made.size(), made.toString());
    assertEquals("run of 8", made.get(2));
  }

  @Test
  void aKeyIsFoundWhereverItsTimeFallsInARun() {
    Instant now = bench.world.now();
    long[] offsets = {0, 1, SPAN - 1, SPAN, SPAN / 2, 3, 4, 5, 6, 7, 8, 9, -1, SPAN + 1};
    List<CommitKey> keys = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      long offset = i < offsets.length ? offsets[i] : 10 + i;
      keys.add(key("request " + i, now.plus(offset, ChronoUnit.MICROS), WINDOW));
    }
    keys.forEach(this::apply);
    assertFalse(runs().isEmpty(), "there are no runs");
    EngineStore fresh = bench.stores.open(bench.database);
    for (CommitKey key : keys) {
      assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(fresh, key), key.toString());
      CommitKey other = key("other than " + key.request(), key.acceptedAt(), WINDOW);
      assertEquals(Optional.empty(), fresh.findKey(MAIN, other));
    }
    assertEquals(60, executed);
  }

  // Keys come late, from clocks that are off or start in 1970, at the ends of slices, from servers
  // that are configured otherwise, and some requests are repeated at once and some much later.
  @Test
  void keysOfAllTimesAreAppliedOnce() {
    long seed = Long.getLong("cairn.test.seed", System.nanoTime());
    System.out.println("KeyRunsTest seed " + seed + " (-Dcairn.test.seed=" + seed + ")");
    Random random = new Random(seed);
    List<CommitKey> applied = new ArrayList<>();
    List<EngineStore> stores =
        List.of(mine.store, bench.stores.open(bench.database), bench.stores.open(bench.database));
    for (int i = 0; i < 1_500; i++) {
      EngineStore store = stores.get(random.nextInt(stores.size()));
      if (!applied.isEmpty() && random.nextInt(3) == 0) {
        CommitKey again = applied.get(random.nextInt(applied.size()));
        KeyedCommit.AlreadyApplied known =
            assertInstanceOf(
                KeyedCommit.AlreadyApplied.class, commit(store, again), again.toString());
        assertEquals("result of " + again.request(), known.result().toUtf8());
        continue;
      }
      bench.world.move(Duration.ofNanos(1_000L * random.nextInt(20_000)));
      Duration window = Duration.ofSeconds(1L << (31 + random.nextInt(3)));
      CommitKey key = key("request " + i, accepted(random), window);
      KeyedCommit committed = commit(store, key);
      if (!(committed instanceof KeyedCommit.WindowExpired)) {
        assertInstanceOf(KeyedCommit.Applied.class, committed, key.toString());
        applied.add(key);
      }
    }
    EngineStore fresh = bench.stores.open(bench.database);
    for (CommitKey key : applied) {
      assertInstanceOf(
          KeyedCommit.AlreadyApplied.class, fresh.findKey(MAIN, key).orElseThrow(), key.toString());
    }
    assertTrue(runs().size() > 5, "runs: " + runs().size());
  }

  private Instant accepted(Random random) {
    Instant now = bench.world.now();
    return switch (random.nextInt(40)) {
      case 0 -> now.minusSeconds(random.nextInt(1 << 19));
      case 1 -> now.plusSeconds(random.nextInt(1 << 19));
      case 2 -> Instant.EPOCH.plusNanos(1_000L * random.nextInt(2 * (int) SPAN));
      case 3, 4, 5 -> now.minusNanos(1_000L * random.nextInt(2 * (int) SPAN));
      default -> now.minusNanos(1_000L * random.nextInt(5_000));
    };
  }

  // A process that knows nothing commits new keys: it reads the row and the head, but no run and no
  // page, as all that were moved there were accepted before.
  @Test
  void aNewKeyIsNotLookedForAmongThoseThatWereMoved() {
    for (int i = 0; i < 200; i++) {
      bench.world.move(Duration.ofMillis(1));
      apply(key("request " + i));
    }
    bench.world.move(Duration.ofMillis(1));
    Client other = bench.process();
    assertInstanceOf(KeyedCommit.Applied.class, commit(other.store, key("new")));
    assertEquals(1, other.backend.count(Operation.FETCH), "the head");
  }

  // A release from before there were runs looks only at the list and at its own indexes. It must
  // not take a key in a run for one that was never applied, so the list has an end that it cannot
  // read, also when it is empty.
  @Test
  void theListNeverLooksCompleteToAReleaseThatKnowsNoRuns() {
    for (int i = 0; i < 100; i++) {
      apply(key("request " + i));
      AppliedWindow window = head().applied();
      assertEquals((byte) 0xFF, window.recent().get(window.recent().length() - 1));
    }
    assertTrue(head().applied().spilledTo() != null, "some were moved");
  }

  // A list from before there were runs has no end, and its last value may look like one.
  @Test
  void listsFromBeforeAreReadAndGoOn() {
    AppliedKeys.Place old = place("request", 5_000_000);
    StoredValue value = new StoredValue(null, Bytes.ofHex("0100ff"));
    Bytes ended = RecentKeys.of(null).plus(Map.of(old, value)).bytes();
    RecentKeys before = RecentKeys.of(ended.slice(0, ended.length() - 1));
    assertEquals(value, before.find(old));
    AppliedKeys.Place next = place("next", 6_000_000);
    RecentKeys after = before.plus(Map.of(next, VALUE));
    assertEquals(value, after.find(old));
    assertEquals(VALUE, after.find(next));
    assertEquals(value, RecentKeys.of(after.bytes()).plus(Map.of()).find(old));
  }

  // Heads from before there were runs have an index with an entry for each key.
  @Test
  void keysInIndexesFromBeforeAreFound() {
    CommitKey old = key("old");
    CommitKey older = key("older", bench.world.now().minusSeconds(600), WINDOW);
    writeInOlderForm(List.of(old, older));
    EngineStore store = bench.stores.open(bench.database);
    assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(store, old));
    for (int i = 0; i < 100; i++) {
      assertInstanceOf(KeyedCommit.Applied.class, commit(store, key("request " + i)));
    }
    assertFalse(runs().isEmpty(), "there are no runs beside them");
    EngineStore fresh = bench.stores.open(bench.database);
    assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(fresh, old));
    assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(fresh, older));
    assertEquals(100, executed);
  }

  private void writeInOlderForm(List<CommitKey> keys) {
    Heads heads = heads();
    ReferenceRow row = bench.row();
    OpenHead before = heads.get(row.headId().getAsLong());
    IndexSet indexes = before.indexes();
    for (CommitKey key : keys) {
      AppliedKeys.Place place = AppliedKeys.place(key);
      String name = place.slice().index();
      Index<StoredValue> index = indexes.index(name, StoredValue.SERIALIZER);
      indexes = indexes.with(name, index.put(place.key(), VALUE));
    }
    Head head =
        new Head(
            row.version() + 1,
            before.head().life(),
            before.head().time(),
            before.earlierOfNext().toBytes(),
            indexes.roots(),
            List.of(),
            AppliedWindow.NONE.committed(3, bench.environment.nowMicros(), 4_000_000_000L),
            Map.of());
    long id = bench.stores.ids(701).getAsLong();
    List<ObjectRow> rows = new ArrayList<>();
    OpenHead made = heads.write(id, head, before.earlierOfNext(), indexes, List.of(), rows);
    bench.database.write(rows);
    var unused =
        bench.database.swapReference(
            row.token(), row.moveTo(id, made.earlier(), bench.environment.newToken()));
  }

  // A lost run is reported as damage: what was in it is not executed again.
  @Test
  void aLostRunIsDamageAndNothingIsExecuted() {
    List<CommitKey> keys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      keys.add(key("request " + i));
      apply(keys.get(i));
    }
    List<ObjectKey> lost = runs().stream().map(ObjectRow::key).toList();
    assertFalse(lost.isEmpty());
    bench.database.delete(lost);
    EngineStore fresh = bench.stores.open(bench.database);
    assertThrows(DamagedDataException.class, () -> commit(fresh, keys.get(0)));
    assertEquals(40, executed);
  }

  @Test
  void anEntryInAnUnknownFormatIsDamageAndNothingIsExecuted() {
    AppliedKeys.Place place = place("request", 5_000_000);
    IndexSet none = heads().noIndexes();
    String name = place.slice().runs();
    for (String payload : List.of("", "02", "0180")) {
      Index<StoredValue> index =
          none.index(name, StoredValue.SERIALIZER)
              .put(
                  Bytes.ofHex("00000000004c4b400000000000001234"),
                  new StoredValue(new ObjectRef(Heads.KEYS_TYPE, 0x1234), Bytes.ofHex(payload)));
      List<ObjectRow> rows = new ArrayList<>();
      IndexSet indexes = none.with(name, index);
      Head head = new Head(1, 1, 1, Bytes.empty(), indexes.roots(), List.of(), Map.of());
      OpenHead open = heads().write(9, head, EarlierHeads.none(), indexes, List.of(), rows);
      assertThrows(DamagedDataException.class, () -> KeyRuns.find(open, heads(), place));
    }
  }
}
