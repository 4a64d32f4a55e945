package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right of one backend of this process to a directory.
 *
 * <p>RocksDB's lock does not give it. The operating system locks for processes, not within one, and
 * RocksDB's own list of what a process has open goes by names, of which a directory can have many:
 * through links and mounts. Two backends on one directory would each overwrite what the other has
 * acknowledged. Hence this list, for the whole process as the lock is, by what the file system
 * knows the directory by.
 */
final class Claim implements AutoCloseable {
  private static final Set<Object> CLAIMED = ConcurrentHashMap.newKeySet();

  private final Object key;

  private Claim(Object key) {
    this.key = key;
  }

  /**
   * Takes {@code directory}.
   *
   * @throws BackendUnavailableException if a backend of this process has it
   */
  static Claim of(StoreDirectory directory) {
    Object key;
    try {
      key = directory.key();
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the directory %s cannot be read: %s".formatted(directory.path(), e), e);
    }
    if (!CLAIMED.add(key)) {
      throw directory.owner().isThisProcess();
    }
    return new Claim(key);
  }

  @Override
  public void close() {
    CLAIMED.remove(key);
  }
}
