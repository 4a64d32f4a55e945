package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ByteWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names of several elements as keys: ordered element by element, and the key of the first elements
 * of a name is a prefix of the name's key.
 *
 * <p>An element is its bytes and a zero. So that no other zero gets in and the zero stays the
 * smallest, the bytes 0 and 1 are written as 1 1 and 1 2. Text in UTF-8 has neither, so names of
 * text take one byte an element more than they have.
 */
public final class Key {
  /** How many bytes the elements of a name may have together. */
  public static final int MAX_BYTES = 4096;

  /** How many elements a name may have. */
  public static final int MAX_ELEMENTS = 512;

  /** How long a key may be: a name whose bytes are all escaped, with all its ends. */
  public static final int MAX_ENCODED_BYTES = 2 * MAX_BYTES + MAX_ELEMENTS;

  private static final byte END = 0;
  private static final byte ESCAPE = 1;

  private Key() {}

  /** The key of a name whose elements are text. */
  public static Bytes of(String... elements) {
    return of(Arrays.stream(elements).map(Bytes::ofUtf8).toList());
  }

  /** The key of a name; also the common prefix of all names that begin with these elements. */
  public static Bytes of(List<Bytes> elements) {
    int length = elements.stream().mapToInt(Bytes::length).sum();
    if (length > MAX_BYTES || elements.size() > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "a name has at most %d bytes in %d elements, this one has %d in %d"
              .formatted(MAX_BYTES, MAX_ELEMENTS, length, elements.size()));
    }
    ByteWriter key = new ByteWriter(length + elements.size());
    for (Bytes element : elements) {
      for (int i = 0; i < element.length(); i++) {
        byte next = element.get(i);
        if (next == END || next == ESCAPE) {
          key.putByte(ESCAPE);
          key.putByte(next + 1);
        } else {
          key.putByte(next);
        }
      }
      key.putByte(END);
    }
    return key.toBytes();
  }

  /** The elements of the name that {@code key} was made of. */
  public static List<Bytes> elements(Bytes key) {
    List<Bytes> elements = new ArrayList<>();
    ByteWriter element = new ByteWriter(key.length());
    boolean open = false;
    for (int i = 0; i < key.length(); i++) {
      byte next = key.get(i);
      open = next != END;
      if (next == END) {
        elements.add(element.toBytes());
        element = new ByteWriter(key.length() - i);
      } else if (next == ESCAPE) {
        element.putByte(unescape(key, ++i));
      } else {
        element.putByte(next);
      }
    }
    if (open) {
      throw new DamagedDataException("the key " + key + " ends within an element");
    }
    return elements;
  }

  private static int unescape(Bytes key, int at) {
    int code = at < key.length() ? key.get(at) : -1;
    if (code != 1 && code != 2) {
      throw new DamagedDataException("the key " + key + " has an unknown escape");
    }
    return code - 1;
  }

  /**
   * The prefix of {@code key} that has its first {@code count} elements; all of it if it has no
   * more. With {@link IndexCursor#skipPast}, this lists one level of a hierarchy.
   */
  public static Bytes firstElements(Bytes key, int count) {
    int seen = 0;
    for (int i = 0; i < key.length() && seen < count; i++) {
      if (key.get(i) == END && ++seen == count) {
        return key.slice(0, i + 1);
      }
    }
    return count == 0 ? Bytes.empty() : key;
  }

  /** The first key after all keys that begin with {@code prefix}; null if there is none. */
  public static @Nullable Bytes afterPrefix(Bytes prefix) {
    byte[] next = prefix.toByteArray();
    for (int i = next.length - 1; i >= 0; i--) {
      if (next[i] != (byte) 0xff) {
        next[i]++;
        return Bytes.wrap(Arrays.copyOf(next, i + 1));
      }
    }
    return null;
  }

  /** The first key after {@code key}. */
  public static Bytes after(Bytes key) {
    return Bytes.wrap(Arrays.copyOf(key.toByteArray(), key.length() + 1));
  }

  /**
   * {@code key} as bytes.
   *
   * @throws IllegalArgumentException if it is longer than any key
   */
  public static byte[] checked(Bytes key) {
    if (key.length() > MAX_ENCODED_BYTES) {
      throw new IllegalArgumentException(
          "a key has at most " + MAX_ENCODED_BYTES + " bytes, this one has " + key.length());
    }
    return key.toByteArray();
  }
}
