package dev.cairn.backend.rocksdb;

import dev.cairn.api.spi.SizeEstimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.TickerType;

/** Figures that RocksDB reports about itself. */
final class Measures {
  private static final Map<String, TickerType> TOTALS =
      Map.ofEntries(
          Map.entry("block-cache.hits.total", TickerType.BLOCK_CACHE_HIT),
          Map.entry("block-cache.misses.total", TickerType.BLOCK_CACHE_MISS),
          Map.entry("bloom-filter.saved-reads.total", TickerType.BLOOM_FILTER_USEFUL),
          Map.entry("memtable.hits.total", TickerType.MEMTABLE_HIT),
          Map.entry("memtable.misses.total", TickerType.MEMTABLE_MISS),
          Map.entry("keys.written.total", TickerType.NUMBER_KEYS_WRITTEN),
          Map.entry("log.syncs.total", TickerType.WAL_FILE_SYNCED),
          Map.entry("log.bytes.total", TickerType.WAL_FILE_BYTES),
          Map.entry("writes.led.total", TickerType.WRITE_DONE_BY_SELF),
          Map.entry("writes.grouped.total", TickerType.WRITE_DONE_BY_OTHER),
          Map.entry("writes.stalled-micros.total", TickerType.STALL_MICROS),
          Map.entry("flush.bytes.total", TickerType.FLUSH_WRITE_BYTES),
          Map.entry("compaction.read-bytes.total", TickerType.COMPACT_READ_BYTES),
          Map.entry("compaction.written-bytes.total", TickerType.COMPACT_WRITE_BYTES),
          Map.entry("background-errors.total", TickerType.ERROR_HANDLER_BG_ERROR_COUNT));

  private static final Map<String, String> GAUGES =
      Map.of(
          "memtable.bytes", "rocksdb.cur-size-all-mem-tables",
          "files.bytes", "rocksdb.total-sst-files-size",
          "rows", "rocksdb.estimate-num-keys",
          "compaction.pending-bytes", "rocksdb.estimate-pending-compaction-bytes",
          "table-readers.bytes", "rocksdb.estimate-table-readers-mem");

  private final RocksDbDatabase database;

  Measures(RocksDbDatabase database) {
    this.database = database;
  }

  Map<String, Double> all(Opened store) throws RocksDBException {
    Map<String, Double> all = new LinkedHashMap<>();
    TOTALS.forEach(
        (name, ticker) ->
            all.put(name, (double) database.tuning().statistics().getTickerCount(ticker)));
    for (Map.Entry<String, String> gauge : GAUGES.entrySet()) {
      double sum = 0;
      for (ColumnFamilyHandle family : List.of(store.references(), store.objects())) {
        sum += store.db().getLongProperty(family, gauge.getValue());
      }
      all.put(gauge.getKey(), sum);
    }
    all.put("block-cache.bytes", (double) database.tuning().cache().getUsage());
    all.put("writes.stopped", database.problem().isPresent() ? 1.0 : 0.0);
    all.put("native-objects", (double) database.nativeObjects());
    return all;
  }

  SizeEstimate size(Opened store) throws RocksDBException {
    long bytes = 0;
    for (ColumnFamilyHandle family : List.of(store.references(), store.objects())) {
      bytes += store.db().getLongProperty(family, "rocksdb.total-sst-files-size");
      bytes += store.db().getLongProperty(family, "rocksdb.cur-size-all-mem-tables");
    }
    return new SizeEstimate(
        rows(store, store.objects()), rows(store, store.references()), OptionalLong.of(bytes));
  }

  private static OptionalLong rows(Opened store, ColumnFamilyHandle family)
      throws RocksDBException {
    return OptionalLong.of(store.db().getLongProperty(family, "rocksdb.estimate-num-keys"));
  }
}
