package dev.cairn.backend.rocksdb;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.chaos.ChaosSuite;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * All scenarios in directories, each in a new one. The faults are those of processes and of a
 * network before the store, so that nothing has to be forced to the disk.
 */
class RocksDbChaosTest extends ChaosSuite {
  private @Nullable RocksDbBackend last;
  private @Nullable Stores directories;

  @Override
  protected Backend openEmpty() {
    closeLast();
    directories = new Stores();
    Path directory = directories.next();
    last = TestSettings.of(directory).with(Durability.OS).withWriteBuffer(256 << 10).open();
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
    if (directories != null) {
      directories.close();
      directories = null;
    }
  }
}
