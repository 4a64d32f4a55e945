package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The position of a scan in the order of {@link RowKeys}. The position of a whole scan is encoded
 * as the key alone.
 *
 * @param after the key after which the scan continues
 * @param last the last key of the scan, if it covers only a part
 */
public record KeyPosition(Bytes after, Optional<Bytes> last) {
  // Keys begin with the length of a tenant ID, which never has this value.
  private static final int PART = 0xFF;

  /**
   * Decodes a position.
   *
   * @throws dev.cairn.api.DamagedDataException if it is invalid
   */
  public static KeyPosition of(ScanPosition position) {
    Bytes bytes = position.bytes();
    if (bytes.isEmpty() || bytes.get(0) != (byte) PART) {
      return new KeyPosition(bytes, Optional.empty());
    }
    ByteReader in = new ByteReader("the position of a scan", bytes.slice(1));
    Bytes last = in.getSized();
    return new KeyPosition(in.getBytes(in.remaining()), Optional.of(last));
  }

  /**
   * The start positions of so many parts of a scan, or fewer.
   *
   * @param sample keys in their order, between which there are about as many rows
   */
  public static List<ScanPosition> cutInto(int parts, List<Bytes> sample) {
    List<Bytes> keys = new ArrayList<>();
    for (int part = 1; part < parts; part++) {
      int index = (int) ((long) sample.size() * part / parts) - 1;
      if (index >= 0) {
        keys.add(sample.get(index));
      }
    }
    return cutAfter(keys);
  }

  /** The start positions of the parts of a scan that is split after each of {@code keys}. */
  public static List<ScanPosition> cutAfter(List<Bytes> keys) {
    List<ScanPosition> positions = new ArrayList<>();
    Bytes after = Bytes.empty();
    for (Bytes key : new TreeSet<>(keys)) {
      positions.add(new KeyPosition(after, Optional.of(key)).toScanPosition());
      after = key;
    }
    if (!positions.isEmpty()) {
      positions.add(new KeyPosition(after, Optional.empty()).toScanPosition());
    }
    return positions;
  }

  /** Encodes this position. */
  public ScanPosition toScanPosition() {
    return new ScanPosition(
        last.map(
                key ->
                    new ByteWriter(1 + ByteWriter.sizedLength(key.length()) + after.length())
                        .putByte(PART)
                        .putSized(key)
                        .putBytes(after)
                        .toBytes())
            .orElse(after));
  }
}
