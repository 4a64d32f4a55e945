package dev.cairn.backend.rocksdb;

import java.nio.file.Path;

/**
 * How to open a store.
 *
 * @param path the directory
 * @param cacheBytes the cache of uncompressed blocks
 * @param writeBufferBytes how much of each kind of row is kept in memory before it goes to a file
 */
record RocksDbSettings(
    Path path, Durability durability, Recovery recovery, long cacheBytes, long writeBufferBytes) {
  /** The settings of a store in {@code path} where nothing else is said. */
  static RocksDbSettings of(Path path) {
    return new RocksDbSettings(path, Durability.SYNC, Recovery.STRICT, 64L << 20, 32L << 20);
  }

  RocksDbSettings with(Durability other) {
    return new RocksDbSettings(path, other, recovery, cacheBytes, writeBufferBytes);
  }

  RocksDbSettings with(Recovery other) {
    return new RocksDbSettings(path, durability, other, cacheBytes, writeBufferBytes);
  }

  RocksDbSettings withWriteBuffer(long bytes) {
    return new RocksDbSettings(path, durability, recovery, cacheBytes, bytes);
  }
}
