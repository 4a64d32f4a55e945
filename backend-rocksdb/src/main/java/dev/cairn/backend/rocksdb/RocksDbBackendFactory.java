package dev.cairn.backend.rocksdb;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import java.nio.file.Path;
import java.util.List;

/** Opens backends called {@code rocksdb}, each on a directory of this machine that it creates. */
public final class RocksDbBackendFactory implements BackendFactory {
  /** The name for {@code cairn.backend}. */
  public static final String NAME = "rocksdb";

  /** Where the store is. */
  public static final Setting<Path> PATH =
      Setting.path("cairn.rocksdb.path", "The directory of the store, created if missing");

  /** When a write counts as done. */
  public static final Setting<Durability> DURABILITY =
      Setting.choice(
              "cairn.rocksdb.durability",
              Durability.class,
              "Whether acknowledged writes are on the disk (sync) or with the operating system (os)")
          .withDefault("sync");

  /** What to do with a damaged log. */
  public static final Setting<LogRecovery> RECOVERY =
      Setting.choice(
              "cairn.rocksdb.recovery",
              LogRecovery.class,
              "Whether a damaged log stops the store from opening (strict) or ends where the damage"
                  + " begins (point-in-time)")
          .withDefault("strict");

  /** The block cache. */
  public static final Setting<Long> CACHE_SIZE =
      Setting.size("cairn.rocksdb.cache-size", "Memory for blocks of files that were read")
          .withDefault("64m");

  /** The write buffers. */
  public static final Setting<Long> WRITE_BUFFER_SIZE =
      Setting.size(
              "cairn.rocksdb.write-buffer-size",
              "Memory for new rows of one kind before they go to a file; opening after a crash"
                  + " replays up to four times as much")
          .withDefault("32m");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(PATH, DURABILITY, RECOVERY, CACHE_SIZE, WRITE_BUFFER_SIZE);
  }

  @Override
  public Backend open(Configuration configuration) {
    return new RocksDbBackend(RocksDbDatabase.open(settings(configuration)));
  }

  /** Works beside a process that has the store open, on a read-only mount and on a full disk. */
  @Override
  public Backend openToRead(Configuration configuration) {
    return new RocksDbBackend(RocksDbDatabase.openToRead(settings(configuration)));
  }

  private static RocksDbSettings settings(Configuration configuration) {
    return new RocksDbSettings(
        configuration.get(PATH),
        configuration.get(DURABILITY),
        configuration.get(RECOVERY),
        sizeOf(configuration, CACHE_SIZE),
        sizeOf(configuration, WRITE_BUFFER_SIZE));
  }

  private static long sizeOf(Configuration configuration, Setting<Long> setting) {
    long bytes = configuration.get(setting);
    if (bytes < 1 << 20 || bytes > 1L << 40) {
      throw new ConfigurationException(
          "%s is %d bytes; give from 1m to 1024g".formatted(setting.key(), bytes));
    }
    return bytes;
  }
}
