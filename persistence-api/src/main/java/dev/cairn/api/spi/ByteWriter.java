package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.Checksum;

/**
 * Writes Cairn's binary formats: fixed numbers big-endian, others as varints, strings with a
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

  /** How many bytes have been written. */
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

  /** Replaces 4 bytes that were written from {@code at} on. */
  public void setInt(int at, int value) {
    Objects.checkFromIndexSize(at, Integer.BYTES, size);
    for (int i = 0; i < Integer.BYTES; i++) {
      buffer[at + i] = (byte) (value >>> (24 - 8 * i));
    }
  }

  /** Adds what was written from {@code from} on to {@code checksum}. */
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

  /** How many bytes {@link #putSized} writes for so many bytes. */
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

  /** Writes the bytes alone. */
  public ByteWriter putBytes(Bytes bytes) {
    int at = reserve(bytes.length());
    bytes.copyTo(buffer, at);
    return this;
  }

  /** Writes the number of bytes as a varint, then the bytes. */
  public ByteWriter putSized(Bytes bytes) {
    return putVarint(bytes.length()).putBytes(bytes);
  }

  /** Writes {@code text} as UTF-8 behind its length. */
  public ByteWriter putText(String text) {
    return putSized(Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** What was written. The writer must not be used afterwards. */
  public Bytes toBytes() {
    return Bytes.wrap(size == buffer.length ? buffer : Arrays.copyOf(buffer, size));
  }
}
