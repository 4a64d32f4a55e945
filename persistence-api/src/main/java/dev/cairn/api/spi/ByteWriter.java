package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.Checksum;

/**
 * Writes Cairn's binary formats: fixed-size numbers big-endian, others as varints, strings with a
 * length.
 */
public final class ByteWriter {
  private byte[] buffer;
  private int size;

  /** An empty writer that expects about {@code expectedSize} bytes. */
  public ByteWriter(int expectedSize) {
    buffer = new byte[expectedSize];
  }

  private int reserve(int bytes) {
    int at = size;
    size = Math.addExact(size, bytes);
    if (size > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(size, (int) Math.min(1L << 30, buffer.length * 2L)));
    }
    return at;
  }

  /** The number of bytes written. */
  public int size() {
    return size;
  }

  /** Writes the lowest 8 bits. */
  public ByteWriter putByte(int value) {
    int at = reserve(1);
    buffer[at] = (byte) value;
    return this;
  }

  /** Writes 4 bytes. */
  public ByteWriter putInt(int value) {
    setInt(reserve(Integer.BYTES), value);
    return this;
  }

  /** Overwrites 4 bytes at {@code at}. */
  public void setInt(int at, int value) {
    Objects.checkFromIndexSize(at, Integer.BYTES, size);
    for (int i = 0; i < Integer.BYTES; i++) {
      buffer[at + i] = (byte) (value >>> (24 - 8 * i));
    }
  }

  /** Adds the bytes written since {@code from} to {@code checksum}. */
  public void addTo(Checksum checksum, int from) {
    checksum.update(buffer, from, size - from);
  }

  /** Writes 8 bytes. */
  public ByteWriter putLong(long value) {
    int at = reserve(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      buffer[at + i] = (byte) (value >>> (56 - 8 * i));
    }
    return this;
  }

  /** The number of bytes that {@link #putSized} writes for {@code bytes} bytes. */
  public static int sizedLength(int bytes) {
    return Math.max(1, (38 - Integer.numberOfLeadingZeros(bytes)) / 7) + bytes;
  }

  /** Writes an unsigned number in 7-bit groups, the lowest first: 1 byte below 128, at most 10. */
  public ByteWriter putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      putByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    return putByte((int) rest);
  }

  /** Writes the bytes without a length. */
  public ByteWriter putBytes(Bytes bytes) {
    int at = reserve(bytes.length());
    bytes.copyTo(buffer, at);
    return this;
  }

  /** Writes the number of bytes as a varint, then the bytes. */
  public ByteWriter putSized(Bytes bytes) {
    return putVarint(bytes.length()).putBytes(bytes);
  }

  /**
   * Writes the length of {@code text} in UTF-8 as a varint, then the text.
   *
   * @throws IllegalArgumentException if it has half of a surrogate pair
   */
  public ByteWriter putText(String text) {
    return putSized(Bytes.ofUtf8(text));
  }

  /** Returns the bytes written. The writer must not be used afterwards. */
  public Bytes toBytes() {
    return Bytes.wrap(size == buffer.length ? buffer : Arrays.copyOf(buffer, size));
  }
}
