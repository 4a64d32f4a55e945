package dev.cairn.core.internal.index;

import dev.cairn.api.DamagedDataException;

/**
 * Encoding of numbers in as few bytes as they need, seven bits per byte, lowest first.
 *
 * <p>Readers advance by {@link #size} of the number they read, since a position is not returned
 * with the value; a number must therefore be written in its shortest form, and {@link #read}
 * refuses any other.
 */
final class Varint {
  private Varint() {}

  /** How many bytes {@code value}, zero or more, takes. */
  static int size(int value) {
    if (value < 1 << 7) {
      return 1;
    }
    if (value < 1 << 14) {
      return 2;
    }
    if (value < 1 << 21) {
      return 3;
    }
    return value < 1 << 28 ? 4 : 5;
  }

  /** Reads the number at {@code position}, which ends before {@code limit}. */
  static int read(byte[] data, int position, int limit) {
    if (position < limit) {
      int first = data[position];
      if (first >= 0) {
        return first;
      }
    }
    return (int) readLong(data, position, limit, Integer.MAX_VALUE);
  }

  /** How many bytes {@code value}, zero or more, takes. */
  static int size(long value) {
    return value == 0 ? 1 : (63 - Long.numberOfLeadingZeros(value)) / 7 + 1;
  }

  /** Reads a number of up to 63 bits. */
  static long readLong(byte[] data, int position, int limit) {
    return readLong(data, position, limit, Long.MAX_VALUE);
  }

  private static long readLong(byte[] data, int position, int limit, long max) {
    long value = 0;
    int at = position;
    for (int shift = 0; shift < 63; shift += 7) {
      if (at >= limit) {
        throw new DamagedDataException("a number runs past the end, at byte " + position);
      }
      byte next = data[at++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        if (value > max || (next == 0 && shift > 0)) {
          break;
        }
        return value;
      }
    }
    throw new DamagedDataException("bytes from " + position + " on are not a number");
  }
}
