package dev.cairn.core.index;

/**
 * The first sixteen bytes after the prefix of every restart of a block, as two numbers each.
 *
 * <p>A block that is kept in memory is searched in these, which lie together, instead of in its
 * entries, which do not: of the time of a search, waiting for memory was the largest part. Four
 * bytes were not enough; the name of a namespace uses them up.
 */
final class RestartWords {
  /** What each restart takes. */
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

  /** How the beginning of a group compares to that of a key; 0 says only that they begin alike. */
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
