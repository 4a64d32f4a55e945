package dev.cairn.core.internal.index;

import java.util.Arrays;

/**
 * A growing array of bytes, for everything that this package persists.
 *
 * <p>It exists besides {@link dev.cairn.api.spi.ByteWriter} because blocks need what that class
 * rightly hides: the array itself, for the checksum and for reuse by the next block, and numbers of
 * any width.
 */
final class Sink {
  private byte[] data;
  private int size;

  Sink(int capacity) {
    data = new byte[capacity];
  }

  int size() {
    return size;
  }

  /** The bytes so far and room for more; not a copy. */
  byte[] array() {
    return data;
  }

  /**
   * The bytes; the sink must not be written to afterwards, as a full array is returned without a
   * copy.
   */
  byte[] toByteArray() {
    return data.length == size ? data : Arrays.copyOf(data, size);
  }

  /** Discards the bytes and keeps the space. */
  void clear() {
    size = 0;
  }

  void put(int value) {
    room(1);
    data[size++] = (byte) value;
  }

  void put(byte[] bytes) {
    put(bytes, 0, bytes.length);
  }

  void put(byte[] bytes, int from, int length) {
    room(length);
    System.arraycopy(bytes, from, data, size, length);
    size += length;
  }

  void put(Sink other) {
    put(other.data, 0, other.size);
  }

  void putVarint(long value) {
    if (value < 0x80) {
      put((int) value);
      return;
    }
    room(Varint.size(value));
    long rest = value;
    while (rest > 0x7f) {
      data[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    data[size++] = (byte) rest;
  }

  /** The lowest {@code width} bytes of {@code value}, highest first. */
  void putFixed(long value, int width) {
    room(width);
    for (int i = width - 1; i >= 0; i--) {
      data[size++] = (byte) (value >>> (8 * i));
    }
  }

  private void room(int more) {
    if (data.length - size < more) {
      data = Arrays.copyOf(data, Math.max(size + more, data.length * 2));
    }
  }
}
