package dev.cairn.core.internal.index;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.UnsupportedFormatException;
import java.util.zip.CRC32C;

/**
 * Frame of all formats of this package, now and in later versions: the first byte is the format,
 * the last four are a CRC-32C of an ID (of eight bytes, not stored) and all bytes before it.
 */
final class Frame {
  /** The only format so far. */
  static final int FORMAT = 1;

  /** How many bytes come before the body. */
  static final int HEADER = 1;

  /** How many bytes come after the body. */
  static final int CHECKSUM = 4;

  private Frame() {}

  /** Begins bytes whose body takes {@code bodySize}; if that is exact, nothing is copied later. */
  static Sink begin(int bodySize) {
    Sink sink = new Sink(bodySize + HEADER + CHECKSUM);
    sink.put(FORMAT);
    return sink;
  }

  static byte[] seal(long id, Sink sink) {
    sink.putFixed(checksum(id, sink.array(), sink.size()), CHECKSUM);
    return sink.toByteArray();
  }

  /** Where the body of framed bytes ends. */
  static int end(byte[] data) {
    return data.length - CHECKSUM;
  }

  /** Checks format and checksum, and returns where the body ends. */
  static int check(String what, long id, byte[] data) {
    if (data.length < HEADER + CHECKSUM) {
      throw new DamagedDataException("%s of %d bytes".formatted(what, data.length));
    }
    int end = end(data);
    long expected = Source.fixed(data, end, CHECKSUM);
    long found = checksum(id, data, end);
    if (expected != found) {
      throw new DamagedDataException(
          "%s has the checksum %08x, its bytes give %08x".formatted(what, expected, found));
    }
    if (data[0] != FORMAT) {
      throw new UnsupportedFormatException(
          "%s has format %d, this release reads format %d; use a newer release"
              .formatted(what, data[0] & 0xff, FORMAT));
    }
    return end;
  }

  private static long checksum(long id, byte[] data, int length) {
    CRC32C crc = new CRC32C();
    for (int shift = 56; shift >= 0; shift -= 8) {
      crc.update((int) (id >>> shift));
    }
    crc.update(data, 0, length);
    return crc.getValue();
  }
}
