package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Reads the formats that {@link ByteWriter} writes.
 *
 * <p>For arbitrary input it never reads out of bounds, allocates no more than the input holds, and
 * throws a {@link DamagedDataException} that names the input if it is invalid.
 */
public final class ByteReader {
  private final Supplier<String> what;
  private final Bytes bytes;
  private int position;

  /** Reads {@code bytes} from the beginning; {@code what} names them in messages. */
  public ByteReader(String what, Bytes bytes) {
    this(() -> what, bytes);
  }

  /** Reads {@code bytes}; {@code what} is only evaluated for messages. */
  public ByteReader(Supplier<String> what, Bytes bytes) {
    this.what = what;
    this.bytes = bytes;
  }

  /** Reads 8 bits as a number from 0 to 255. */
  public int getByte() {
    return bytes.get(advance(1)) & 0xFF;
  }

  /** Reads 4 bytes. */
  public int getInt() {
    int at = advance(Integer.BYTES);
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value = (value << 8) | (bytes.get(at + i) & 0xFF);
    }
    return value;
  }

  /** Reads 8 bytes. */
  public long getLong() {
    int at = advance(Long.BYTES);
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << 8) | (bytes.get(at + i) & 0xFF);
    }
    return value;
  }

  /**
   * Reads a varint of at most 10 bytes, in its shortest form only: otherwise one key could have two
   * encodings.
   */
  public long getVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int group = getByte();
      if ((group == 0 && shift > 0) || (group > 1 && shift == 63)) {
        throw damaged("a number is not in its shortest form");
      }
      value |= (long) (group & 0x7F) << shift;
      if (group < 0x80) {
        return value;
      }
    }
    throw new AssertionError("the tenth group of a number is its last");
  }

  /**
   * Reads a varint that counts items of at least {@code bytesEach} bytes each. Refuses counts that
   * exceed the remaining bytes, so that the caller may allocate for them.
   */
  public int getCount(int bytesEach) {
    long count = getVarint();
    if (count < 0 || count > remaining() / bytesEach) {
      throw damaged("it announces " + Long.toUnsignedString(count) + " parts, more than it holds");
    }
    return (int) count;
  }

  /** Reads exactly {@code length} bytes; the result shares memory with the input. */
  public Bytes getBytes(int length) {
    int at = advance(length);
    return bytes.slice(at, at + length);
  }

  /** Reads a length and that many bytes. */
  public Bytes getSized() {
    return getBytes(getCount(1));
  }

  /** Reads a length and that many bytes of UTF-8. */
  public String getText() {
    return getText(getCount(1));
  }

  /** Reads exactly {@code length} bytes of UTF-8. */
  public String getText(int length) {
    ByteBuffer encoded = getBytes(length).toByteBuffer();
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
    } catch (CharacterCodingException e) {
      throw new DamagedDataException(what.get() + " is damaged: a text in it is not UTF-8", e);
    }
  }

  /** The offset of the next byte. */
  public int position() {
    return position;
  }

  /** The number of remaining bytes. */
  public int remaining() {
    return bytes.length() - position;
  }

  /** Throws if bytes remain. */
  public void expectEnd() {
    if (remaining() != 0) {
      throw damaged(remaining() + " bytes too many");
    }
  }

  /** Creates an exception that names the input and the position. */
  public DamagedDataException damaged(String why) {
    return new DamagedDataException(
        "%s is damaged at byte %d of %d: %s".formatted(what.get(), position, bytes.length(), why));
  }

  /** Creates an exception for a failed check of the values read. */
  public DamagedDataException damaged(IllegalArgumentException cause) {
    return new DamagedDataException(
        "%s is damaged before byte %d of %d: %s"
            .formatted(what.get(), position, bytes.length(), cause.getMessage()),
        cause);
  }

  private int advance(int length) {
    if (length > remaining()) {
      throw damaged("it ends " + (length - remaining()) + " bytes too early");
    }
    int at = position;
    position += length;
    return at;
  }
}
