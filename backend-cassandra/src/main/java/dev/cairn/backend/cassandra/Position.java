package dev.cairn.backend.cassandra;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.ScanPosition;

/**
 * The last row that a scan visited.
 *
 * @param table which of the tables of the scan
 * @param token the place of its partition on the ring
 * @param key its partition key as Cassandra stores it: rows of one token are in the order of these
 *     bytes. Anybody can make names whose tokens are the same, so tokens alone do not tell rows
 *     apart
 */
record Position(int table, long token, Bytes key) {
  private static final int FORMAT = 1;

  ScanPosition toScanPosition() {
    ByteWriter out = new ByteWriter(10 + key.length()).putByte(FORMAT).putByte(table);
    return new ScanPosition(out.putLong(token).putBytes(key).toBytes());
  }

  static Position of(ScanPosition position, int tables) {
    ByteReader in = new ByteReader("the position of a scan", position.bytes());
    if (in.getByte() != FORMAT) {
      throw in.damaged("its format is unknown to this release");
    }
    int table = in.getByte();
    if (table >= tables) {
      throw in.damaged("there is no table " + table + " in this kind of scan");
    }
    return new Position(table, in.getLong(), in.getBytes(in.remaining()));
  }
}
