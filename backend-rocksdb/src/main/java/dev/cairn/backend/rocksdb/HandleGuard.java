package dev.cairn.backend.rocksdb;

import dev.cairn.api.CairnException;
import dev.cairn.api.ClosedException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Guards the open handle. Calls share it; opening and closing hold it exclusively, and {@code
 * close()} waits for calls in flight: no native object is freed while a call uses it.
 */
final class HandleGuard {
  /** Something done with RocksDB. */
  @FunctionalInterface
  interface Action<T> {
    T apply(Opened store) throws RocksDBException;
  }

  /**
   * How much of a store there was after it was opened again.
   *
   * @param found the number of its last change
   * @param expected the highest such number that was ever visible
   */
  record Extent(long found, long expected) {}

  private final StoreDirectory directory;
  private final Opening opening;
  private final boolean isReader;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  // Changed only while the lock is held exclusively.
  private @Nullable Opened opened;
  private long visible;
  private boolean closed;

  /**
   * @param isReader whether it reads beside a writer, which owns the directory
   */
  HandleGuard(StoreDirectory directory, Opening opening, boolean isReader) {
    this.directory = directory;
    this.isReader = isReader;
    this.opening = opening;
  }

  void open() {
    lock.writeLock().lock();
    try {
      opened = isReader ? opening.openBeside() : opening.open();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /**
   * Does {@code action} with the store, which stays open meanwhile.
   *
   * @param openAgain what to do, and then try again, if there was a failure that left nothing open
   */
  <T> T use(Action<T> action, Runnable openAgain) {
    while (true) {
      lock.readLock().lock();
      try {
        checkOpen();
        if (opened != null) {
          return action.apply(opened);
        }
      } catch (RocksDBException e) {
        throw opening.failures().ofRead(e);
      } finally {
        lock.readLock().unlock();
      }
      openAgain.run();
    }
  }

  /** Opens the store to be read, if nothing is open. */
  void openToRead() {
    lock.writeLock().lock();
    try {
      checkOpen();
      if (opened == null) {
        opened = opening.openToRead();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Looks whether the store could be opened again, while it is open and is read. */
  void inspect() {
    lock.readLock().lock();
    try {
      checkOpen();
      if (opened != null) {
        opening.inspectBeside(opened);
      }
    } catch (RocksDBException e) {
      throw opening.failures().ofRead(e);
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Closes and opens the store. If it cannot be opened, it is opened to be read if it can.
   *
   * @param check is called before, when all calls have ended
   */
  Extent reopen(Runnable check) {
    lock.writeLock().lock();
    try {
      checkOpen();
      check.run();
      Opened again = opened == null ? opening.open() : replace(opened);
      opened = again;
      return new Extent(again.lastSequence(), visible);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private Opened replace(Opened before) {
    // What was once visible counts, though an earlier try may have come back with less.
    visible = Math.max(visible, before.lastSequence());
    opened = null;
    before.close();
    try {
      return opening.openInspected();
    } catch (CairnException e) {
      try {
        opened = opening.openToRead();
      } catch (CairnException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException(
          "the backend on the store in %s is closed; open a new one".formatted(directory.path()));
    }
  }

  /**
   * Closes the store and refuses further calls.
   *
   * @param last is done with the store before, if it is open
   * @param release is called afterwards; not if it was closed already
   */
  void close(Action<?> last, Runnable release) {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        try {
          closeStore(last);
        } finally {
          release.run();
        }
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void closeStore(Action<?> last) {
    Opened store = opened;
    opened = null;
    if (store == null) {
      return;
    }
    try (store) {
      try {
        last.apply(store);
      } finally {
        if (!isReader) {
          directory.owner().leave();
        }
      }
    } catch (RocksDBException e) {
      throw opening.failures().ofClose(e);
    }
  }
}
