package dev.cairn.backend.rocksdb;

import dev.cairn.api.CairnException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Opens a store to be read while another process may be writing to it. Takes no lock and changes
 * nothing, so it works on a read-only mount and on a full disk too.
 *
 * <p>What is read is the state at the time of opening: RocksDB reads its manifest, opens every data
 * file that this names, then reads the logs to their ends, and keeps all of it. A writer may take
 * files away meanwhile. A data file or a manifest that is gone makes opening fail. A log that is
 * gone does not: its rows are in a data file that the manifest, read before, does not name, and
 * they would be missed. So opening counts only if nothing was written to the manifest meanwhile,
 * which happens before files go; otherwise it begins again.
 */
final class BesideOpening {
  private static final int TRIES = 50;

  private final StoreDirectory directory;
  private final RocksDbFailures failures;
  private final LogRecovery recovery;

  BesideOpening(StoreDirectory directory, RocksDbFailures failures, LogRecovery recovery) {
    this.directory = directory;
    this.failures = failures;
    this.recovery = recovery;
  }

  Opened open(Natives natives, Tuning tuning) {
    @Nullable CairnException last = null;
    for (int i = 0; i < TRIES; i++) {
      SortedMap<String, Long> before = directory.files();
      try {
        String manifest = directory.manifest();
        Opened store = openOnce(natives, tuning);
        if (directory.manifest().equals(manifest)) {
          return store;
        }
        store.close();
      } catch (CairnException e) {
        last = e;
        if (directory.files().equals(before)) {
          throw e; // no process was writing, so the store itself is damaged
        }
      } catch (IOException e) {
        throw failures.cannotOpen(e);
      }
    }
    throw failures.changing("opened", last);
  }

  private Opened openOnce(Natives natives, Tuning tuning) {
    StoreInspection inspection = new StoreInspection(directory, failures, recovery);
    // Before: what was acknowledged by then must be in what is opened.
    long acknowledged = recovery == LogRecovery.STRICT ? inspection.readMark() : 0;
    try {
      if (!inspection.isOurs(natives, tuning)) {
        throw failures.unfinished();
      }
      Opened store = Opened.openToLook(natives, tuning, directory.path());
      boolean done = false;
      try {
        if (store.lastSequence() < acknowledged) {
          throw failures.shortLog(store.lastSequence(), acknowledged, failures.logNames());
        }
        // Rows in the log may not be durable yet, and no reader may see one that could still be
        // lost.
        directory.syncLogsIfWritable();
        done = true;
        return store;
      } finally {
        if (!done) {
          store.close();
        }
      }
    } catch (RocksDBException e) {
      throw failures.ofOpen(e);
    } catch (NoSuchFileException e) {
      throw failures.changing("opened", e);
    } catch (IOException e) {
      throw failures.cannotOpen(e);
    }
  }
}
