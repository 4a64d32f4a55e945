package dev.cairn.core.internal.store;

import dev.cairn.api.ObjectRef;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Remembers objects exactly, in 12 bytes or a few more for each, but of each type only so many of
 * the latest: in a place where others come, the oldest is forgotten. So it never takes one object
 * for another, as a filter would, and never grows beyond its bound.
 */
final class LatestRefs {
  // Two objects that share a bucket and refer to each other are both remembered.
  private static final int PLACES = 4;
  private static final int FIRST = 1 << 8;
  private static final long FREE = -1; // no ID is negative
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int most;
  private final Map<String, Ids> byType = new HashMap<>();

  /**
   * @param most how many of a type to remember, a power of two from 4 on
   */
  LatestRefs(int most) {
    this.most = most;
  }

  /** Adds an object; false if it is known to have been added before. */
  boolean add(ObjectRef ref) {
    return byType.computeIfAbsent(ref.type(), type -> new Ids()).add(ref.id());
  }

  private final class Ids {
    private long[] table = free(Math.min(FIRST, most));
    private int size;

    private boolean add(long id) {
      if (size > table.length / PLACES * (PLACES - 1) && table.length < most) {
        grow();
      }
      int first = place(id);
      for (int i = first; i < first + PLACES; i++) {
        if (table[i] == id) {
          return false;
        }
      }
      put(first, id);
      return true;
    }

    // With the latest first, the last one is the oldest, or free.
    private void put(int first, long id) {
      size += table[first + PLACES - 1] == FREE ? 1 : 0;
      System.arraycopy(table, first, table, first + 1, PLACES - 1);
      table[first] = id;
    }

    private void grow() {
      long[] before = table;
      table = free(2 * before.length);
      size = 0;
      for (int i = before.length - 1; i >= 0; i--) { // the oldest of each place first
        if (before[i] != FREE) {
          put(place(before[i]), before[i]);
        }
      }
    }

    // IDs of one node and millisecond differ in their lowest bits only.
    private int place(long id) {
      long hash = (id ^ (id >>> 32)) * GOLDEN;
      hash = (hash ^ (hash >>> 29)) * GOLDEN;
      return (int) (hash >>> 33) & (table.length - PLACES);
    }

    private static long[] free(int length) {
      long[] table = new long[length];
      Arrays.fill(table, FREE);
      return table;
    }
  }
}
