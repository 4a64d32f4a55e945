package dev.cairn.core.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.index.ValueSerializer;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Pages stay near the sizes they are cut to, whatever keys come and however many at once. */
class PageSizeTest {
  private static final IndexLimits LIMITS = IndexLimits.DEFAULT;
  private static final ValueSerializer<Bytes> VALUES = ValueSerializer.bytes();

  private final MemoryPages memory = new MemoryPages();
  private IndexSet indexes = IndexSet.open(new TreeMap<>(), memory.pages, LIMITS);

  private void apply(Map<Bytes, Bytes> content) {
    TreeMap<Bytes, IndexChange<Bytes>> changes = new TreeMap<>();
    content.forEach((key, value) -> changes.put(key, IndexChange.put(key, value)));
    Index<Bytes> index = indexes.index("i", VALUES).apply(changes.values());
    indexes = memory.store(indexes.with("i", index), LIMITS);
  }

  private static Bytes deepName(int number) {
    return Key.of("x".repeat(3000), "table%06d".formatted(number));
  }

  private int largestPage() {
    return memory.stored.values().stream().mapToInt(Bytes::length).max().orElseThrow();
  }

  @Test
  void namesThatShareMoreThanABlockTakesOutAreCutIntoPagesOfTheUsualSize() {
    TreeMap<Bytes, Bytes> content = new TreeMap<>();
    for (int i = 0; i < 1500; i++) {
      content.put(deepName(i), Bytes.empty());
    }
    apply(content);
    assertTrue(largestPage() <= 2 * LIMITS.leafBytes(), largestPage() + " bytes");
    assertEquals(content, indexes.index("i", VALUES).getAll(content.keySet()));
  }

  @Test
  void namesThatShareMoreThanABlockTakesOutAreLoadedIntoPagesOfTheUsualSize() {
    IndexLoader<Bytes> loader =
        new IndexLoader<>(
            memory.pages,
            VALUES,
            LIMITS,
            memory.ids(),
            page -> memory.stored.put(page.id(), page.bytes()));
    for (int i = 0; i < 1500; i++) {
      loader.add(deepName(i), Bytes.empty());
    }
    assertEquals(1500, loader.finish().count(IndexRange.all()));
    assertTrue(largestPage() <= 2 * LIMITS.leafBytes(), largestPage() + " bytes");
  }

  /**
   * Most changes go to one child, which becomes hundreds; the others must not be allowed the
   * buffers of those.
   */
  @Test
  void manyChangesAtOnceLeaveNoMoreInBuffersThanOnePageMayHave() {
    TreeMap<Bytes, Bytes> few = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      few.put(Key.of("k%06d".formatted(i)), Bytes.wrap(new byte[50]));
    }
    apply(few);
    Random random = new Random(5);
    TreeMap<Bytes, Bytes> many = new TreeMap<>();
    for (int i = 0; i < 100_000; i++) {
      many.put(Key.of("k000050", "%08x".formatted(random.nextInt())), Bytes.wrap(new byte[50]));
    }
    for (int i = 4_000; i < 8_000; i++) {
      many.put(Key.of("k%06d".formatted(i), "x"), Bytes.wrap(new byte[50]));
    }
    apply(many);
    int most = LIMITS.leafBytes() + 2 * LIMITS.fanout() * LIMITS.bufferBytes();
    assertTrue(largestPage() <= most, largestPage() + " bytes");
  }
}
