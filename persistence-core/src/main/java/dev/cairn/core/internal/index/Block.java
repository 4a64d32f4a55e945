package dev.cairn.core.internal.index;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.index.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sorted run of entries, searched in place.
 *
 * <pre>
 * block   = count [interval prefix-length prefix id-width base types-length types
 *           entries-length restarts entries]
 * types   = { length name }                       object types, named by position
 * restart = offset of every interval-th entry     2 bytes each, 4 if entries take 64 KB or more
 * entry   = shared suffix-length suffix value     shared with the key before, after the prefix
 * value   = 0 | 1 length bytes | 2+2t id | 3+2t id length bytes      t: position of the type
 * id      = id-width bytes, added to base (of 8 bytes, there if the width is not 0)
 * </pre>
 *
 * <p>The prefix is common to all keys of the block, so a restart, which shares nothing with the key
 * before it, costs only what is specific to its group. It is at most 255 bytes, a group at most 64
 * entries, and groups do not overlap, so even forged bytes expand to no more than some sixty times
 * their size. All numbers without a width are varints.
 *
 * <p>Opening reads the header. Bytes are trusted only as far as they were checked: no length ever
 * leads outside the block.
 */
final class Block {
  /** The block without entries. */
  static final Block EMPTY = new Block(new byte[] {0}, 0, 1, false);

  /** The longest common prefix that a block factors out of its keys. */
  static final int MAX_PREFIX = 255;

  /** The result of {@link #floor} if every key is greater. */
  static final long NONE = -1;

  private static final long EXACT = 1L << 32;
  private static final int MAX_INTERVAL = 64;
  private static final int MIN_ENTRY = 3;

  private final byte[] data;
  private final int end;
  private final int count;
  private final int interval;
  private final int prefix;
  private final int prefixLength;
  private final BlockValues values;
  private final int restarts;
  private final int width;
  private final int entries;
  private final @Nullable RestartWords words;

  private Block(byte[] data, int from, int end, boolean isKept) {
    Source source = new Source(data, from, end);
    this.data = data;
    this.end = end;
    count = source.nextVarint();
    if (count == 0) {
      interval = 1;
      prefix = prefixLength = restarts = width = 0;
      values = BlockValues.NONE;
      entries = source.position();
    } else {
      interval = source.nextVarint();
      prefixLength = source.nextVarint();
      prefix = source.advance(prefixLength);
      int idWidth = source.next();
      long idBase = idWidth == 0 ? 0 : source.nextFixed(Long.BYTES);
      int typesLength = source.nextVarint();
      int typesFrom = source.advance(typesLength);
      values = new BlockValues(data, end, idWidth, idBase, typesFrom, typesFrom + typesLength);
      int length = source.nextVarint();
      width = offsetWidth(length);
      if (interval < 1
          || interval > MAX_INTERVAL
          || prefixLength > MAX_PREFIX
          || count > length / MIN_ENTRY) {
        throw new DamagedDataException(
            "a block of " + length + " bytes says it has " + count + " entries");
      }
      restarts = source.advance(groups() * width);
      entries = source.advance(length);
    }
    if (source.remaining() != 0) {
      throw new DamagedDataException(source.remaining() + " bytes follow the end of a block");
    }
    words = isKept ? readWords() : null;
  }

  private RestartWords readWords() {
    RestartWords read = new RestartWords(groups());
    for (int i = 0; i < groups(); i++) {
      int at = restart(i);
      int suffix = suffix(at);
      read.set(i, data, suffix, suffix + suffixLength(at));
    }
    return read;
  }

  static int offsetWidth(int entriesLength) {
    return entriesLength < 1 << 16 ? 2 : 4;
  }

  /** Opens the block that takes exactly the bytes from {@code from} to {@code end}. */
  static Block open(byte[] data, int from, int end) {
    return from == end ? EMPTY : new Block(data, from, end, false);
  }

  /** Opens a block that will be searched more than once. */
  static Block openKept(byte[] data, int from, int end) {
    return from == end ? EMPTY : new Block(data, from, end, true);
  }

  static Block open(byte[] data) {
    return open(data, 0, data.length);
  }

  int count() {
    return count;
  }

  boolean isEmpty() {
    return count == 0;
  }

  int interval() {
    return interval;
  }

  int groups() {
    return (count + interval - 1) / interval;
  }

  /**
   * The last entry whose key is not after {@code key}, or {@link #NONE}. The result packs its
   * position, whether its key equals {@code key}, and if so the offset of its value; see {@link
   * #index}, {@link #isExact}, {@link #valueOffset}.
   */
  long floor(byte[] key) {
    if (count == 0) {
      return NONE;
    }
    int overlap = Math.min(prefixLength, key.length);
    int different = Arrays.mismatch(data, prefix, prefix + prefixLength, key, 0, overlap);
    if (different >= 0) {
      return different == key.length || (key[different] & 0xff) < (data[prefix + different] & 0xff)
          ? NONE
          : last();
    }
    if (words == null) {
      return scan(groupOf(key), key);
    }
    int group = groupOf(key, words);
    if (interval > 1) {
      return scan(group, key);
    }
    // With a restart at each entry, the words usually show that the key differs, without reading an
    // entry.
    int order = words.compare(group, key, prefixLength);
    if (order == 0) {
      return scan(group, key);
    }
    return order > 0 ? NONE : (long) group << 33;
  }

  /**
   * The position of the last entry whose key is not after {@code key}, or 0. This is for blocks
   * that have a restart at each entry, and usually reads no entry at all.
   */
  int floorOrFirst(byte[] key) {
    int overlap = Math.min(prefixLength, key.length);
    int order = Arrays.compareUnsigned(data, prefix, prefix + prefixLength, key, 0, overlap);
    if (order != 0) {
      return order < 0 ? count - 1 : 0;
    }
    return words == null ? groupOf(key) : groupOf(key, words);
  }

