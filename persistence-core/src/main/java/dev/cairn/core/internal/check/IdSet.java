package dev.cairn.core.internal.check;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A compact thread-safe set of IDs, 9 to 15 bytes for each.
 *
 * <p>It has parts, each a table with open addressing that grows separately, so that growing never
 * needs much more memory than is in use already.
 */
final class IdSet {
  private static final int PART_BITS = 5;
  private static final int FIRST_CAPACITY = 16;
  private static final long FREE = -1; // no ID is negative
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final AtomicReferenceArray<Part> parts = new AtomicReferenceArray<>(1 << PART_BITS);

  /** Adds {@code id}; true if it was not contained. */
  boolean add(long id) {
    long hash = mix(id);
    return part((int) (hash >>> (Long.SIZE - PART_BITS))).add(id, hash);
  }

  // A database may have thousands of scopes with a few objects each.
  private Part part(int number) {
    Part part = parts.get(number);
    if (part == null) {
      part = new Part();
      return parts.compareAndSet(number, null, part) ? part : parts.get(number);
    }
    return part;
  }

  // Snowflakes of one node and millisecond differ in their lowest bits only.
  private static long mix(long id) {
    long hash = (id ^ (id >>> 32)) * GOLDEN;
    return (hash ^ (hash >>> 29)) * GOLDEN;
  }

  private static final class Part {
    private long[] table = {};
    private int size;

    synchronized boolean add(long id, long hash) {
      if (size * 8L >= table.length * 7L) {
        grow();
      }
      int at = find(table, id, hash);
      if (table[at] == id) {
        return false;
      }
      table[at] = id;
      size++;
      return true;
    }

    private void grow() {
      long[] larger = new long[Math.max(FIRST_CAPACITY, table.length + table.length / 2)];
      Arrays.fill(larger, FREE);
      for (long id : table) {
        if (id != FREE) {
          larger[find(larger, id, mix(id))] = id;
        }
      }
      table = larger;
    }

    private static int find(long[] table, long id, long hash) {
      // The upper bits select the part; these are the bits below them.
      int at = (int) (((hash << PART_BITS >>> 33) * table.length) >>> 31);
      while (table[at] != FREE && table[at] != id) {
        at = at + 1 == table.length ? 0 : at + 1;
      }
      return at;
    }
  }
}
