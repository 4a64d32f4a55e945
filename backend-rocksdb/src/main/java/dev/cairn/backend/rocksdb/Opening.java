package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.io.IOException;
import org.rocksdb.RocksDBException;

/** The ways to open the store in a directory, and what is looked at before. */
final class Opening {
  private final RocksDbSettings settings;
  private final StoreDirectory directory;
  private final RocksDbFailures failures;
  private final Natives natives;
  private final Tuning tuning;

  Opening(RocksDbSettings settings, StoreDirectory directory, Natives natives) {
    this.settings = settings;
    this.directory = directory;
    this.natives = natives;
    failures = new RocksDbFailures(directory);
    tuning = new Tuning(natives, settings);
  }

  RocksDbFailures failures() {
    return failures;
  }

  Tuning tuning() {
    return tuning;
  }

  /** Opens a store that this process does not have open. */
  Opened open() {
    if (directory.hasStore()) {
      // Files that another process is writing can look damaged.
      LockFile lock = LockFile.take(directory, failures);
      try {
        inspect();
      } finally {
        lock.close();
      }
    }
    return openInspected();
  }

  /** Opens a store to be read that any process may have open, this one included. */
  Opened openBeside() {
    return new BesideOpening(directory, failures, settings.recovery()).open(natives, tuning);
  }

  /** The same for a copy of the store, to see that it can be opened. */
  Opened openBeside(StoreDirectory copy) {
    return new BesideOpening(copy, new RocksDbFailures(copy), settings.recovery())
        .open(natives, tuning);
  }

  /** Looks at the files of {@code store}, which is open, as if to open it. */
  void inspectBeside(Opened store) throws RocksDBException {
    // RocksDB deletes files that it needs no more, and they would be missed.
    store.db().pauseBackgroundWork();
    try {
      inspect();
    } finally {
      store.db().continueBackgroundWork();
    }
  }

  private void inspect() {
    new StoreInspection(directory, failures, settings.recovery()).run(natives, tuning);
  }

  /** Opens a store that was looked at and then closed, or was not there. */
  Opened openInspected() {
    Opened store;
    try {
      store = Opened.open(natives, tuning, directory.path());
    } catch (RocksDBException e) {
      throw failures.ofOpen(e);
    }
    boolean done = false;
    try {
      directory.owner().take();
      store.markIn(Acknowledged.open(directory.acknowledged(), store.lastSequence()));
      done = true;
    } catch (IOException e) {
      throw failures.cannotOpen(e);
    } finally {
      if (!done) {
        store.close();
      }
    }
    return store;
  }

  /**
   * Opens a store that this process does not have open, only to be read; it needs no space.
   *
   * @throws BackendUnavailableException if it cannot be read either
   */
  Opened openToRead() {
    LockFile lock = LockFile.take(directory, failures);
    boolean done = false;
    try {
      // Opened to be written, rows in the log go to data files first. Here they are read from the
      // log, and no reader may see one that could still be lost.
      directory.syncLogs();
      Opened store = Opened.openToLook(natives, tuning, directory.path());
      store.keep(lock);
      done = true;
      return store;
    } catch (IOException e) {
      throw failures.cannotOpen(e);
    } catch (RocksDBException e) {
      throw failures.ofOpen(e);
    } finally {
      if (!done) {
        lock.close();
      }
    }
  }
}
