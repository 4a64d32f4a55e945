package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.SchemaMismatchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Inspection of a store before it is opened, since opening changes it: RocksDB adds missing column
 * families and replaces a log by what it could read of it. The store must not change meanwhile.
 */
final class StoreInspection {
  private final StoreDirectory directory;
  private final RocksDbFailures failures;
  private final LogRecovery recovery;

  StoreInspection(StoreDirectory directory, RocksDbFailures failures, LogRecovery recovery) {
    this.directory = directory;
    this.failures = failures;
    this.recovery = recovery;
  }

  /** Checks that the store is ours and that its log is complete. */
  void run(Natives natives, Tuning tuning) {
    if (!directory.hasStore()) {
      return;
    }
    try {
      if (isOurs(natives, tuning) && recovery == LogRecovery.STRICT) {
        checkLog(natives, tuning);
      }
    } catch (RocksDBException e) {
      throw failures.ofOpen(e);
    }
  }

  /** Whether the store is ours and was created to its end. */
  boolean isOurs(Natives natives, Tuning tuning) throws RocksDBException {
    Set<String> found = new TreeSet<>();
    try (Natives scope = natives.nested()) {
      Options options = scope.own(new Options());
      for (byte[] name : RocksDB.listColumnFamilies(options, directory.path().toString())) {
        found.add(new String(name, StandardCharsets.UTF_8));
      }
    }
    if (found.isEmpty()) {
      // So it answers where it cannot read them; opening says why.
      Opened.openToLook(natives, tuning, directory.path()).close();
    }
    Set<String> expected = new TreeSet<>(Tuning.familyNames());
    if (found.equals(expected)) {
      return true;
    }
    // The process may have died before it had created all of them.
    if (expected.containsAll(found) && !directory.hasData()) {
      return false;
    }
    throw new SchemaMismatchException(
        "%s holds a RocksDB of something else: it has the column families %s, a store of Cairn has %s;"
                .formatted(directory.path(), found, expected)
            + " name another directory in %s".formatted(RocksDbBackendFactory.PATH.key()));
  }

  private void checkLog(Natives natives, Tuning tuning) throws RocksDBException {
    long acknowledged = readMark();
    if (acknowledged == 0) {
      return;
    }
    List<String> logs = failures.logNames();
    try (Opened look = Opened.openToLook(natives, tuning, directory.path())) {
      if (look.lastSequence() < acknowledged) {
        throw failures.shortLog(look.lastSequence(), acknowledged, logs);
      }
    }
  }

  /** The number that the log must reach. */
  long readMark() {
    try {
      return Acknowledged.read(directory.acknowledged());
    } catch (IOException e) {
      throw new BackendUnavailableException(
          "%s cannot be read: %s".formatted(directory.acknowledged(), e), e);
    }
  }
}
