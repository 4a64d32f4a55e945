package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * RocksDB's lock on a store, taken in its stead while it only reads: other processes stay out.
 *
 * <p>Not to be taken while RocksDB has it. Both locks are of this process, so it would be given;
 * and both would end when one of them is given back.
 */
final class LockFile implements AutoCloseable {
  private static final String FILE = "LOCK";

  private final Path file;
  private final FileChannel channel;

  private LockFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws BackendUnavailableException if another process has it
   */
  static LockFile take(StoreDirectory directory, RocksDbFailures failures) {
    Path file = directory.path().resolve(FILE);
    try {
      return Uninterrupted.call(() -> lock(file))
          .map(channel -> new LockFile(file, channel))
          .orElseThrow(() -> directory.owner().inUse(null));
    } catch (IOException e) {
      throw failures.cannotOpen(e);
    }
  }

  private static Optional<FileChannel> lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      locked = channel.tryLock() != null;
      return locked ? Optional.of(channel) : Optional.empty();
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new BackendUnavailableException("%s cannot be closed: %s".formatted(file, e), e);
    }
  }
}
