package dev.cairn.core.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.objects.ImmutableObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AppliedKeysTest {
  private static final Duration WINDOW = Duration.ofSeconds(2135);
  private static final Instant ACCEPTED = Instant.parse("2026-01-01T00:00:00.123456Z");
  private static final CommitId ID = new CommitId("main", 5, new HeadId(42, 1000), 997);

  private final TestEnvironment time = new TestEnvironment();
  private final TestStores stores = new TestStores(time.environment(1), Runnable::run);
  private final InMemoryBackend backend = new InMemoryBackend();

  private static CommitKey key(String request, String step, Instant accepted) {
    return new CommitKey(request, step, accepted, accepted.plusSeconds(1800), WINDOW);
  }

  // Heads of all releases have to find each other's keys.
  @Test
  void keysAreFoundInTheSamePlaceForEver() {
    AppliedKeys.Place place = AppliedKeys.place(key("request", "step", ACCEPTED));
    assertEquals("cairn.applied.9.3451612", place.slice().index());
    assertEquals("cairn.applied.9.3451612.runs", place.slice().runs());
    assertEquals("000647484622224032e82f02d0fd897cbec07db3", place.key().toHex());
    assertNotEquals(place, AppliedKeys.place(key("request", "", ACCEPTED)));
    assertNotEquals(place, AppliedKeys.place(key("request", "step", ACCEPTED.plusNanos(1_000))));
  }

  @Test
  void valuesAreWrittenAsTheSameBytesForEver() {
    CommitKey key = key("request", "step", ACCEPTED);
    StoredValue applied = AppliedKeys.value(false, Bytes.ofUtf8("ok"), ID);
    assertEquals("01002a00000000000003e8056f6b", applied.payload().toHex());
    assertEquals(
        new KeyedCommit.AlreadyApplied(Bytes.ofUtf8("ok"), ID),
        AppliedKeys.read("main", version -> 5, key, applied));
    StoredValue failed = AppliedKeys.value(true, Bytes.empty(), ID);
    assertEquals("01012a00000000000003e805", failed.payload().toHex());
    assertEquals(
        new KeyedCommit.AlreadyFailed(Bytes.empty()),
        AppliedKeys.read("main", version -> 5, key, failed));
    for (String damaged : List.of("", "01", "02012a", "01022a00000000000003e805")) {
      StoredValue value = new StoredValue(null, Bytes.ofHex(damaged));
      assertThrows(
          DamagedDataException.class, () -> AppliedKeys.read("main", version -> 5, key, value));
    }
  }

  @Test
  void recentKeysAreWrittenAsTheSameBytesForEver() {
    AppliedKeys.Place place = AppliedKeys.place(key("request", "step", ACCEPTED));
    AppliedKeys.Place other = AppliedKeys.place(key("request", "", ACCEPTED));
    StoredValue value = AppliedKeys.value(false, Bytes.ofUtf8("ok"), ID);
    RecentKeys keys = RecentKeys.of(null).plus(Map.of(place, value));
    assertEquals(
        "09000647484622224032e82f02d0fd897cbec07db30e01002a00000000000003e8056f6bff",
        keys.bytes().toHex());
    assertEquals(value, keys.find(place));
    assertNull(keys.find(other));
    assertNull(keys.find(new AppliedKeys.Place(10, place.key())));
    RecentKeys two = RecentKeys.of(keys.bytes()).plus(Map.of(other, value));
    Map<AppliedKeys.Place, StoredValue> found = new HashMap<>();
    two.forEach(found::put);
    assertEquals(Map.of(place, value, other, value), found);
    RecentKeys damaged = RecentKeys.of(keys.bytes().slice(0, 20));
    assertThrows(DamagedDataException.class, () -> damaged.find(other));
  }

  @Test
  void slicesAreDroppedOnlyWhenAllTheirKeysArePast() {
    SortedMap<String, Bytes> roots = new TreeMap<>();
    for (String name :
        List.of(
            "cairn.applied.9.100", // ends at 51,712 s
            "cairn.applied.9.100.runs",
            "cairn.applied.9.101",
            "cairn.applied.9.101.runs",
            "cairn.applied.runs",
            "cairn.applied..runs",
            "cairn.applied.x.1",
            "cairn.applied.9",
            "cairn.applied.9.1.2",
            "cairn.other",
            "tables")) {
      roots.put(name, Bytes.empty());
    }
    long end = 101 * 512 * 1_000_000L;
    assertEquals(List.of(), List.copyOf(AppliedKeys.dropped(roots, end - 1)));
    assertEquals(
        List.of("cairn.applied.9.100", "cairn.applied.9.100.runs"),
        List.copyOf(AppliedKeys.dropped(roots, end)));
  }

  private Head head(EngineStore store) {
    ImmutableObjects objects =
        new ImmutableObjects(
            backend,
            new Codec(1),
            ObjectTypes.of(List.of(Head.TYPE)),
            TestStores.SCOPE,
            () -> 7,
            time.environment(2));
    Heads heads =
        new Heads(
            objects, TestStores.SCOPE, new ObjectCache(0, Runnable::run), IndexLimits.DEFAULT);
    return heads.get(store.current("main").head().orElseThrow().id()).head();
  }

  @Test
  void commitsWithoutKeysLeaveNoTrace() {
    EngineStore store = stores.open(backend);
    store.createReference("main");
    for (int i = 0; i < 5; i++) {
      put(store, "a" + i);
      assertNull(head(store).applied());
    }
    assertTrue(head(store).indexes().keySet().stream().noneMatch(Head::isOfTheEngine));
  }

  private static void put(EngineStore store, String name) {
    var unused =
        store.commit(
            "main",
            workspace -> {
              workspace.index("i", ValueSerializer.bytes()).put(Key.of(name), Bytes.empty());
              return name;
            });
  }

  @Test
  void manyKeysOverManyWindowsStayAFewSlices() {
    EngineStore store = stores.open(backend);
    store.createReference("main");
    int keys = 120;
    int most = 0;
    for (int i = 0; i < keys; i++) {
      CommitKey key = key("request " + i, "", time.now());
      assertInstanceOf(
          KeyedCommit.Applied.class,
          store.commit("main", key, workspace -> Bytes.ofUtf8("some result of a request")));
      time.move(WINDOW.multipliedBy(4).dividedBy(keys));
      Head head = head(store);
      long size = head.indexes().values().stream().mapToInt(Bytes::length).sum();
      assertTrue(size <= 4096 + 512, () -> "the head embeds " + size);
      most = Math.max(most, head.indexes().size());
    }
    // Four to a window or a few more, and those that the window and the watermark cut.
    assertTrue(most <= 7, "slices at once: " + most);
    assertTrue(most >= 3, "slices at once: " + most);
  }
}
