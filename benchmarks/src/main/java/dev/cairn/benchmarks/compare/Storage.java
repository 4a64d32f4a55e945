package dev.cairn.benchmarks.compare;

/** The place of a store, and how its calls are counted or delayed. */
enum Storage {
  MEMORY("in memory"),
  /** Every call is counted, with its rows and bytes. */
  COUNTED("in memory"),
  /** Two stores with a cache each on one memory; a call takes a millisecond more. */
  SLOW("in memory, 1 ms a call, two stores", 2),
  /** The same with one store, to compare with. */
  SLOW_ONE("in memory, 1 ms a call, one store", 1),
  /** The same with three. */
  SLOW_THREE("in memory, 1 ms a call, three stores", 3),
  /** The same with five. */
  SLOW_FIVE("in memory, 1 ms a call, five stores", 5),
  /** The operating system has a write when it is acknowledged. */
  ROCKSDB("RocksDB, no fsync"),
  /** A write is on disk when it is acknowledged. */
  ROCKSDB_SYNC("RocksDB, fsync");

  private static final int SLOW_CALL_MICROS = 1_000;

  private final String title;
  private final int stores;
  private final int delayMicros;

  Storage(String title) {
    this(title, 1, 0);
  }

  Storage(String title, int slowStores) {
    this(title, slowStores, SLOW_CALL_MICROS);
  }

  Storage(String title, int stores, int delayMicros) {
    this.title = title;
    this.stores = stores;
    this.delayMicros = delayMicros;
  }

  String title() {
    return title;
  }

  boolean isCounted() {
    return this == COUNTED || isSlow();
  }

  boolean isOnDisk() {
    return this == ROCKSDB || this == ROCKSDB_SYNC;
  }

  boolean isSlow() {
    return delayMicros > 0;
  }

  int delayMicros() {
    return delayMicros;
  }

  int stores() {
    return stores;
  }
}
