package dev.cairn.backend.rocksdb;

import java.nio.file.Path;

/** Settings as their defaults are, but for what a test changes. */
record TestSettings(RocksDbSettings settings) {
  static TestSettings of(Path path) {
    return new TestSettings(
        new RocksDbSettings(path, Durability.SYNC, Recovery.STRICT, 64L << 20, 32L << 20));
  }

  TestSettings with(Durability durability) {
    return new TestSettings(
        new RocksDbSettings(
            settings.path(),
            durability,
            settings.recovery(),
            settings.cacheBytes(),
            settings.writeBufferBytes()));
  }

  TestSettings with(Recovery recovery) {
    return new TestSettings(
        new RocksDbSettings(
            settings.path(),
            settings.durability(),
            recovery,
            settings.cacheBytes(),
            settings.writeBufferBytes()));
  }

  TestSettings withWriteBuffer(long bytes) {
    return new TestSettings(
        new RocksDbSettings(
            settings.path(),
            settings.durability(),
            settings.recovery(),
            settings.cacheBytes(),
            bytes));
  }

  Path path() {
    return settings.path();
  }

  RocksDbBackend open() {
    return new RocksDbBackend(database());
  }

  Database database() {
    return Database.open(settings);
  }
}
