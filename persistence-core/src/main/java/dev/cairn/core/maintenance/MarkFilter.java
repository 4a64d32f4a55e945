package dev.cairn.core.maintenance;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;

/**
 * Remembers which objects are reachable, in memory that does not grow: a Bloom filter. Asked for an
 * object that was added it always says yes; for another it says yes by chance, rarely, and that one
 * is kept until a later run, whose filter has another seed, tells it apart.
 */
final class MarkFilter {
  /** Sixteen bits an object: about 1 of 2,000 unreachable ones is kept by chance. */
  static final int BYTES_PER_OBJECT = 2;

  private static final int HASHES = 8;
  private static final long MIN_BYTES = 1 << 16;

  private final long[] words;
  private final long mask;
  private final long seed;
  private long bitsSet;
  private long added;

  /**
   * @param expected how many objects may be added
   * @param maxBytes what this may take, whatever is expected
   */
  MarkFilter(long expected, long maxBytes, long seed) {
    long wanted = Math.max(MIN_BYTES, Math.min(expected, maxBytes) * BYTES_PER_OBJECT);
    long bytes = Long.highestOneBit(Math.max(Long.BYTES, Math.min(wanted, maxBytes) - 1)) << 1;
    if (bytes > maxBytes) {
      bytes >>= 1;
    }
    this.words = new long[(int) Math.min(bytes / Long.BYTES, 1 << 30)];
    this.mask = (long) words.length * Long.SIZE - 1;
    this.seed = seed;
  }

  /** Adds an object; false if it looks as if it had been added before. */
  boolean add(Scope scope, String type, long id) {
    long hash = hash(scope, type, id);
    long step = mix(hash) | 1;
    boolean isNew = false;
    for (int i = 0; i < HASHES; i++, hash += step) {
      int word = (int) ((hash & mask) >>> 6);
      long bit = 1L << hash;
      if ((words[word] & bit) == 0) {
        words[word] |= bit;
        bitsSet++;
        isNew = true;
      }
    }
    added++;
    return isNew;
  }

  /** Whether the object was added, or looks like it. */
  boolean mayContain(ObjectKey key) {
    long hash = hash(key.scope(), key.type(), key.id().toLong());
    long step = mix(hash) | 1;
    for (int i = 0; i < HASHES; i++, hash += step) {
      if ((words[(int) ((hash & mask) >>> 6)] & (1L << hash)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** How likely an object that was not added looks as if it had been. */
  double falsePositives() {
    return Math.pow((double) bitsSet / (mask + 1), HASHES);
  }

  /** How often {@link #add} was called. */
  long added() {
    return added;
  }

  private long hash(Scope scope, String type, long id) {
    return mix(mix(seed ^ id) + 31L * type.hashCode() + scope.hashCode() * 0x9E3779B97F4A7C15L);
  }

  // The finalizer of SplitMix64: every bit of the input changes half of the output.
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
