package dev.cairn.core.internal.index;

/**
 * The first sixteen bytes after the prefix of every restart of a block, as two numbers each.
 *
 * <p>Searches of a block in memory use these words, which are contiguous, instead of its entries,
 * which are not: most of the time of a search was spent waiting for memory. Four bytes were not
 * enough; the name of a namespace uses them up.
 */
final class RestartWords {
  /** The size of the words of a restart. */
  static final int BYTES = 2 * Long.BYTES;

  private final long[] words;

  RestartWords(int groups) {
    this.words = new long[2 * groups];
  }

  void set(int group, byte[] data, int from, int to) {
    words[2 * group] = word(data, from, to);
    words[2 * group + 1] = word(data, from + Long.BYTES, to);
  }

  static long first(byte[] key, int prefix) {
    return word(key, prefix, key.length);
  }

  static long second(byte[] key, int prefix) {
    return word(key, prefix + Long.BYTES, key.length);
  }

  /**
   * Compares the beginning of a group with that of a key; 0 means only that their first bytes are
   * equal.
   */
  int compare(int group, byte[] key, int prefix) {
    return compare(group, first(key, prefix), second(key, prefix));
  }

  int compare(int group, long first, long second) {
    int order = Long.compareUnsigned(words[2 * group], first);
    return order != 0 ? order : Long.compareUnsigned(words[2 * group + 1], second);
  }

  /** Eight bytes as a number, with zeros after the end. */
  private static long word(byte[] bytes, int from, int to) {
    if (to - from >= Long.BYTES) {
      return Bits.getLong(bytes, from);
    }
    long word = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      word = word << 8 | (i < to ? bytes[i] & 0xff : 0);
    }
    return word;
  }
}
