package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A position of a scan that goes through rows in the order of {@link RowKeys}. That of a whole scan
 * is the key alone, as it always was.
 *
 * @param after the key after which the scan goes on
 * @param last the key with which it ends, if it is a part
 */
public record KeyPosition(Bytes after, Optional<Bytes> last) {
  // Keys begin with the length of a tenant's ID, and none is so long.
  private static final int PART = 0xFF;

  /**
   * Reads a position.
   *
   * @throws dev.cairn.api.DamagedDataException if it is none
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

  /** Where the parts of a scan begin that is cut after each of {@code keys}. */
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

  /** Its bytes. */
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
