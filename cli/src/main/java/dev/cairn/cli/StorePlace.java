package dev.cairn.cli;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backends;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether there is a store where the configuration says. Databases on servers tell by their schema;
 * RocksDB would make a store of any directory, also of one that is a slip of the pen.
 */
final class StorePlace {
  /** The file that RocksDB has in every store. */
  private static final String CURRENT = "CURRENT";

  private StorePlace() {}

  static void checkThere(Configuration configuration) {
    boolean isRocksDb =
        configuration.find(Backends.BACKEND).equals(Optional.of(RocksDbBackendFactory.NAME));
    if (isRocksDb) {
      Path path = configuration.get(RocksDbBackendFactory.PATH);
      if (!Files.exists(path.resolve(CURRENT))) {
        throw CommandException.notFound(
            "there is no store in %s; correct %s, or create one by: cairn schema create"
                .formatted(path, RocksDbBackendFactory.PATH.key()));
      }
    }
  }
}
