package dev.cairn.api.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.ByteWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes names of several elements as keys.
 *
 * <p>Keys sort element by element, and the key of a name's first elements is a prefix of the name's
 * key.
 *
 * <p>An element is its bytes followed by a zero. To keep zero unique and smallest, the bytes 0 and
 * 1 are written as 1 1 and 1 2. Text rarely contains either, so a textual name takes one extra byte
 * per element.
 */
public final class Key {
  /** The maximum size of all elements of a name together, in bytes. */
  public static final int MAX_BYTES = 4096;

  /** The maximum number of elements of a name. */
  public static final int MAX_ELEMENTS = 512;

  /** The maximum length of a key: a name whose bytes are all escaped, with all terminators. */
  public static final int MAX_ENCODED_BYTES = 2 * MAX_BYTES + MAX_ELEMENTS;

  private static final byte END = 0;
  private static final byte ESCAPE = 1;

  private Key() {}

  /**
   * The key of a name with textual elements.
   *
   * @throws IllegalArgumentException if an element has half of a surrogate pair
   */
  public static Bytes of(String... elements) {
    return of(
        Arrays.stream(elements)
            .map(element -> Bytes.ofUtf8("an element of a key", element))
            .toList());
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

  /** Decodes the elements of {@code key}. */
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
   * The prefix of {@code key} with its first {@code count} elements, or all of it if it has fewer.
   * With {@link IndexCursor#skipPast}, this lists one level of a hierarchy.
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

  /**
   * Whether {@code key} has {@code count} elements, all of them complete; {@code count} is
   * positive.
   */
  public static boolean hasElements(Bytes key, int count) {
    int elements = 0;
    for (int i = 0; i < key.length(); i++) {
      if (key.get(i) == END) {
        elements++;
      }
    }
    return elements == count && key.get(key.length() - 1) == END;
  }

  /** The smallest key after all keys that begin with {@code prefix}; null if there is none. */
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

  /** The smallest key after {@code key}. */
  public static Bytes after(Bytes key) {
    return Bytes.wrap(Arrays.copyOf(key.toByteArray(), key.length() + 1));
  }

  /**
   * Returns the bytes of {@code key}.
   *
   * @throws IllegalArgumentException if it is longer than {@link #MAX_ENCODED_BYTES}
   */
  public static byte[] checked(Bytes key) {
    if (key.length() > MAX_ENCODED_BYTES) {
      throw new IllegalArgumentException(
          "a key has at most " + MAX_ENCODED_BYTES + " bytes, this one has " + key.length());
    }
    return key.toByteArray();
  }
}
