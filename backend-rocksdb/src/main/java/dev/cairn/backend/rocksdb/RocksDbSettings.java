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
    Path path,
    Durability durability,
    LogRecovery recovery,
    long cacheBytes,
    long writeBufferBytes) {}
