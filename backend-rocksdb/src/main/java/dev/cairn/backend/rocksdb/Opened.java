package dev.cairn.backend.rocksdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB, open, with its two column families. */
final class Opened implements AutoCloseable {
  private final Natives natives;
  private final RocksDB db;
  private final List<ColumnFamilyHandle> families;

  private @Nullable Acknowledged mark;
  private @Nullable LockFile lock;

  private Opened(Natives natives, RocksDB db, List<ColumnFamilyHandle> families) {
    this.natives = natives;
    this.db = natives.own(db);
    this.families = families;
    families.forEach(natives::own);
  }

  static Opened open(Natives parent, Tuning tuning, Path path) throws RocksDBException {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    RocksDB db = RocksDB.open(tuning.database(), path.toString(), tuning.families(), families);
    return new Opened(parent.nested(), db, families);
  }

  /** Opens without changing anything on the disk. */
  static Opened openToLook(Natives parent, Tuning tuning, Path path) throws RocksDBException {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    RocksDB db =
        RocksDB.openReadOnly(tuning.database(), path.toString(), tuning.families(), families);
    return new Opened(parent.nested(), db, families);
  }

  /** Has it note in {@code acknowledged} how far it got. To be called before it is used. */
  void markIn(Acknowledged acknowledged) {
    mark = acknowledged;
  }

  /** Gives {@code held} back when it is closed. To be called before it is used. */
  void keep(LockFile held) {
    lock = held;
  }

  RocksDB db() {
    return db;
  }

  ColumnFamilyHandle references() {
    return families.get(1);
  }

  ColumnFamilyHandle objects() {
    return families.get(2);
  }

  /** For objects that end before this does. */
  Natives nested() {
    return natives.nested();
  }

  long lastSequence() {
    return db.getLatestSequenceNumber();
  }

  /** Notes that the log is durable up to {@code sequence}. */
  void reached(long sequence) {
    if (mark != null) {
      mark.reached(sequence);
    }
  }

  /** Writes everything to data files, so that opening finds nothing in the log. */
  void flush() throws RocksDBException {
    try (Natives scope = nested()) {
      db.flush(scope.own(new FlushOptions()).setWaitForFlush(true), families);
    }
  }

  @Override
  public void close() {
    try {
      closeFiles();
    } finally {
      if (lock != null) {
        lock.close();
      }
    }
  }

  private void closeFiles() {
    try {
      natives.close();
    } finally {
      if (mark != null) {
        mark.close();
      }
    }
  }
}
