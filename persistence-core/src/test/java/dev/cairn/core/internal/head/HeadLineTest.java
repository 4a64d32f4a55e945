package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.TestSeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
    Random random = new Random(TestSeed.of("HeadLineTest"));
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
    grow(5_000, new Random(TestSeed.of("HeadLineTest")), 3);
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

  private ReferenceRow row(long version) {
    return new ReferenceRow(
        new ReferenceKey(new Scope("t", "c"), "main"),
        OptionalLong.of(all.get(all.size() - 1).headId()),
        version,
        new Token(1, 2),
        1,
        stored.get(all.get(all.size() - 1).headId()),
        OptionalLong.empty());
  }

  @Test
  void theHeadDirectlyAfterAnyOneIsFound() {
    grow(5_000, new Random(TestSeed.of("HeadLineTest")), 3);
    HeadVersion last = all.get(all.size() - 1);
    ReferenceRow row = row(last.version() + 2); // fenced twice since
    int most = 0;
    for (int i = 0; i < all.size() - 1; i++) {
      reads = 0;
      OptionalLong found = HeadLine.successor(row, all.get(i), this::before);
      assertEquals(OptionalLong.of(all.get(i + 1).headId()), found, "after head " + i);
      most = Math.max(most, reads);
    }
    assertTrue(most <= 9, most + " reads");
    assertEquals(OptionalLong.empty(), HeadLine.successor(row, last, this::before));
  }

  // A line that goes on after a tombstone names its head with the version of the tombstone.
  @Test
  void theHeadAfterOneThatAListNamesWithALaterVersionIsFound() {
    HeadVersion deleted = new HeadVersion(5, 50);
    HeadVersion next = new HeadVersion(9, 90);
    stored.put(50L, EarlierHeads.none());
    stored.put(90L, EarlierHeads.of(List.of(new HeadVersion(7, 50))));
    all.add(next);
    assertEquals(OptionalLong.of(90), HeadLine.successor(row(9), deleted, this::before));
    all.add(new HeadVersion(10, 100));
    stored.put(100L, stored.get(90L).plus(next));
    assertEquals(OptionalLong.of(90), HeadLine.successor(row(10), deleted, this::before));
  }

  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a search in circles
  void aSuccessorIsNotSoughtInCircles() {
    stored.put(1L, EarlierHeads.of(List.of(new HeadVersion(20, 2))));
    stored.put(2L, EarlierHeads.of(List.of(new HeadVersion(21, 1))));
    all.add(new HeadVersion(21, 1));
    assertThrows(
        DamagedDataException.class,
        () -> HeadLine.successor(row(21), new HeadVersion(10, 5), this::before));
  }

  @Test
  void nothingIsFoundBeforeTheFirstHead() {
    assertFalse(contains(new HeadVersion(1, 5)));
    assertEquals(0, reads);
  }

  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a search in circles
  void headsThatNameEachOtherAreDamage() {
    stored.put(1L, EarlierHeads.of(List.of(new HeadVersion(20, 2))));
    stored.put(2L, EarlierHeads.of(List.of(new HeadVersion(21, 1))));
    line = EarlierHeads.of(List.of(new HeadVersion(21, 1)));
    DamagedDataException e =
        assertThrows(DamagedDataException.class, () -> contains(new HeadVersion(10, 5)));
    assertTrue(e.getMessage().contains("0000000000000002"), e.getMessage());
  }
}
