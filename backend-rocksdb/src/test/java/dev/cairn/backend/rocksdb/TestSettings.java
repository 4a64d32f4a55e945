package dev.cairn.backend.rocksdb;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Settings as their defaults are, but for what a test changes. */
record TestSettings(RocksDbSettings settings) {
  static TestSettings of(Path path) {
    return new TestSettings(
        new RocksDbSettings(path, Durability.SYNC, LogRecovery.STRICT, 64L << 20, 32L << 20));
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

  TestSettings with(LogRecovery recovery) {
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

  /** It tries with every write to end a stop, as if much time had passed since the last. */
  RocksDbDatabase database() {
    AtomicLong time = new AtomicLong();
    return database(() -> time.addAndGet(Tries.NANOS_BETWEEN));
  }

  RocksDbDatabase database(LongSupplier nanoTime) {
    return RocksDbDatabase.open(settings, Natives.load(), nanoTime);
  }
}
