package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.backend.cassandra.TokenScan.Entry;
import dev.cairn.backend.cassandra.TokenScan.Page;
import dev.cairn.testkit.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The order of a scan, where it continues, and how it splits parts that are too large. */
class TokenScanTest {
  @RegisterExtension final Seed seed = Seed.ofRun();

  private static final int ONE_TOKEN = 4;

  private static final class TooMuch extends RuntimeException {}

  /** A table that refuses to read too many rows in one request, and fails at random. */
  private static final class Ring {
    private final List<Entry<Integer>> rows = new ArrayList<>();
    private final Random random;
    private final int most;
    private int refused;

    Ring(Random random, int most) {
      this.random = random;
      this.most = most;
    }

    void add(long token, int key) {
      rows.add(new Entry<>(token, Bytes.wrap(new byte[] {(byte) key}), rows.size()));
      rows.sort(Comparator.<Entry<Integer>>comparingLong(Entry::token).thenComparing(Entry::key));
    }

    Page<Integer> first(long from, long to) {
      List<Entry<Integer>> found =
          rows.stream().filter(row -> row.token() >= from && row.token() <= to).toList();
      if (found.size() > most) {
        refused++;
        throw new TooMuch();
      }
      // The smallest parts, which have the rows of one token, are never refused.
      return page(found, found.size() > ONE_TOKEN);
    }

    private Page<Integer> page(List<Entry<Integer>> found, boolean mayFail) {
      int size = Math.min(found.size(), 1 + random.nextInt(3));
      List<Entry<Integer>> rest = found.subList(size, found.size());
      return new Page<>(
          found.subList(0, size),
          rest.isEmpty() ? Optional.empty() : Optional.of(() -> next(rest, mayFail)));
    }

    private Page<Integer> next(List<Entry<Integer>> rest, boolean mayFail) {
      if (mayFail && random.nextInt(5) == 0) {
        refused++;
        throw new TooMuch();
      }
      return page(rest, mayFail);
    }
  }

  @Test
  void everyRowIsVisitedOnceInOrderWhateverIsRefusedAndWhereverItStops() {
    Random random = seed.random("rings");
    int refused = 0;
    for (int round = 0; round < 200; round++) {
      Ring ring = new Ring(random, ONE_TOKEN + random.nextInt(4));
      int count = random.nextInt(60);
      for (int i = 0; i < count; i++) {
        // In few places, so that some share a token.
        long place = (long) random.nextInt(12) << 59;
        ring.add(place + Long.MIN_VALUE + (((long) i / ONE_TOKEN) << 20), i % ONE_TOKEN);
      }
      ring.add(Long.MAX_VALUE, 0);
      ring.add(Long.MIN_VALUE + (1 << 19), 0);
      List<Entry<Integer>> visited = new ArrayList<>();
      Optional<Entry<Integer>> stopped = Optional.empty();
      int steps = 0;
      do {
        int end = visited.size() + 1 + random.nextInt(10);
        TokenScan<Integer> scan =
            new TokenScan<>(
                ring::first,
                Arc.RING,
                TooMuch.class::isInstance,
                entry -> {
                  visited.add(entry);
                  return visited.size() < end;
                });
        stopped =
            stopped.isPresent()
                ? scan.runAfter(stopped.get().token(), stopped.get().key())
                : scan.run();
        steps++;
        assertTrue(steps < 1_000, "it does not end");
      } while (stopped.isPresent());
      assertEquals(ring.rows, visited);
      refused += ring.refused;
    }
    int all = refused;
    assertTrue(all > 100, () -> "only " + all + " parts were refused");
  }

  @Test
  void partThatIsTooMuchHoweverSmallEndsTheScan() {
    Ring ring = new Ring(seed.random("ring"), 2);
    for (int i = 0; i < 3; i++) {
      ring.add(7, i);
    }
    TokenScan<Integer> scan =
        new TokenScan<>(ring::first, Arc.RING, TooMuch.class::isInstance, entry -> true);
    assertThrows(TooMuch.class, scan::run);
    assertTrue(ring.refused > 5, () -> "refused only " + ring.refused + " times");
  }

  @Test
  void otherFailuresEndTheScanAtOnce() {
    TokenScan<Integer> scan =
        new TokenScan<>(
            (from, to) -> {
              throw new IllegalStateException("no");
            },
            Arc.RING,
            TooMuch.class::isInstance,
            entry -> true);
    assertThrows(IllegalStateException.class, scan::run);
  }

  @Test
  void partsEndWithTheRing() {
    assertEquals(Long.MAX_VALUE, TokenScan.end(Long.MIN_VALUE, 64));
    assertEquals(-1, TokenScan.end(Long.MIN_VALUE, 63));
    assertEquals(Long.MAX_VALUE, TokenScan.end(0, 63));
    assertEquals(Long.MAX_VALUE, TokenScan.end(1, 63));
    assertEquals(Long.MAX_VALUE, TokenScan.end(Long.MAX_VALUE, 20));
    assertEquals(65_535, TokenScan.end(0, 16));
  }

  @Test
  void arcsMakeUpTheRing() {
    for (int parts : new int[] {1, 2, 3, 16, 1000}) {
      List<Arc> arcs = Arc.cut(parts);
      assertEquals(parts, arcs.size());
      assertEquals(Arc.RING, new Arc(arcs.get(0).first(), arcs.get(parts - 1).last()));
      for (int i = 1; i < parts; i++) {
        assertEquals(arcs.get(i - 1).last() + 1, arcs.get(i).first());
      }
    }
  }

  @Test
  void scansOfArcsVisitEveryRowOfTheRingOnce() {
    Random random = seed.random("arcs");
    for (int round = 0; round < 50; round++) {
      Ring ring = new Ring(random, 40);
      for (int i = 0; i < 200; i++) {
        ring.add(random.nextLong(), i);
      }
      List<Arc> arcs = Arc.cut(1 + random.nextInt(8));
      arcs.forEach(arc -> ring.add(arc.first(), 0));
      arcs.forEach(arc -> ring.add(arc.last(), 0));
      List<Entry<Integer>> visited = new ArrayList<>();
      for (Arc arc : arcs) {
        var unused =
            new TokenScan<>(ring::first, arc, TooMuch.class::isInstance, visited::add).run();
      }
      assertEquals(ring.rows, visited);
    }
  }
}
