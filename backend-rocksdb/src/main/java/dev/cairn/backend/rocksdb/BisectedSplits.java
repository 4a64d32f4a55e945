package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * Finds keys that cut a family into parts of about the same size, by bisection: keys are taken for
 * numbers, and RocksDB tells from its indexes about how many bytes lie before one. Most keys begin
 * alike, so their first bytes alone would cut nothing.
 */
final class BisectedSplits {
  // A part may differ from the others by about a sixteenth.
  private static final int CLOSE = 16;

  private final Opened store;
  private final ColumnFamilyHandle family;
  private final byte[] first;
  private final int width;

  private BisectedSplits(Opened store, ColumnFamilyHandle family, byte[] first, int width) {
    this.store = store;
    this.family = family;
    this.first = first;
    this.width = width;
  }

  /** Up to {@code parts - 1} keys in their order, or none if there is little to cut. */
  static List<Bytes> of(Opened store, ColumnFamilyHandle family, int parts)
      throws RocksDBException {
    try (Natives scope = store.nested()) {
      RocksIterator rows =
          scope.own(
              store.db().newIterator(family, scope.own(new ReadOptions()).setFillCache(false)));
      rows.seekToFirst();
      if (!rows.isValid()) {
        rows.status();
        return List.of();
      }
      byte[] first = rows.key();
      rows.seekToLast();
      if (!rows.isValid()) {
        rows.status();
        return List.of();
      }
      byte[] last = rows.key();
      int width = Math.max(first.length, last.length) + 1;
      return new BisectedSplits(store, family, first, width).upTo(last, parts);
    }
  }

  private List<Bytes> upTo(byte[] last, int parts) throws RocksDBException {
    List<Bytes> cuts = new ArrayList<>();
    BigInteger from = number(first);
    BigInteger to = number(last);
    long total = sizeBefore(to);
    for (int part = 1; part < parts; part++) {
      from = cut(from, to, total * part / parts, total / parts / CLOSE);
      cuts.add(key(from));
    }
    return total == 0 ? List.of() : cuts;
  }

  /** About the number before which {@code size} bytes lie. */
  private BigInteger cut(BigInteger from, BigInteger to, long size, long close)
      throws RocksDBException {
    BigInteger low = from;
    BigInteger high = to;
    while (high.subtract(low).compareTo(BigInteger.ONE) > 0) {
      BigInteger middle = low.add(high).shiftRight(1);
      long before = sizeBefore(middle);
      if (Math.abs(before - size) <= close) {
        return middle;
      }
      if (before < size) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long sizeBefore(BigInteger number) throws RocksDBException {
    try (Natives scope = store.nested()) {
      Range range =
          new Range(scope.own(new Slice(first)), scope.own(new Slice(key(number).toByteArray())));
      return store.db()
          .getApproximateSizes(
              family,
              List.of(range),
              SizeApproximationFlag.INCLUDE_FILES,
              SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
    }
  }

  private BigInteger number(byte[] key) {
    return new BigInteger(1, Arrays.copyOf(key, width));
  }

  private Bytes key(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] key = new byte[width];
    int length = Math.min(bytes.length, width);
    System.arraycopy(bytes, bytes.length - length, key, width - length, length);
    return Bytes.wrap(key);
  }
}
