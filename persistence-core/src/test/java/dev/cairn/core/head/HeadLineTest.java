package dev.cairn.core.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.core.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HeadLineTest {
  private final Map<Long, EarlierHeads> stored = new HashMap<>();
  private final List<HeadVersion> all = new ArrayList<>();
  private EarlierHeads line = EarlierHeads.none();
  private int reads;

  /** Makes heads, now and then with versions in between that fences took. */
  private void grow(int heads, Random random, int fenceEvery) {
    long version = 1;
    for (int i = 0; i < heads; i++) {
      version += 1 + (random.nextInt(fenceEvery) == 0 ? random.nextInt(3) : 0);
      HeadVersion head = new HeadVersion(version, 1_000_000L + 7L * i);
      stored.put(head.headId(), line);
      all.add(head);
      line = line.plus(head);
    }
  }

  private EarlierHeads before(long headId) {
    reads++;
    return stored.get(headId);
  }

  private boolean contains(HeadVersion sought) {
    reads = 0;
    return HeadLine.contains(line, sought, this::before);
  }

  @Test
  void anyOf200000HeadsIsFoundByAtMost9Reads() {
    Random random = new Random(Seed.of("HeadLineTest"));
    grow(200_000, random, 1_000_000);
    int most = 0;
    for (int i = 0; i < all.size(); i++) {
      assertTrue(contains(all.get(i)), "head " + i);
      most = Math.max(most, reads);
    }
    assertTrue(most <= 9, most + " reads");
  }

  @Test
  void fencesBetweenHeadsHideNoHead() {
    grow(5_000, new Random(Seed.of("HeadLineTest")), 3);
    for (HeadVersion head : all) {
      assertTrue(contains(head), head.toString());
    }
  }

  @Test
  void anotherHeadAtTheSameVersionIsNotInTheLine() {
    grow(1_000, new Random(1), 10);
    for (HeadVersion head : all) {
      assertFalse(contains(new HeadVersion(head.version(), 5)), head.toString());
    }
  }

  @Test
  void nothingIsFoundBeforeTheFirstHead() {
    assertFalse(contains(new HeadVersion(1, 5)));
    assertEquals(0, reads);
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a search in circles
  void headsThatNameEachOtherAreDamage() {
    stored.put(1L, EarlierHeads.of(List.of(new HeadVersion(20, 2))));
    stored.put(2L, EarlierHeads.of(List.of(new HeadVersion(21, 1))));
    line = EarlierHeads.of(List.of(new HeadVersion(21, 1)));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> contains(new HeadVersion(10, 5)));
    assertTrue(e.getMessage().contains("0000000000000002"), e.getMessage());
  }
}
