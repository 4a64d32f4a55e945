package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.RocksDB;

/**
 * Objects of RocksDB that live outside the heap: closed together, the last one made first, and
 * counted. All of this package's are made through one of these; nothing else ends them.
 */
final class Natives implements AutoCloseable {
  private final AtomicInteger open;
  private final Deque<AbstractNativeReference> owned = new ArrayDeque<>();

  /** The first of a store; those made from it share its count. */
  static Natives load() {
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw new BackendUnavailableException(
          "the native library of RocksDB cannot be loaded: %s. It is unpacked into %s, which must be"
                  .formatted(e.getMessage(), System.getProperty("java.io.tmpdir"))
              + " writable and allow execution; the variable ROCKSDB_SHAREDLIB_DIR names another"
              + " directory",
          e);
    }
    return new Natives(new AtomicInteger());
  }

  private Natives(AtomicInteger open) {
    this.open = open;
  }

  /** For objects that end before these. */
  Natives nested() {
    return new Natives(open);
  }

  /** Takes over {@code object}; the answer is the same object. */
  <T extends AbstractNativeReference> T own(T object) {
    owned.push(object);
    open.incrementAndGet();
    return object;
  }

  /** How many objects are open, here and in all that were made from the first one. */
  int count() {
    return open.get();
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    while (!owned.isEmpty()) {
      open.decrementAndGet();
      try {
        owned.pop().close();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
