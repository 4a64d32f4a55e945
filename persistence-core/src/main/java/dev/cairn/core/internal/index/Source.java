package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what a {@link Sink} wrote, front to back; running past the end is damage.
 *
 * <p>It exists besides {@link dev.cairn.api.spi.ByteReader} because a block is read from a part of
 * an array and then searched in that array, at positions that this class returns.
 */
final class Source {
  private final byte[] data;
  private final int limit;
  private int position;

  Source(byte[] data, int from, int limit) {
    this.data = data;
    this.position = from;
    this.limit = limit;
  }

  int position() {
    return position;
  }

  int remaining() {
    return limit - position;
  }

  int next() {
    return data[advance(1)] & 0xff;
  }

  int nextVarint() {
    int value = Varint.read(data, position, limit);
    position += Varint.size(value);
    return value;
  }

  long nextVarlong() {
    long value = Varint.readLong(data, position, limit);
    position += Varint.size(value);
    return value;
  }

  long nextFixed(int width) {
    return fixed(data, advance(width), width);
  }

  byte[] nextArray(int length) {
    int from = advance(length);
    return Arrays.copyOfRange(data, from, from + length);
  }

  Bytes nextBytes(int length) {
    return Bytes.wrap(nextArray(length));
  }

  /** A length and that many bytes of well-formed UTF-8. */
  String nextText() {
    int length = nextVarint();
    int from = advance(length);
    try {
      CharBuffer text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data, from, length));
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new DamagedDataException("bytes from " + from + " on are not text", e);
    }
  }

  /** Skips {@code length} bytes and returns where they began. */
  int advance(int length) {
    if (length < 0 || length > limit - position) {
      throw new DamagedDataException(
          length + " bytes were expected at byte " + position + ", there are " + remaining());
    }
    int from = position;
    position += length;
    return from;
  }

  static long fixed(byte[] data, int from, int width) {
    long value = 0;
    for (int i = from; i < from + width; i++) {
      value = value << 8 | (data[i] & 0xff);
    }
    return value;
  }
}
