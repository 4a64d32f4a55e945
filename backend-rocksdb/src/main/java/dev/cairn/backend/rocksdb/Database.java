package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendClosedException;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * A store from opening to closing, through failed writes.
 *
 * <p>Calls go through a gate, shared among them, that closing takes for itself: no native object
 * ends while somebody uses it.
 *
 * <p>After a write has failed nobody knows how far it got, and RocksDB may refuse all others. Then
 * writes stop; reads go on. The next write tries whether there is space, and opens the store again,
 * which replays the log: what was acknowledged is there, and the write that failed is there or not.
 */
final class Database implements AutoCloseable {
  /** Something done with RocksDB. */
  @FunctionalInterface
  interface Action<T> {
    T apply(Opened store) throws RocksDBException;
  }

  /** A write to RocksDB. */
  @FunctionalInterface
  interface Write {
    void apply(Opened store, WriteOptions options) throws RocksDBException;
  }

  private final RocksDbSettings settings;
  private final Directory directory;
  private final Failures failures;
  private final Natives natives = Natives.load();
  private final Tuning tuning;
  private final WriteOptions synced;
  private final WriteOptions unsynced;
  private final ReadWriteLock gate = new ReentrantReadWriteLock();
  private final ReentrantLock resuming = new ReentrantLock();

  // Changed only by whoever has the gate for himself.
  private @Nullable Opened opened;
  private @Nullable Acknowledged acknowledged;
  private long visible;
  private boolean closed;

  private volatile @Nullable Stop stopped;

  /**
   * Why there are no writes.
   *
   * @param isFinal whether opening the store again would not help
   */
  private record Stop(BackendUnavailableException cause, boolean isFinal) {}

  private Database(RocksDbSettings settings) {
    this.settings = settings;
    directory = new Directory(settings.path());
    failures = new Failures(directory);
    tuning = new Tuning(natives, settings);
    synced = natives.own(new WriteOptions()).setSync(settings.durability() == Durability.SYNC);
    unsynced = natives.own(new WriteOptions());
  }

  static Database open(RocksDbSettings settings) {
    Database database = new Database(settings);
    database.gate.writeLock().lock();
    try {
      database.directory.prepare();
      database.open();
    } catch (RuntimeException e) {
      database.release();
      throw e;
    } finally {
      database.gate.writeLock().unlock();
    }
    return database;
  }

  private void open() {
    new Inspection(directory, failures, settings.recovery()).run(natives, tuning);
    Opened store;
    try {
      store = Opened.open(natives, tuning, directory.path());
    } catch (RocksDBException e) {
      throw failures.ofOpen(e);
    }
    opened = store;
    try {
      directory.owner().take();
      acknowledged = Acknowledged.open(directory.acknowledged(), store.lastSequence());
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "the store in %s cannot be opened: %s".formatted(directory.path(), e), e);
    }
  }

  /** Does {@code action} with the store, which stays open meanwhile. */
  <T> T use(Action<T> action) {
    while (true) {
      gate.readLock().lock();
      try {
        checkOpen();
        if (opened != null) {
          return action.apply(opened);
        }
      } catch (RocksDBException e) {
        throw failures.ofRead(e);
      } finally {
        gate.readLock().unlock();
      }
      resume();
    }
  }

  /**
   * Does {@code write}, whose condition was found to hold under a lock that is still held. Syncs it
   * and with it everything that was written before by anybody, since there is one log.
   *
   * @return nothing if writes are stopped: then it was not even tried
   */
  <R> Optional<CasResult<R>> conditionally(Opened store, Write write) {
    if (stopped != null) {
      return Optional.empty();
    }
    // This change comes after all that can be seen now, so it reaches at least this number; others
    // that it is grouped with may come in between.
    long sequence = store.lastSequence() + 1;
    try {
      write.apply(store, synced);
    } catch (RocksDBException e) {
      return Optional.of(CasResult.unknown(stop(e)));
    }
    if (acknowledged != null && settings.durability() == Durability.SYNC) {
      acknowledged.reached(sequence);
    }
    return Optional.of(CasResult.applied());
  }

  /** Does {@code write}, which has no condition, up to the log and not waiting for the disk. */
  void write(Write write) {
    while (true) {
      boolean done =
          use(
              store -> {
                if (stopped != null) {
                  return false;
                }
                try {
                  write.apply(store, unsynced);
                } catch (RocksDBException e) {
                  throw stop(e);
                }
                return true;
              });
      if (done) {
        return;
      }
      resume();
    }
  }

  private BackendUnavailableException stop(RocksDBException e) {
    Stop stop = new Stop(failures.ofWrite(e), Failures.isCorruption(e));
    stopped = stop;
    return stop.cause;
  }

  /**
   * Ends a stop of writes by opening the store again, if there is one and it can be ended.
   *
   * @throws BackendUnavailableException if it cannot; nothing was written
   */
  void resume() {
    resuming.lock();
    try {
      Stop stop = stopped;
      if (stop == null) {
        return;
      }
      if (stop.isFinal) {
        throw new BackendUnavailableException(String.valueOf(stop.cause.getMessage()), stop.cause);
      }
      directory.checkSpace();
      gate.writeLock().lock();
      try {
        checkOpen();
        reopen();
      } finally {
        gate.writeLock().unlock();
      }
    } finally {
      resuming.unlock();
    }
  }

  private void reopen() {
    if (opened != null) {
      visible = opened.lastSequence();
      closeStore();
    }
    open();
    long found = opened == null ? 0 : opened.lastSequence();
    // Rows that were written and not yet synced can be gone, if the disk lost what it had taken.
    // Whoever wrote them in this process may still make references to them.
    stopped = found >= visible ? null : new Stop(failures.ofLoss(found, visible), true);
  }

  /** Why writes are stopped, if they are. */
  Optional<String> problem() {
    return Optional.ofNullable(stopped).map(stop -> String.valueOf(stop.cause.getMessage()));
  }

  Directory directory() {
    return directory;
  }

  Tuning tuning() {
    return tuning;
  }

  /** How many native objects are open. */
  int nativeObjects() {
    return natives.count();
  }

  private void checkOpen() {
    if (closed) {
      throw new BackendClosedException(
          "the backend on the store in %s is closed; open a new one".formatted(directory.path()));
    }
  }

  @Override
  public void close() {
    gate.writeLock().lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      if (opened != null && stopped == null) {
        opened.flush();
      }
    } catch (RocksDBException e) {
      throw failures.ofWrite(e);
    } finally {
      release();
      gate.writeLock().unlock();
    }
  }

  private void release() {
    try {
      closeStore();
    } finally {
      natives.close();
    }
  }

  private void closeStore() {
    Opened store = opened;
    opened = null;
    if (store != null) {
      try (store) {
        directory.owner().leave();
      }
    }
  }
}
