package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks by key: equal keys have the same lock, and few others share it. So writes of different rows
 * wait for the disk together, in one group of RocksDB, and not one after the other.
 */
final class Stripes {
  private static final int COUNT = 1024;

  private final Lock[] locks = new Lock[COUNT];

  Stripes() {
    for (int i = 0; i < COUNT; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  Lock of(Bytes key) {
    // Keys that differ in their last byte have neighbouring hashes; this spreads them.
    int hash = key.hashCode() * 0x9E3779B9;
    return locks[hash >>> 22];
  }
}
