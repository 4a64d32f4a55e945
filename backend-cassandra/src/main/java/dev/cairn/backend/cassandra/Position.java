package dev.cairn.backend.cassandra;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.ScanPosition;

/**
 * The last row that a scan visited.
 *
 * @param part the tokens of the scan
 * @param table which of the tables of the scan
 * @param token the position of its partition on the ring
 * @param key its partition key as Cassandra stores it: rows of one token are in the order of these
 *     bytes. Names with equal tokens can be constructed, so tokens alone do not identify rows.
 *     Empty before the first row of a token
 */
record Position(Arc part, int table, long token, Bytes key) {
  private static final int WHOLE = 1;
  private static final int PART = 2;

  /** Before the first row of {@code part}. */
  static Position before(Arc part) {
    return new Position(part, 0, part.first(), Bytes.empty());
  }

  ScanPosition toScanPosition() {
    ByteWriter out = new ByteWriter(26 + key.length());
    if (part.equals(Arc.RING)) {
      out.putByte(WHOLE);
    } else {
      out.putByte(PART).putLong(part.first()).putLong(part.last());
    }
    return new ScanPosition(out.putByte(table).putLong(token).putBytes(key).toBytes());
  }

  static Position of(ScanPosition position, int tables) {
    ByteReader in = new ByteReader("the position of a scan", position.bytes());
    int format = in.getByte();
    if (format != WHOLE && format != PART) {
      throw in.damaged("its format is unknown to this release");
    }
    Arc part = format == WHOLE ? Arc.RING : new Arc(in.getLong(), in.getLong());
    int table = in.getByte();
    if (table >= tables) {
      throw in.damaged("there is no table " + table + " in this kind of scan");
    }
    return new Position(part, table, in.getLong(), in.getBytes(in.remaining()));
  }
}
