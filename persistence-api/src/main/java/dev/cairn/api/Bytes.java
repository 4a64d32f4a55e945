package dev.cairn.api;

import dev.cairn.api.internal.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.Checksum;

/**
 * An immutable string of bytes, ordered as unsigned bytes.
 *
 * <p>Values travel as {@code Bytes} so that a row can be handed from the codec to a backend and
 * back without defensive copies. {@link #wrap} takes ownership of its argument: the caller must not
 * write to the array afterwards.
 */
public final class Bytes implements Comparable<Bytes> {
  private static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

  private final byte[] array;
  private final int offset;
  private final int length;

  private Bytes(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** The empty byte string. */
  public static Bytes empty() {
    return EMPTY;
  }

  /** A copy of {@code bytes}. */
  public static Bytes copyOf(byte[] bytes) {
    return wrap(bytes.clone());
  }

  /** Wraps {@code bytes} without copying; the caller must not write to the array afterwards. */
  public static Bytes wrap(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Bytes(bytes, 0, bytes.length);
  }

  /**
   * The UTF-8 encoding of {@code text}.
   *
   * @throws IllegalArgumentException if it has half of a surrogate pair
   */
  public static Bytes ofUtf8(String text) {
    return ofUtf8("the text", text);
  }

  /** The UTF-8 encoding of {@code text}; exception messages call it {@code what}. */
  public static Bytes ofUtf8(String what, String text) {
    return wrap(Utf8.encode(what, text));
  }

  /** Parses {@code hex}, two digits per byte. */
  public static Bytes ofHex(String hex) {
    return wrap(HexFormat.of().parseHex(hex));
  }

  /** The number of bytes. */
  public int length() {
    return length;
  }

  /** Whether the length is zero. */
  public boolean isEmpty() {
    return length == 0;
  }

  /** The byte at {@code index}. */
  public byte get(int index) {
    Objects.checkIndex(index, length);
    return array[offset + index];
  }

  /** The bytes from {@code from} to the end; shares memory with this. */
  public Bytes slice(int from) {
    return slice(from, length);
  }

  /** The bytes from {@code from} (inclusive) to {@code to} (exclusive); shares memory with this. */
  public Bytes slice(int from, int to) {
    Objects.checkFromToIndex(from, to, length);
    return from == to ? EMPTY : new Bytes(array, offset + from, to - from);
  }

  /** Whether this starts with {@code prefix}. */
  public boolean startsWith(Bytes prefix) {
    return length >= prefix.length
        && Arrays.equals(
            array,
            offset,
            offset + prefix.length,
            prefix.array,
            prefix.offset,
            prefix.offset + prefix.length);
  }

  /** Copies these bytes to a new array. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** A read-only view of these bytes. */
  public ByteBuffer toByteBuffer() {
    return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
  }

  /** Copies all bytes into {@code target}, starting at {@code targetOffset}. */
  public void copyTo(byte[] target, int targetOffset) {
    System.arraycopy(array, offset, target, targetOffset, length);
  }

  /** Adds all bytes to {@code checksum}. */
  public void addTo(Checksum checksum) {
    checksum.update(array, offset, length);
  }

  /** Decodes these bytes as UTF-8. */
  public String toUtf8() {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  /** These bytes as lowercase hexadecimal digits. */
  public String toHex() {
    return HexFormat.of().formatHex(array, offset, offset + length);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(
        array, offset, offset + length, other.array, other.offset, other.offset + other.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that
        && (this == that
            || Arrays.equals(
                array,
                offset,
                offset + length,
                that.array,
                that.offset,
                that.offset + that.length));
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  /** A short rendering for messages: the length and at most the first 16 bytes. */
  @Override
  public String toString() {
    return length <= 16
        ? "bytes[" + toHex() + "]"
        : "bytes[" + length + ": " + slice(0, 16).toHex() + "…]";
  }
}
