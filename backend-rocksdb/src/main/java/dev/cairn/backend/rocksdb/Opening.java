package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import java.io.IOException;
import org.rocksdb.RocksDBException;

/** The ways to open the store in a directory, and what is looked at before. */
final class Opening {
  private final RocksDbSettings settings;
  private final Directory directory;
  private final Failures failures;
  private final Natives natives;
  private final Tuning tuning;

  Opening(RocksDbSettings settings, Directory directory, Natives natives) {
    this.settings = settings;
    this.directory = directory;
    this.natives = natives;
    failures = new Failures(directory);
    tuning = new Tuning(natives, settings);
  }

  Failures failures() {
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
    new Inspection(directory, failures, settings.recovery()).run(natives, tuning);
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
      // log, and nobody may see one that could still be lost.
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
