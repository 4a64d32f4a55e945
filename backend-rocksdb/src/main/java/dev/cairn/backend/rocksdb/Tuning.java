package dev.cairn.backend.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.WALRecoveryMode;

/** RocksDB's options: for small values looked up by key, and for a log that is never doubted. */
final class Tuning {
  /** The column families, in the order in which RocksDB gives their handles. */
  private static final List<String> FAMILIES = List.of("default", "references", "objects");

  private final DBOptions database;
  private final ColumnFamilyOptions family;
  private final Statistics statistics;
  private final Cache cache;

  Tuning(Natives natives, RocksDbSettings settings) {
    cache = natives.own(new LRUCache(settings.cacheBytes()));
    statistics = natives.own(new Statistics());
    statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
    database = databaseOptions(natives, settings);
    family = familyOptions(natives, settings);
  }

  DBOptions database() {
    return database;
  }

  Statistics statistics() {
    return statistics;
  }

  Cache cache() {
    return cache;
  }

  static List<String> familyNames() {
    return FAMILIES;
  }

  List<ColumnFamilyDescriptor> families() {
    return FAMILIES.stream()
        .map(name -> new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), family))
        .toList();
  }

  private DBOptions databaseOptions(Natives natives, RocksDbSettings settings) {
    // The Java interface has no setter for this one. The manifest keeps how long a finished log is,
    // so that one that is missing or was cut is noticed; a check that only a strict store makes.
    Properties onlyByName = new Properties();
    onlyByName.setProperty(
        "track_and_verify_wals_in_manifest",
        String.valueOf(settings.recovery() == LogRecovery.STRICT));
    DBOptions options = natives.own(DBOptions.getDBOptionsFromProps(onlyByName));
    options
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        // Both kinds of rows go to files together: references are never ahead of their objects.
        .setAtomicFlush(true)
        .setMaxTotalWalSize(4 * settings.writeBufferBytes())
        // After an error the store is opened again, see Database. RocksDB would go on with the
        // sequence numbers of a write that failed, which may be in the log all the same. This does
        // not keep it from it if the disk was full: then it still waits for space, moves what it
        // has
        // to data files and begins a new log. Nothing is written to that, since Database stops all
        // writes with the first that fails.
        .setMaxBgErrorResumeCount(0)
        .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors()))
        // Few threads write, most of them while another waits for the disk: those that wait sleep,
        // and the one that leads adds the rows of all. Otherwise they would yield until then.
        .setEnableWriteThreadAdaptiveYield(false)
        .setAllowConcurrentMemtableWrite(false)
        .setStatistics(statistics)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setMaxLogFileSize(8L << 20)
        .setKeepLogFileNum(4);
    return options.setWalRecoveryMode(
        settings.recovery() == LogRecovery.STRICT
            ? WALRecoveryMode.TolerateCorruptedTailRecords
            : WALRecoveryMode.PointInTimeRecovery);
  }

  private ColumnFamilyOptions familyOptions(Natives natives, RocksDbSettings settings) {
    BlockBasedTableConfig tables =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setFilterPolicy(natives.own(new BloomFilter(10)))
            .setBlockSize(8 << 10)
            .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
            // In small parts: a whole index or filter is so large that one part of the cache holds
            // few.
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(4 << 10)
            .setCacheIndexAndFilterBlocks(true)
            .setPinTopLevelIndexAndFilter(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setOptimizeFiltersForMemory(true);
    return natives
        .own(new ColumnFamilyOptions())
        .setTableFormatConfig(tables)
        .setWriteBufferSize(settings.writeBufferBytes())
        .setMaxWriteBufferNumber(4)
        // Quick where files come and go, small where most rows end up.
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
  }
}
