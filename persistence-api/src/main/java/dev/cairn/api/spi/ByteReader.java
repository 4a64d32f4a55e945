package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Reads what {@link ByteWriter} wrote. Whatever the bytes are, it reads only inside them, allocates
 * no more than they hold, and answers nonsense with a {@link DamagedDataException} that says what
 * was read.
 */
public final class ByteReader {
  private final Supplier<String> what;
  private final Bytes bytes;
  private int position;

  /** Reads {@code bytes} from the beginning; {@code what} names them in messages. */
  public ByteReader(String what, Bytes bytes) {
    this(() -> what, bytes);
  }

  /** The same with a name that takes some work to make, which is rarely needed. */
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
   * Reads a varint of at most 10 bytes. A number has one form only: otherwise one key could be
   * stored as two different byte strings.
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
   * Reads a varint that counts things of at least {@code bytesEach} bytes still to come, and
   * refuses more than there can be, so that a caller may allocate for them.
   */
  public int getCount(int bytesEach) {
    long count = getVarint();
    if (count < 0 || count > remaining() / bytesEach) {
      throw damaged("it announces " + Long.toUnsignedString(count) + " parts, more than it holds");
    }
    return (int) count;
  }

  /** Reads exactly {@code length} bytes; they share memory with what is read from. */
  public Bytes getBytes(int length) {
    int at = advance(length);
    return bytes.slice(at, at + length);
  }

  /** Reads a length and as many bytes. */
  public Bytes getSized() {
    return getBytes(getCount(1));
  }

  /** Reads UTF-8 behind its length. */
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

  /** Where the next byte is read, counted from the beginning. */
  public int position() {
    return position;
  }

  /** How many bytes are left. */
  public int remaining() {
    return bytes.length() - position;
  }

  /** Refuses left-over bytes. */
  public void expectEnd() {
    if (remaining() != 0) {
      throw damaged(remaining() + " bytes too many");
    }
  }

  /** An exception that names what is read and where the reader stands. */
  public DamagedDataException damaged(String why) {
    return new DamagedDataException(
        "%s is damaged at byte %d of %d: %s".formatted(what.get(), position, bytes.length(), why));
  }

  /** The same, where a check of the values read fails. */
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
