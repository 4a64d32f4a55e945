package dev.cairn.simulation.chaos;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * All scenarios in directories, each in a new one. The faults are those of processes and of a
 * network before the store, so that nothing has to be forced to the disk.
 */
class RocksDbChaosTest extends ChaosSuite {
  @TempDir private Path directory;
  private @Nullable Backend last;
  private int opened;

  @Override
  protected Backend openEmpty() {
    closeLast();
    RocksDbBackendFactory factory = new RocksDbBackendFactory();
    Configuration configuration =
        Configuration.builder()
            .set(
                RocksDbBackendFactory.PATH.key(), directory.resolve("store-" + opened++).toString())
            .set(RocksDbBackendFactory.DURABILITY.key(), "os")
            .set(RocksDbBackendFactory.WRITE_BUFFER_SIZE.key(), "1m")
            .build(factory.settings());
    last = factory.open(configuration);
    return last;
  }

  @Override
  protected int rounds() {
    return 100;
  }

  @AfterEach
  void closeLast() {
    if (last != null) {
      last.close();
      last = null;
    }
  }
}
