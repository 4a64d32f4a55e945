package dev.cairn.benchmarks.compare;

/** The place of a store, and how its calls are counted or delayed. */
enum Storage {
  MEMORY("in memory"),
  /** Every call is counted, with its rows and bytes. */
  COUNTED("in memory"),
  /** Two stores with a cache each on one memory; a call takes a millisecond more. */
  SLOW("in memory, 1 ms a call, two stores"),
  /** The operating system has a write when it is acknowledged. */
  ROCKSDB("RocksDB, no fsync"),
  /** A write is on disk when it is acknowledged. */
  ROCKSDB_SYNC("RocksDB, fsync");

  private final String title;

  Storage(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  boolean isCounted() {
    return this == COUNTED || this == SLOW;
  }

  boolean isOnDisk() {
    return this == ROCKSDB || this == ROCKSDB_SYNC;
  }

  int delayMicros() {
    return this == SLOW ? 1_000 : 0;
  }

  int stores() {
    return this == SLOW ? 2 : 1;
  }
}
