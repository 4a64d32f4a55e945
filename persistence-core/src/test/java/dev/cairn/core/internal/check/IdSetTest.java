package dev.cairn.core.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.TestSeed;
import dev.cairn.snowflake.SnowflakeId;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IdSetTest {
  @Test
  void itAnswersAsAnySetDoes() {
    Random random = new Random(TestSeed.of("a set of IDs"));
    IdSet ids = new IdSet();
    Set<Long> model = new HashSet<>();
    for (int i = 0; i < 200_000; i++) {
      long id = random.nextBoolean() ? random.nextInt(50_000) : random.nextLong() & Long.MAX_VALUE;
      assertEquals(model.add(id), ids.add(id), () -> "ID " + id);
    }
    assertFalse(ids.add(model.iterator().next()));
  }

  /** As one busy process makes them: they differ in few bits. */
  @Test
  void idsOfOneNodeAreKeptApart() {
    IdSet ids = new IdSet();
    for (int millis = 0; millis < 50; millis++) {
      for (int sequence = 0; sequence < SnowflakeId.SEQUENCES; sequence++) {
        assertTrue(ids.add(SnowflakeId.of(40_000_000_000L + millis, 5, sequence)));
      }
    }
    assertFalse(ids.add(SnowflakeId.of(40_000_000_000L, 5, 0)));
  }

  @Test
  void ofThreadsThatAddTheSameOneIsTheFirst() {
    IdSet ids = new IdSet();
    AtomicInteger firsts = new AtomicInteger();
    LongStream.range(0, 400_000).parallel().forEach(i -> firsts.addAndGet(ids.add(i / 4) ? 1 : 0));
    assertEquals(100_000, firsts.get());
  }
}