  /** The last group that does not begin after {@code key}, or the first. */
  private int groupOf(byte[] key) {
    int low = 0;
    int high = groups() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (compareRestart(middle, key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private int groupOf(byte[] key, RestartWords known) {
    long first = RestartWords.first(key, prefixLength);
    long second = RestartWords.second(key, prefixLength);
    int low = 0;
    int high = groups() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      int order = known.compare(middle, first, second);
      if (order == 0) {
        order = compareRestart(middle, key);
      }
      if (order <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  static int index(long floor) {
    return floor == NONE ? -1 : (int) (floor >>> 33);
  }

  static boolean isExact(long floor) {
    return floor != NONE && (floor & EXACT) != 0;
  }

  static int valueOffset(long floor) {
    return (int) floor;
  }

  /** How many keys come before {@code key}. */
  int rank(byte[] key) {
    long floor = floor(key);
    return isExact(floor) ? index(floor) : index(floor) + 1;
  }

  private long last() {
    int at = restart(groups() - 1);
    int value = at;
    for (int i = (groups() - 1) * interval; i < count; i++) {
      value = suffix(at) + suffixLength(at);
      at = values.end(value);
    }
    return (long) (count - 1) << 33 | value;
  }

  private int compareRestart(int group, byte[] key) {
    int at = restart(group);
    int suffix = suffix(at);
    return Arrays.compareUnsigned(
        data, suffix, suffix + suffixLength(at), key, prefixLength, key.length);
  }

  /**
   * Walks a group without assembling keys. {@code matched} counts the bytes that the key and the
   * last entry have in common: an entry that shares more than that with the one before is still
   * smaller than the key, one that shares less is already greater, and only if both are equal must
   * bytes be compared.
   */
  private long scan(int group, byte[] key) {
    long found = NONE;
    int matched = 0;
    int at = restart(group);
    int first = group * interval;
    int stop = Math.min(count, first + interval);
    for (int i = first; i < stop; i++) {
      int shared = Varint.read(data, at, end);
      if (shared < matched) {
        return found;
      }
      int lengthAt = at + Varint.size(shared);
      int length = Varint.read(data, lengthAt, end);
      int suffix = lengthAt + Varint.size(length);
      if (length > end - suffix) {
        throw cutShort(at);
      }
      boolean exact = false;
      if (shared == matched) {
        int rest = prefixLength + shared;
        int different = Arrays.mismatch(data, suffix, suffix + length, key, rest, key.length);
        if (different < 0) {
          exact = true;
        } else if (rest + different == key.length
            || (different < length
                && (data[suffix + different] & 0xff) > (key[rest + different] & 0xff))) {
          return found;
        }
        matched += Math.max(different, 0);
      }
      int value = suffix + length;
      found = (long) i << 33 | (exact ? EXACT : 0) | value;
      if (exact) {
        return found;
      }
      at = values.end(value);
    }
    return found;
  }

  private int restart(int group) {
    int offset = (int) Source.fixed(data, restarts + group * width, width);
    if (offset < 0 || offset >= end - entries || data[entries + offset] != 0) {
      throw new DamagedDataException("restart " + group + " of a block points outside its entries");
    }
    return entries + offset;
  }

  /** Where the suffix of the entry at {@code at} begins; its length lies inside the block. */
  private int suffix(int at) {
    int length = at + Varint.size(Varint.read(data, at, end));
    int value = Varint.read(data, length, end);
    int suffix = length + Varint.size(value);
    if (value > end - suffix) {
      throw cutShort(at);
    }
    return suffix;
  }

  private static DamagedDataException cutShort(int at) {
    return new DamagedDataException("a key runs past the end of its block, at byte " + at);
  }

  private int suffixLength(int at) {
    return Varint.read(data, at + Varint.size(Varint.read(data, at, end)), end);
  }

  /** The value at {@code offset}. */
  RawValue value(int offset) {
    return values.read(offset);
  }

  /** The entries of one group, with assembled keys. */
  BlockEntry[] group(int group) {
    int first = group * interval;
    BlockEntry[] found = new BlockEntry[Math.min(count, first + interval) - first];
    byte[] before = Arrays.copyOfRange(data, prefix, prefix + prefixLength);
    int at = restart(group);
    for (int i = 0; i < found.length; i++) {
      int sharedSuffix = Varint.read(data, at, end);
      int lengthAt = at + Varint.size(sharedSuffix);
      int length = Varint.read(data, lengthAt, end);
      int suffix = lengthAt + Varint.size(length);
      int shared = prefixLength + sharedSuffix;
      if (length > end - suffix
          || shared > before.length
          || shared + length > Key.MAX_ENCODED_BYTES) {
        throw cutShort(at);
      }
      byte[] key = Arrays.copyOf(before, shared + length);
      System.arraycopy(data, suffix, key, shared, length);
      if (i > 0 && !isGreater(key, before, shared)) {
        throw new DamagedDataException("a key is out of order, at byte " + at);
      }
      int value = suffix + length;
      found[i] = new BlockEntry(key, values.read(value));
      before = key;
      at = values.end(value);
    }
    // Otherwise groups could overlap, and a few bytes could be the keys and values of any number of
    // entries.
    if (at != (group + 1 < groups() ? restart(group + 1) : end)) {
      throw new DamagedDataException("group " + group + " of a block does not end at the next one");
    }
    return found;
  }

  /** Whether {@code key} comes after {@code before}, with which it shares a number of bytes. */
  static boolean isGreater(byte[] key, byte[] before, int shared) {
    return shared < key.length
        && (shared == before.length || (key[shared] & 0xff) > (before[shared] & 0xff));
  }
}
