package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.UnsupportedFormatException;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DamagedBytesTest {
  private static final IndexLimits LIMITS = new IndexLimits(300, 600, 150, 4);
  private static final ValueSerializer<ObjectRef> REFERENCES = ValueSerializer.references();

  private final MemoryPages memory = new MemoryPages();
  private final List<Bytes> keys = new ArrayList<>();
  private Bytes root;

  @BeforeEach
  void storeAnIndexOfSeveralLevels() {
    IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      Bytes key = Key.of("namespace" + random.nextInt(5), "table" + random.nextInt(1000));
      keys.add(key);
      Index<ObjectRef> index = indexes.index("i", REFERENCES);
      index = index.put(key, new ObjectRef(i % 7 == 0 ? "view" : "table", i));
      if (i % 10 == 9) {
        index = index.remove(keys.get(random.nextInt(i)));
      }
      indexes = memory.store(indexes.with("i", index), LIMITS);
    }
    memory.collect(List.of(indexes.roots()));
    memory.forget();
    root = indexes.roots().get("i");
    assertTrue(Root.read(root).height() >= 3);
  }

  @Test
  void aPageWithAnyBitFlippedIsRefusedByName() {
    for (Map.Entry<Long, Bytes> page : memory.stored.entrySet()) {
      byte[] bytes = page.getValue().toByteArray();
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        assertDamagedPage(page.getKey(), bytes);
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
      }
    }
  }

  @Test
  void aPageCutAnywhereIsRefusedByName() {
    for (Map.Entry<Long, Bytes> page : memory.stored.entrySet()) {
      byte[] bytes = page.getValue().toByteArray();
      for (int length = 0; length < bytes.length; length++) {
        assertDamagedPage(page.getKey(), Arrays.copyOf(bytes, length));
      }
    }
  }

  @Test
  void randomBytesAreRefused() {
    Random random = new Random(RandomizedRuns.seed(DamagedBytesTest.class));
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      assertDamagedPage(1, bytes);
      assertThrows(DamagedDataException.class, () -> Root.read(Bytes.copyOf(bytes)));
    }
  }

  @Test
  void aPageUnderTheIdOfAnotherIsRefused() {
    List<Long> ids = new ArrayList<>(memory.stored.keySet());
    assertDamagedPage(ids.get(0), memory.stored.get(ids.get(1)).toByteArray());
  }

  private static void assertDamagedPage(long id, byte[] bytes) {
    DamagedDataException damaged =
        assertThrows(
            DamagedDataException.class, () -> Page.open(id, Bytes.copyOf(bytes)), () -> "" + id);
    assertTrue(damaged.getMessage().contains("%016x".formatted(id)), damaged.getMessage());
  }

  @Test
  void aRootWithAnyBitFlippedOrCutAnywhereIsRefused() {
    byte[] bytes = root.toByteArray();
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(DamagedDataException.class, () -> Root.read(Bytes.wrap(flipped)));
    }
    for (int length = 0; length < bytes.length; length++) {
      Bytes cut = root.slice(0, length);
      assertThrows(DamagedDataException.class, () -> Root.read(cut));
    }
  }

  @Test
  void aPageOfALaterFormatIsNotCalledDamaged() {
    Map.Entry<Long, Bytes> page = memory.stored.entrySet().iterator().next();
    byte[] bytes = page.getValue().toByteArray();
    bytes[0] = 2;
    Bytes later = Bytes.wrap(Forgery.reseal(bytes, page.getKey()));
    assertThrows(UnsupportedFormatException.class, () -> Page.open(page.getKey(), later));
  }

  @Test
  void aPageInThePlaceOfAnotherLevelIsRefusedSoThatNothingGoesInCircles() {
    long leaf = leafId();
    Root tall = Root.read(root);
    Child wrong = new Child(Page.LOWEST, leaf, 1, 1, Child.NO_BUFFER);
    Bytes forged = Root.of(tall.height(), wrong, List.of()).bytes();
    Index<ObjectRef> index = Index.open(forged, memory.pages, REFERENCES);
    DamagedDataException damaged =
        assertThrows(DamagedDataException.class, () -> index.get(keys.get(0)));
    assertTrue(damaged.getMessage().contains("level"), damaged.getMessage());
  }

  private long leafId() {
    return memory.stored.entrySet().stream()
        .filter(page -> page.getValue().get(1) == 0)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  @Test
  void aMissingPageIsNamed() {
    long missing = Root.read(root).id();
    memory.stored.remove(missing);
    Index<ObjectRef> index = Index.open(root, memory.pages, REFERENCES);
    MissingPageException exception =
        assertThrows(MissingPageException.class, () -> index.get(keys.get(0)));
    assertEquals(missing, exception.id());
  }

  /**
   * Behind the checksum: pages and roots that were made to look right are read and rewritten in
   * every way there is. What comes out may be wrong, as the bytes are; it may take no longer and no
   * more memory than a page of that size can, and the only exception is the one for damage.
   */
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void forgedPagesWithARightChecksumLeadToDamageAndToNothingWorse() {
    long seed = RandomizedRuns.seed(DamagedBytesTest.class);
    Random random = new Random(seed);
    List<Long> ids = new ArrayList<>(memory.stored.keySet());
    int rounds = (int) (6_000 * RandomizedRuns.scale());
    for (int i = 0; i < rounds; i++) {
      boolean isRoot = random.nextInt(4) == 0;
      long id = ids.get(random.nextInt(ids.size()));
      Bytes good = isRoot ? root : memory.stored.get(id);
      Bytes forged = Bytes.wrap(Forgery.of(good.toByteArray(), isRoot ? 0 : id, random));
      memory.forget();
      if (!isRoot) {
        memory.stored.put(id, forged);
      }
      String round = "round " + i + " of seed " + seed;
      try {
        useAll(isRoot ? forged : root, random);
        var unused = IndexNode.ofPage(id, memory.stored.get(id));
      } catch (DamagedDataException | MissingPageException expected) {
        assertTrue(expected.getMessage().length() > 0);
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        fail(round, e);
      }
      memory.stored.put(id, isRoot ? memory.stored.get(id) : good);
    }
  }

  private void useAll(Bytes anyRoot, Random random) {
    TreeMap<String, Bytes> roots = new TreeMap<>(Map.of("i", anyRoot));
    IndexSet indexes = IndexSet.open(roots, memory.pages, LIMITS);
    Index<ObjectRef> index = indexes.index("i", REFERENCES);
    switch (random.nextInt(7)) {
      case 0 -> keys.forEach(index::get);
      case 1 -> index.getAll(keys);
      case 2 -> index.list(IndexRange.all()).forEachRemaining(entry -> {});
      case 3 -> index.list(IndexRange.all().descending()).forEachRemaining(entry -> {});
      case 4 -> index.count(IndexRange.prefix(Key.of("namespace3")));
      case 5 -> {
        IndexDiff<ObjectRef> diff = index.diff(Index.open(root, memory.pages, REFERENCES));
        while (diff.next()) {
          diff.before();
        }
      }
      default -> {
        TreeMap<Bytes, IndexChange<ObjectRef>> all = new TreeMap<>();
        keys.forEach(key -> all.put(key, IndexChange.remove(key)));
        indexes.with("i", index.apply(all.values())).spill(memory.ids());
      }
    }
    var unused = IndexNode.ofRoot(anyRoot);
  }
}
