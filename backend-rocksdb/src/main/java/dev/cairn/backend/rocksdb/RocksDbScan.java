package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.KeyPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Scan of the keys with a prefix in parts, each with its own iterator. Between two parts nothing of
 * RocksDB is held: the visitor may take long, use the store, or close it, and RocksDB can delete
 * files that are no longer needed.
 */
final class RocksDbScan {
  private static final int PART_ROWS = 1_000;
  private static final int PART_BYTES = 1 << 20;

  private final RocksDbDatabase database;
  private final Function<Opened, ColumnFamilyHandle> family;
  private final Optional<Bytes> end;
  private final Function<Bytes, Optional<Bytes>> leap;
  private Bytes from;
  private boolean more = true;

  /**
   * @param position where to go on
   * @param leap the key from which to go on instead of reading a row, if there is one
   */
  RocksDbScan(
      RocksDbDatabase database,
      Function<Opened, ColumnFamilyHandle> family,
      Bytes prefix,
      Optional<KeyPosition> position,
      Function<Bytes, Optional<Bytes>> leap) {
    this.database = database;
    this.leap = leap;
    this.family = family;
    // A part of a scan is one of all keys: it ends with its last key.
    Optional<Bytes> last = position.flatMap(KeyPosition::last);
    this.end = last.isPresent() ? last.map(RocksDbScan::next) : end(prefix);
    this.from = position.map(KeyPosition::after).map(RocksDbScan::next).orElse(prefix);
  }

  /** The first key after {@code key}. */
  private static Bytes next(Bytes key) {
    byte[] longer = new byte[key.length() + 1];
    key.copyTo(longer, 0);
    return Bytes.wrap(longer);
  }

  boolean hasMore() {
    return more;
  }

  /** The rows of the next part whose keys pass {@code filter}. */
  List<RocksDbTable.Entry> next(Predicate<Bytes> filter) {
    return database.use(store -> read(store, filter));
  }

  private List<RocksDbTable.Entry> read(Opened store, Predicate<Bytes> filter)
      throws RocksDBException {
    try (Natives scope = store.nested()) {
      // A scan reads each block once; those that requests need stay in the cache.
      ReadOptions options = scope.own(new ReadOptions()).setFillCache(false);
      if (end.isPresent()) {
        options.setIterateUpperBound(scope.own(new Slice(end.get().toByteArray())));
      }
      RocksIterator rows = scope.own(store.db().newIterator(family.apply(store), options));
      List<RocksDbTable.Entry> part = new ArrayList<>();
      int seen = 0;
      int bytes = 0;
      rows.seek(from.toByteArray());
      while (rows.isValid()) {
        Bytes key = Bytes.wrap(rows.key());
        if (seen++ == PART_ROWS || bytes > PART_BYTES) {
          from = key;
          return part;
        }
        Optional<Bytes> next = leap.apply(key);
        if (next.isPresent()) {
          rows.seek(next.get().toByteArray());
          continue;
        }
        if (filter.test(key)) {
          Bytes row = Bytes.wrap(rows.value());
          bytes += row.length();
          part.add(new RocksDbTable.Entry(key, row));
        }
        rows.next();
      }
      rows.status();
      more = false;
      return part;
    }
  }

  /** The first key after all that begin with {@code prefix}, if there is one. */
  static Optional<Bytes> end(Bytes prefix) {
    byte[] bytes = prefix.toByteArray();
    for (int i = bytes.length - 1; i >= 0; i--) {
      if (bytes[i] != -1) {
        bytes[i]++;
        return Optional.of(Bytes.wrap(bytes).slice(0, i + 1));
      }
    }
    return Optional.empty();
  }
}
