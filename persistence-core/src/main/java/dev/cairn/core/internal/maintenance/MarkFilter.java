package dev.cairn.core.internal.maintenance;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;

/**
 * Bloom filter of reachable objects, in fixed memory. It contains every object that was added;
 * rarely, by chance, it also contains another one, which is then kept until a later collection,
 * whose filter has another seed, deletes it.
 */
final class MarkFilter {
  /** Sixteen bits per object: about 1 of 2,000 unreachable objects is kept by chance. */
  static final int BYTES_PER_OBJECT = 2;

  private static final int HASHES = 8;
  private static final long MIN_BYTES = 1 << 16;

  private final long[] words;
  private final long mask;
  private final long seed;
  private long bitsSet;
  private long added;

  /**
   * @param expected how many objects are expected
   * @param maxBytes the most memory it may use, whatever is expected
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

  /** The probability that an object that was not added seems to be contained. */
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
